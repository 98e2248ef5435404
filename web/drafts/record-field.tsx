import type { ComponentProps, ReactNode } from 'react'
import type { FieldTable } from '#contract/form-fields.ts'
import { FieldInput } from '#web/screens/field-input.tsx'
import type { Option } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import type { RecordFields } from './record-form.tsx'

type RecordFieldProps = Pick<ComponentProps<typeof FieldInput>, 'inputMode' | 'readOnly' | 'autoCapitalize'> & {
  of: FieldTable
  form: Pick<RecordFields<unknown>, 'draft' | 'dispatch'>
  name: string
  hint?: ReactNode
  offered?: readonly Option[]
  className?: string
  'data-autofocus'?: true | undefined
}

/** A field of a record with its label, what is wrong with it, and its control. */
export function RecordField({ of, form, name, hint, className = '', ...control }: RecordFieldProps) {
  const { draft, dispatch } = form
  const field = of[name]
  if (!field) return null
  return (
    <Field
      label={field.label}
      required={!field.optional}
      optional={field.optional}
      error={draft.errors.head[name]}
      hint={hint}
      className={className}
    >
      <FieldInput
        {...control}
        name={name}
        field={field}
        value={draft.head[name] ?? ''}
        onChange={(text) => dispatch({ do: 'changeHead', change: { [name]: text } })}
      />
    </Field>
  )
}
