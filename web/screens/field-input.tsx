import type { ComponentProps } from 'react'
import type { FormField } from '#contract/form-fields.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { CountryInput } from './country-input.tsx'

type FieldInputProps = Pick<ComponentProps<'input'>, 'inputMode' | 'readOnly' | 'autoCapitalize'> & {
  name: string
  field: FormField
  value: string
  onChange: (text: string) => void
  'data-autofocus'?: true | undefined
}

/** The control that a field of this kind is typed or chosen with. */
export function FieldInput({ name, field: { kind, choices, empty }, value, onChange, ...more }: FieldInputProps) {
  if (kind === 'day') return <DateInput name={name} value={value} onChange={onChange} />
  if (kind === 'country') return <CountryInput name={name} value={value} onChange={onChange} />
  if (kind === 'choice') {
    return (
      <Select
        name={name}
        options={choices}
        {...(empty === '' && { emptyText: 'Izaberite' })}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...more}
      name={name}
      className={kind === 'code' ? 'code' : ''}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
