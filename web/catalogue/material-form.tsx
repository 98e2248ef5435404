import { MATERIAL, type MaterialBody, type MaterialRow, materialEndpoints, materialTexts } from '#contract/materials.ts'
import { call } from '#web/api.ts'
import { RecordField, RecordForm, RecordId, type RecordKind, RecordName } from '#web/drafts/record-form.tsx'
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
import { nameOrId, nameWithId } from './name-or-id.ts'

const MATERIAL_FORM: RecordKind<MaterialRow, MaterialDraft, MaterialBody> = {
  kind: MATERIAL_KIND,
  list: materialEndpoints.listMaterials.path,
  empty: NO_MATERIAL,
  shape: materialShape,
  draftOf,
  nameOf: nameWithId,
  factsOf,
  check: checkMaterial,
  load: (id) => call(materialEndpoints.getMaterial, { params: { id } }),
  create: (body, idempotencyKey) => call(materialEndpoints.createMaterial, { body, idempotencyKey }),
  update: (id, body, ifVersion) => call(materialEndpoints.updateMaterial, { params: { id }, body, ifVersion }),
  texts: { ...materialTexts, saveFailed: materialScreenTexts.saveFailed },
  titles: { add: 'Novi materijal', edit: 'Izmeni materijal', submit: 'Dodaj materijal' },
}

type MaterialFormProps = {
  /** The stored material; none for a new one. */
  material?: MaterialRow | null
  /** The name or ID that a new one begins with. */
  typed?: string
  /** Further values that a new one begins with. */
  proposed?: Partial<MaterialDraft>
  onSaved?: (saved: MaterialRow) => void
  onClose: () => void
}

/** Add or edit a material. */
export const MaterialForm = ({ material = null, typed = '', proposed, onSaved, onClose }: MaterialFormProps) => (
  <RecordForm
    of={MATERIAL_FORM}
    stored={material}
    begun={{ ...NO_MATERIAL, ...nameOrId(typed), ...proposed }}
    onSaved={onSaved}
    onClose={onClose}
    fields={({ stored, ...form }) => (
      <div className="grid gap-4 sm:grid-cols-2">
        <RecordId of={MATERIAL} form={form} stored={stored} />
        <RecordField of={MATERIAL} form={form} name="jedinica_mere" />
        <RecordName of={MATERIAL} form={form} stored={stored} className="sm:col-span-2" />
        <RecordField of={MATERIAL} form={form} name="zemlja_porekla" />
        <RecordField of={MATERIAL} form={form} name="tarifni_broj" hint="Format: 1234.56.78" inputMode="decimal" />
      </div>
    )}
  />
)
