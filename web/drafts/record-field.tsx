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

type OwnFieldProps = Pick<RecordFieldProps, 'of' | 'form'> & { stored: unknown; className?: string }

/** The ID of a record: the first field of a new one, fixed in a stored one. */
export const RecordId = ({ stored, ...own }: OwnFieldProps) => (
  <RecordField
    {...own}
    name="id"
    hint={stored ? 'ID se ne može menjati' : '3-10 velikih slova ili brojeva'}
    readOnly={stored !== null}
    autoCapitalize="characters"
  />
)

/** The name of a record, which has the focus where the ID is fixed. */
export const RecordName = ({ stored, ...own }: OwnFieldProps) => (
  <RecordField {...own} name="naziv" data-autofocus={stored ? true : undefined} />
)

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
      mark={draft.origins.get(name) === 'proposal' && draft.head[name] !== '' ? 'predloženo' : undefined}
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
