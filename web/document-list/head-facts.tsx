import type { ReactNode } from 'react'
import { type FieldKind, type FieldTable, namesIn } from '#contract/form-fields.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { isOfCarina } from '#web/document-form/use-carina.ts'
import { DateText } from '#web/ui/date.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'

/** Facts that the head of a page says already, or each line. */
const SAID = new Set(['tip_dokumenta', 'datum', 'broj_c4', 'broj_c1'])

type Totals = { valuta: string; kurs: Micro; vrednost_total: Para; vrednost_rsd: Para; kolicina_total: Micro }

/** The fields of a document's head and what it comes to, each with its name; a dash for what is empty. */
export function headFacts(table: FieldTable, document: Totals & object): { name: string; value: ReactNode }[] {
  const { valuta, kurs, vrednost_total, vrednost_rsd, kolicina_total } = document
  const values = document as unknown as Readonly<Record<string, string | null>>
  const ofCarina = namesIn(table).filter((name) => isOfCarina(name) && values[name] !== null)
  return [
    ...namesIn(table)
      .filter((name) => !SAID.has(name) && !isOfCarina(name))
      .map((name) => ({ name: table[name]?.label ?? name, value: values[name] || '—' })),
    { name: 'Kurs', value: <Quantity value={kurs} minPlaces={2} /> },
    { name: 'Ukupna količina', value: <Quantity value={kolicina_total} /> },
    { name: 'Ukupna vrednost', value: <Money value={vrednost_total} currency={valuta} strong /> },
    { name: 'Vrednost u RSD', value: <Money value={vrednost_rsd} currency="RSD" /> },
    ...ofCarina.map((name) => ({
      name: table[name]?.label ?? name,
      value: carinaValue(table[name]?.kind, values, name),
    })),
  ]
}

type Values = Readonly<Record<string, string | null>>
function carinaValue(kind: FieldKind | undefined, values: Values, name: string): ReactNode {
  if (kind === 'day') return <DateText value={values[name] as CalendarDate} />
  return kind === 'reference' ? values.odobrenje_broj : values[name]
}
