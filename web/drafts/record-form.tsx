import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError, messageOf } from '#web/api.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { type Checked, resolverOf, showServerErrors } from '#web/screens/form-errors.ts'
import { screenTexts } from '#web/screens/screen-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, SaveKey } from '#web/ui/dialog.tsx'
import { leaveUnseen } from '#web/ui/leave-unseen.ts'
import { toastSuccess } from '#web/ui/toast.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'
import type { Facts } from './differences.ts'
import { requestKeys } from './request-key.ts'
import { useKeeping } from './use-keeping.tsx'

type Stored = { readonly id: string; readonly verzija: number }

/** What a record of the catalogue says of its form: `D` is what stands in it, `B` the body that is sent. */
export type RecordKind<R extends Stored, D extends FieldValues, B> = {
  /** The kind of form, under which drafts are kept. */
  kind: string
  /** Path of the list that the record stands in. */
  list: string
  empty: D
  shape: z.ZodType<D>
  draftOf: (stored: R) => D
  factsOf: (draft: D) => Facts
  check: (draft: D) => Checked<B>
  /** Brings what is still being looked up to its end, before the form is checked. */
  settle?: (form: UseFormReturn<D, unknown, D>) => Promise<void>
  load: (id: string) => Promise<R>
  create: (body: B, idempotencyKey: string) => Promise<unknown>
  update: (id: string, body: B, ifVersion: number | undefined) => Promise<unknown>
  texts: { added: string; changed: string; saveFailed: string }
  /** Title of the window and words of its button, for a new record and for a stored one. */
  titles: { add: string; edit: string; submit: string }
}

/** What is said above the fields, and whether it is about what stands in them. */
type FormFault = { readonly text: string; readonly ofFields: boolean }

type RecordFormProps<R extends Stored, D extends FieldValues, B> = {
  of: RecordKind<R, D, B>
  /** The stored record; null for a new one. */
  stored: R | null
  onClose: () => void
  fields: (form: UseFormReturn<D, unknown, D>, stored: R | null) => ReactNode
}

/** The window in which a record of the catalogue is added or edited; it opens anew for each. */
export function RecordForm<R extends Stored, D extends FieldValues & { id: string; naziv: string }, B>({
  of,
  stored,
  onClose,
  fields,
}: RecordFormProps<R, D, B>) {
  const [keyFor] = useState(() => requestKeys())
  const sending = useRef(false)
  const stillOpen = useStillOpen()
  const [banner, setBanner] = useState<FormFault>()
  const resolver = useMemo(() => resolverOf(of.check), [of])
  const form = useForm<D, unknown, D>({
    defaultValues: (stored ? of.draftOf(stored) : of.empty) as DefaultValues<D>,
    resolver,
  })
  const { handleSubmit, setError, formState } = form
  const { isDirty, errors } = formState
  const wrong = Object.keys(errors).length > 0
  useEffect(() => {
    if (!wrong) setBanner((said) => (said?.ofFields ? undefined : said))
  }, [wrong])

  const keeping = useKeeping<R, D>({
    kind: of.kind,
    stored,
    load: ({ id }) => of.load(id),
    dirty: isDirty,
    shape: of.shape,
    content: form.getValues,
    contentOf: of.draftOf,
    nameOf: ({ id, naziv }) => [naziv, id].filter(Boolean).join(' '),
    factsOf: of.factsOf,
    show: (content, { typed }) => {
      setBanner(undefined)
      form.reset(content, { keepDefaultValues: typed })
    },
    submit: () => void submit(),
  })
  const { note, record } = keeping
  useEffect(() => form.subscribe({ formState: { values: true }, callback: note }), [form, note])

  const save = useMutation({
    meta: { list: of.list },
    mutationFn: async (draft: D) => {
      const { body } = of.check(draft)
      if (!body) throw new Error('the resolver let an invalid draft pass')
      return record ? of.update(record.id, body, keeping.ifVersion()) : of.create(body, keyFor(body))
    },
    onSuccess: () => {
      keeping.saved()
      toastSuccess(record ? of.texts.changed : of.texts.added)
      if (stillOpen.current) onClose()
    },
    onError: async (error) => {
      if (await keeping.caught(error)) return
      showServerErrors(error, setError)
      const ofFields = error instanceof ApiError && error.errors.length > 0
      setBanner({ text: messageOf(error, of.texts.saveFailed), ofFields })
    },
    onSettled: () => {
      sending.current = false
    },
  })

  const checked = handleSubmit(
    (draft) => {
      setBanner(undefined)
      if (sending.current) return
      sending.current = true
      save.mutate(draft)
    },
    () => setBanner({ text: screenTexts.fixErrors, ofFields: true }),
  )

  /** The field that is still being typed in counts. */
  async function submit() {
    const cell = of.settle && leaveUnseen()
    try {
      await of.settle?.(form)
    } catch (error) {
      // Nobody knows now what is in the catalogue: it must not be said that something is not.
      console.error(error)
      return setBanner({ text: messageOf(error, of.texts.saveFailed), ofFields: false })
    } finally {
      cell?.focus()
    }
    // Whoever closed it meanwhile was told that it is not saved and stays a draft.
    if (stillOpen.current) await checked()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={record ? of.titles.edit : of.titles.add}
      onSubmit={() => void submit()}
      busy={save.isPending}
      {...keeping.dialog}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyText="Snimanje...">
            {record ? 'Sačuvaj izmene' : of.titles.submit}
            <SaveKey />
          </Button>
        </>
      )}
    >
      {keeping.conflict}
      {banner && <FormBanner key={formState.submitCount} title={banner.text} />}
      {fields(form, record)}
    </Dialog>
  )
}
