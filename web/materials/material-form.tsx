import { Controller } from 'react-hook-form'
import { type MaterialBody, type MaterialRow, materialEndpoints, materialTexts } from '#contract/materials.ts'
import { UNITS } from '#domain/codes.ts'
import { call } from '#web/api.ts'
import { RecordForm, type RecordKind } from '#web/drafts/record-form.tsx'
import { CountryInput } from '#web/screens/country-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import {
  checkMaterial,
  draftOf,
  factsOf,
  MATERIAL_KIND,
  type MaterialDraft,
  materialShape,
  NO_MATERIAL,
} from './material-draft.ts'
import { materialScreenTexts } from './material-texts.ts'

const MATERIAL: RecordKind<MaterialRow, MaterialDraft, MaterialBody> = {
  kind: MATERIAL_KIND,
  list: materialEndpoints.listMaterials.path,
  empty: NO_MATERIAL,
  shape: materialShape,
  draftOf,
  factsOf,
  check: checkMaterial,
  load: (id) => call(materialEndpoints.getMaterial, { params: { id } }),
  create: (body, idempotencyKey) => call(materialEndpoints.createMaterial, { body, idempotencyKey }),
  update: (id, body, ifVersion) => call(materialEndpoints.updateMaterial, { params: { id }, body, ifVersion }),
  texts: { ...materialTexts, saveFailed: materialScreenTexts.saveFailed },
  titles: { add: 'Novi materijal', edit: 'Izmeni materijal', submit: 'Dodaj materijal' },
}

/** Add or edit a material; `material` is the stored one. */
export const MaterialForm = ({ material, onClose }: { material: MaterialRow | null; onClose: () => void }) => (
  <RecordForm
    of={MATERIAL}
    stored={material}
    onClose={onClose}
    fields={({ register, control, formState: { errors } }, stored) => (
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="ID materijala"
          required
          error={errors.id?.message}
          hint={stored ? 'ID se ne može menjati' : '3-10 velikih slova ili brojeva'}
        >
          <TextInput {...register('id')} readOnly={stored !== null} className="code" autoCapitalize="characters" />
        </Field>
        <Field label="Jedinica mere" required error={errors.jedinica_mere?.message}>
          <Select {...register('jedinica_mere')} options={UNITS} emptyText="Izaberite" />
        </Field>
        <Field label="Naziv" required error={errors.naziv?.message} className="sm:col-span-2">
          <TextInput {...register('naziv')} data-autofocus={stored ? true : undefined} />
        </Field>
        <Field label="Zemlja porekla" required error={errors.zemlja_porekla?.message}>
          <Controller control={control} name="zemlja_porekla" render={({ field }) => <CountryInput {...field} />} />
        </Field>
        <Field label="Tarifni broj" required error={errors.tarifni_broj?.message} hint="Format: 1234.56.78">
          <TextInput {...register('tarifni_broj')} className="code" inputMode="decimal" />
        </Field>
      </div>
    )}
  />
)
