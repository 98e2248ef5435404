import type { ComponentProps } from 'react'
import type { FormField } from '#contract/form-fields.ts'
import { COUNTRIES, countryBegunBy } from '#domain/countries.ts'
import { Combobox, type Option } from '#web/ui/combobox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

type FieldInputProps = Pick<ComponentProps<'input'>, 'inputMode' | 'readOnly' | 'autoCapitalize'> & {
  name: string
  field: FormField
  value: string
  onChange: (text: string) => void
  /** Choices beside which any text may stand. */
  offered?: readonly Option[] | undefined
  'data-autofocus'?: true | undefined
}

/** The control that a field of this kind is typed or chosen with. */
export function FieldInput({ name, field, value, onChange, offered, ...more }: FieldInputProps) {
  const { kind, choices, choiceTexts, empty, optional } = field
  const suggested = kind === 'text' && choices.length > 0 ? choices.map((name) => ({ id: name, name })) : undefined
  const options = offered ?? suggested
  if (options) {
    const choose = ({ name: chosen }: Option) => onChange(chosen)
    return <Combobox name={name} value={value} options={options} onText={onChange} onChoose={choose} />
  }
  if (kind === 'day') return <DateInput name={name} value={value} onChange={onChange} />
  if (kind === 'country') return <CountryInput name={name} value={value} onChange={onChange} />
  if (kind === 'choice') {
    return (
      <Select
        name={name}
        options={choices.map((value) => ({ value, text: choiceTexts[value] ?? value }))}
        {...(empty === '' && { emptyText: optional ? '–' : 'Izaberite' })}
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

type TableFieldProps = FieldInputProps & Pick<ComponentProps<typeof Field>, 'error' | 'hint' | 'mark' | 'className'>

/** A field of a table with its label, what is wrong with it, and its control. */
export const TableField = ({ error, hint, mark, className = '', ...control }: TableFieldProps) => {
  const { label, optional } = control.field
  return (
    <Field {...{ label, optional, error, hint, mark, className }} required={!optional}>
      <FieldInput {...control} />
    </Field>
  )
}

const OPTIONS: readonly Option[] = COUNTRIES.map((name) => ({ id: name, name }))

type CountryInputProps = {
  value: string
  onChange: (text: string) => void
  name?: string
}

/**
 * A country as free text with suggestions; a known one stands in its own spelling once the field is left, also when
 * only its beginning was typed.
 */
const CountryInput = ({ value, onChange, ...rest }: CountryInputProps) => (
  <Combobox
    {...rest}
    value={value}
    options={OPTIONS}
    onText={onChange}
    onChoose={({ name }) => onChange(name)}
    onBlur={() => {
      const country = countryBegunBy(value)
      if (country !== value) onChange(country)
    }}
  />
)
