import { useQuery } from '@tanstack/react-query'
import { rateEndpoints } from '#contract/rates.ts'
import { formatMicro, type Micro } from '#domain/decimal.ts'
import { read } from '#web/queries.ts'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { documentRate, type SavedRate } from './rate.ts'

/** The rate of the document in the form; null until the table is here, or where it has none. */
export function useDocumentRate(valuta: string, datum: string, saved: SavedRate | null): Micro | null {
  const { data = [] } = useQuery(read(rateEndpoints.listRates))
  return documentRate(data, { valuta, datum }, saved)
}

/** The rate to RSD, to look at: it comes from the rate table and not from the form. */
export const RateField = ({ kurs }: { kurs: Micro | null }) => (
  <Field label="Kurs">
    <TextInput
      readOnly
      tabIndex={-1}
      className="num text-right"
      title="Kurs prema RSD iz tabele kurseva, na dan dokumenta"
      value={kurs === null ? '—' : formatMicro(kurs, { minPlaces: 2 })}
    />
  </Field>
)
