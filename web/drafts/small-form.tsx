import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { z } from 'zod'
import { type FieldTable, type FormField, namesIn } from '#contract/form-fields.ts'
import { reasonOf } from '#web/api.ts'
import { TableField } from '#web/screens/field-input.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { byField } from '#web/screens/form-errors.ts'
import { onlyOnce } from '#web/screens/only-once.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, SaveKey } from '#web/ui/dialog.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { type FieldSentences, NO_ERRORS, openedDraft, type TypedHead } from './draft.ts'
import { checkIn, typedIn } from './typed-fields.ts'
import { useForm } from './use-form.ts'

/**
 * A small form without lines or a kept draft, on the reducer of documents: a changed field loses its error, and the
 * first wrong field in `box` gets the focus each time the form is refused.
 */
export function useTypedFields<H extends TypedHead>(empty: H) {
  const { draft, dispatch, box, refuse } = useForm(() => openedDraft<H, never>(empty, []))
  return {
    box,
    values: draft.head,
    errors: draft.errors.head,
    change: useCallback((change: Partial<H>) => dispatch({ do: 'changeHead', change }), [dispatch]),
    refuse: useCallback((head: FieldSentences) => refuse({ ...NO_ERRORS, head }), [refuse]),
  }
}

/** The fields of a table that are saved together. */
export type TableForm<T extends FieldTable, B> = {
  table: T
  /** The row as it is stored, or as it begins. */
  stored: { readonly [K in keyof T]: unknown }
  /** The body by the contract. */
  body: z.ZodType<B>
  save: (body: B) => Promise<unknown>
  texts: { saved: string; notSaved: string }
}

/** The state of such a form: the props of each field, whether anything was typed, the check and the save. */
export function useTableForm<T extends FieldTable, B>(
  { table, stored, body: shape, save: send, texts }: TableForm<T, B>,
  onSaved?: () => void,
) {
  const opened = typedIn(table, stored) as Readonly<Record<string, string>>
  const { box, values, errors, change, refuse } = useTypedFields(opened)
  const names = namesIn(table)
  const [once] = useState(onlyOnce)
  const save = useMutation({ mutationFn: send, onSuccess: () => toastSuccess(texts.saved) })
  return {
    box,
    names,
    save,
    dirty: names.some((name) => values[name] !== opened[name]),
    fieldOf: (name: keyof T & string) => ({
      name,
      field: table[name] as FormField,
      value: values[name] ?? '',
      error: errors[name],
      onChange: (text: string) => change({ [name]: text }),
    }),
    submit() {
      const { body, errors: found } = checkIn(table, values, shape)
      refuse(byField(found))
      // Errors stand above the fields.
      if (body) once(() => save.mutateAsync(body, { onSuccess: () => onSaved?.() })).catch(() => undefined)
    },
  }
}

type SmallFormProps<T extends FieldTable, B> = TableForm<T, B> & {
  title: string
  /** The fields that take the full width. */
  wide?: readonly (keyof T)[]
  onClose: () => void
}

/** The window of a short entry: a few fields without flags. */
export function SmallForm<T extends FieldTable, B>({ title, wide = [], onClose, ...of }: SmallFormProps<T, B>) {
  const { box, names, save, dirty, fieldOf, submit } = useTableForm(of, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={title}
      busy={save.isPending}
      dirty={dirty}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary" changes busy={save.isPending} busyText="Čuvanje...">
            Sačuvaj
            <SaveKey />
          </Button>
        </>
      )}
    >
      {save.error && <FormBanner title={of.texts.notSaved}>{reasonOf(save.error)}</FormBanner>}
      <div ref={box} className="grid gap-4 sm:grid-cols-2">
        {names.map((name) => (
          <TableField key={name} {...fieldOf(name)} className={wide.includes(name) ? 'sm:col-span-2' : ''} />
        ))}
      </div>
    </Dialog>
  )
}
