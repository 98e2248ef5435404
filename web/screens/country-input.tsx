import { COUNTRIES, countryBegunBy } from '#domain/countries.ts'
import { Combobox, type Option } from '#web/ui/combobox.tsx'

const OPTIONS: readonly Option[] = COUNTRIES.map((name) => ({ id: name, name }))

type CountryInputProps = {
  value: string
  onChange: (text: string) => void
  name?: string
}

/**
 * A country as free text with suggestions; a known one stands in its own spelling once the field is left, also when only
 * its beginning was typed.
 */
export const CountryInput = ({ value, onChange, ...rest }: CountryInputProps) => (
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
