import type { Ref } from 'react'
import { COUNTRIES } from '#contract/countries.ts'
import { Combobox, type Option } from '#web/ui/combobox.tsx'

const OPTIONS: readonly Option[] = COUNTRIES.map((name) => ({ id: name, name }))

type CountryInputProps = {
  value: string
  onChange: (text: string) => void
  onBlur?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** A country as free text with suggestions; for <Controller>: `{...field}`. */
export const CountryInput = ({ value, onChange, ...rest }: CountryInputProps) => (
  <Combobox {...rest} value={value} options={OPTIONS} onText={onChange} onChoose={({ name }) => onChange(name)} />
)
