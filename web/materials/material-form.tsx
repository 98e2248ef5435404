import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { type MaterialRow, materialEndpoints, UNITS } from '#contract/materials.ts'
import { call, messageOf } from '#web/api.ts'
import { requestKeys } from '#web/drafts/request-key.ts'
import { useKeeping } from '#web/drafts/use-keeping.tsx'
import { CountryInput } from '#web/shell/country-input.tsx'
import { FormBanner } from '#web/shell/form-banner.tsx'
import { resolverOf, showServerErrors } from '#web/shell/form-errors.ts'
import { screenTexts } from '#web/shell/screen-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import {
  checkMaterial,
  draftOf,
  factsOf,
  MATERIAL_KIND,
  type MaterialDraft,
  materialShape,
  NO_MATERIAL,
} from './material-draft.ts'
import { materialScreenTexts, materialTexts } from './material-texts.ts'

const resolver = resolverOf(checkMaterial)

/** Add or edit a material; `material` is the stored one. */
export function MaterialForm({ material, onClose }: { material: MaterialRow | null; onClose: () => void }) {
  const [keyFor] = useState(() => requestKeys())
  const sending = useRef(false)
  const [banner, setBanner] = useState<string>()
  const form = useForm<MaterialDraft>({ defaultValues: material ? draftOf(material) : NO_MATERIAL, resolver })
  const { register, control, handleSubmit, setError, formState } = form
  const { errors, isDirty } = formState

  const keeping = useKeeping<MaterialRow, MaterialDraft>({
    kind: MATERIAL_KIND,
    stored: material,
    load: ({ id }) => call(materialEndpoints.getMaterial, { params: { id } }),
    dirty: isDirty,
    shape: materialShape,
    content: form.getValues,
    contentOf: draftOf,
    nameOf: ({ id, naziv }) => [naziv, id].filter(Boolean).join(' '),
    factsOf,
    show: (content, record) => {
      setBanner(undefined)
      form.reset(content, { keepDefaultValues: record === null })
    },
    submit: () => void submit(),
  })
  const { note } = keeping
  useEffect(() => form.subscribe({ formState: { values: true }, callback: note }), [form, note])

  const save = useMutation({
    mutationFn: async (draft: MaterialDraft) => {
      const { body } = checkMaterial(draft)
      if (!body) throw new Error('the resolver let an invalid draft pass')
      return material
        ? call(materialEndpoints.updateMaterial, { params: { id: material.id }, body, ifVersion: keeping.ifVersion() })
        : call(materialEndpoints.createMaterial, { body, idempotencyKey: keyFor(body) })
    },
    onSuccess: () => {
      keeping.saved()
      toastSuccess(material ? materialTexts.changed : materialTexts.added)
      onClose()
    },
    onError: async (error) => {
      if (await keeping.caught(error)) return
      showServerErrors(error, setError)
      setBanner(messageOf(error, materialScreenTexts.saveFailed))
    },
    onSettled: () => {
      sending.current = false
    },
  })

  const submit = handleSubmit(
    (draft) => {
      setBanner(undefined)
      if (sending.current) return
      sending.current = true
      save.mutate(draft)
    },
    () => setBanner(screenTexts.fixErrors),
  )

  return (
    <Dialog
      open
      onClose={onClose}
      title={material ? 'Izmeni materijal' : 'Novi materijal'}
      onSubmit={submit}
      {...keeping.dialog}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyText="Snimanje...">
            {material ? 'Sačuvaj izmene' : 'Dodaj materijal'}
          </Button>
        </>
      )}
    >
      {keeping.conflict}
      {banner && <FormBanner key={formState.submitCount} title={banner} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="ID materijala"
          required
          error={errors.id?.message}
          hint={material ? 'ID se ne može menjati' : '3-10 velikih slova ili brojeva'}
        >
          <TextInput {...register('id')} readOnly={material !== null} className="code" autoCapitalize="characters" />
        </Field>
        <Field label="Jedinica mere" required error={errors.jedinica_mere?.message}>
          <Select {...register('jedinica_mere')} options={UNITS} emptyText="Izaberite" />
        </Field>
        <Field label="Naziv" required error={errors.naziv?.message} className="sm:col-span-2">
          <TextInput {...register('naziv')} data-autofocus={material ? true : undefined} />
        </Field>
        <Field label="Zemlja porekla" required error={errors.zemlja_porekla?.message}>
          <Controller control={control} name="zemlja_porekla" render={({ field }) => <CountryInput {...field} />} />
        </Field>
        <Field label="Tarifni broj" required error={errors.tarifni_broj?.message} hint="Format: 1234.56.78">
          <TextInput {...register('tarifni_broj')} className="code" inputMode="decimal" />
        </Field>
      </div>
    </Dialog>
  )
}
