import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { type FieldTable, type FormField, namesIn } from '#contract/form-fields.ts'
import { reasonOf } from '#web/api.ts'
import { checkIn, typedIn } from '#web/drafts/typed-fields.ts'
import { useTypedFields } from '#web/drafts/use-typed-fields.ts'
import { FieldInput } from '#web/screens/field-input.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { byField } from '#web/screens/form-errors.ts'
import { onlyOnce } from '#web/screens/only-once.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { savedBy } from '#web/ui/saved-by.ts'
import { Setting } from '#web/ui/setting.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'

type SettingsFormProps<T extends FieldTable, B> = {
  title: string
  table: T
  /** A sentence about each setting; it stands beside the field. */
  sentences: { readonly [K in keyof T]: string }
  /** The row as it is stored, or as it begins. */
  stored: { readonly [K in keyof T]: unknown }
  /** The body by the contract. */
  body: z.ZodType<B>
  save: (body: B) => Promise<unknown>
  texts: { saved: string; notSaved: string }
  /** The fields of digits alone. */
  digits: readonly (keyof T)[]
  /** Whether who is logged in may change it. */
  allowed: boolean
  /** Under the fields: what is not typed. */
  children?: ReactNode
}

/** Some settings that are saved together, each with a sentence beside it. */
export function SettingsForm<T extends FieldTable, B>(props: SettingsFormProps<T, B>) {
  const { title, table, sentences, texts, digits, allowed, children } = props
  const opened = typedIn(table, props.stored) as Readonly<Record<string, string>>
  const { values, errors, change, refuse } = useTypedFields(opened)
  const [once] = useState(onlyOnce)
  const save = useMutation({ mutationFn: props.save, onSuccess: () => toastSuccess(texts.saved) })
  const names = namesIn(table)
  const dirty = names.some((name) => values[name] !== opened[name])

  function submit() {
    const { body, errors: found } = checkIn(table, values, props.body)
    refuse(byField(found))
    // Errors stand above the fields.
    if (body && allowed) once(() => save.mutateAsync(body)).catch(() => undefined)
  }

  return (
    <Panel title={title}>
      {dirty && <LeaveGuard />}
      <form aria-label={title} className="divide-y divide-line-quiet" {...savedBy(submit)}>
        {save.error && (
          <div className="p-4 pb-0">
            <FormBanner title={texts.notSaved}>{reasonOf(save.error)}</FormBanner>
          </div>
        )}
        {/* The form begins again with what was saved: nothing is typed into it meanwhile. */}
        <fieldset disabled={!allowed || save.isPending} className="contents">
          {names.map((name) => {
            const field = table[name] as FormField
            return (
              <Setting key={name} sentence={sentences[name]}>
                <Field label={field.label} required={!field.optional} optional={field.optional} error={errors[name]}>
                  <FieldInput
                    name={name}
                    field={field}
                    value={values[name] ?? ''}
                    onChange={(text) => change({ [name]: text })}
                    {...(digits.includes(name) ? { inputMode: 'numeric' as const } : {})}
                  />
                </Field>
              </Setting>
            )
          })}
          {children}
          {allowed && (
            <div className="px-4 py-3">
              <Button type="submit" variant="primary" changes busy={save.isPending} busyText="Čuvanje...">
                Sačuvaj
              </Button>
            </div>
          )}
        </fieldset>
      </form>
    </Panel>
  )
}
