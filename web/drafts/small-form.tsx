import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { z } from 'zod'
import { type FieldTable, type FormField, namesIn } from '#contract/form-fields.ts'
import { reasonOf } from '#web/api.ts'
import { FieldInput } from '#web/screens/field-input.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { byField } from '#web/screens/form-errors.ts'
import { onlyOnce } from '#web/screens/only-once.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, SaveKey } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { type Draft, type FieldSentences, NO_ERRORS, openedDraft, type TypedHead } from './draft.ts'
import { type DraftAction, reduceDraft } from './draft-reducer.ts'
import { checkIn, typedIn } from './typed-fields.ts'

/**
 * A small form without lines or a kept draft, on the reducer of documents: what is changed loses its error, and the first
 * wrong field in `box` has the focus each time the form is refused.
 */
export function useTypedFields<H extends TypedHead>(empty: H) {
  const [draft, dispatch] = useReducer(
    (before: Draft<H, never>, action: DraftAction<H, never>) => reduceDraft(before, action),
    empty,
    (head) => openedDraft<H, never>(head, []),
  )
  const [refusals, setRefusals] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  return {
    box,
    values: draft.head,
    errors: draft.errors.head,
    change: useCallback((change: Partial<H>) => dispatch({ do: 'changeHead', change }), []),
    refuse: useCallback((head: FieldSentences) => {
      dispatch({ do: 'showErrors', errors: { ...NO_ERRORS, head } })
      if (Object.keys(head).length > 0) setRefusals((count) => count + 1)
    }, []),
  }
}

type SmallFormProps<T extends FieldTable, B> = {
  title: string
  table: T
  /** The row as it is stored, or as it begins. */
  stored: { readonly [K in keyof T]: unknown }
  /** The body by the contract. */
  body: z.ZodType<B>
  save: (body: B) => Promise<unknown>
  texts: { saved: string; notSaved: string }
  /** The fields that take the full width. */
  wide?: readonly (keyof T)[]
  onClose: () => void
}

/** The window of a few fields, none of them a flag: a short entry. */
export function SmallForm<T extends FieldTable, B>(props: SmallFormProps<T, B>) {
  const { title, table, texts, wide = [], onClose } = props
  const opened = typedIn(table, props.stored) as Readonly<Record<string, string>>
  const { box, values, errors, change, refuse } = useTypedFields(opened)
  const names = namesIn(table)
  const [once] = useState(onlyOnce)
  const save = useMutation({
    mutationFn: props.save,
    onSuccess: () => toastSuccess(texts.saved),
  })

  function submit() {
    const { body, errors: found } = checkIn(table, values, props.body)
    refuse(byField(found))
    // Errors stand above the fields.
    if (body) once(() => save.mutateAsync(body, { onSuccess: onClose })).catch(() => undefined)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={title}
      busy={save.isPending}
      dirty={names.some((name) => values[name] !== opened[name])}
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
      {save.error && <FormBanner title={texts.notSaved}>{reasonOf(save.error)}</FormBanner>}
      <div ref={box} className="grid gap-4 sm:grid-cols-2">
        {names.map((name) => {
          const field = table[name] as FormField
          return (
            <Field
              key={name}
              label={field.label}
              required={!field.optional}
              optional={field.optional}
              error={errors[name]}
              className={wide.includes(name) ? 'sm:col-span-2' : ''}
            >
              <FieldInput
                name={name}
                field={field}
                value={values[name] ?? ''}
                onChange={(text) => change({ [name]: text })}
              />
            </Field>
          )
        })}
      </div>
    </Dialog>
  )
}
