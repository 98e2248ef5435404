import { type AuditRow, RADNJE, type Radnja, VRSTE, type Vrsta } from '#contract/audit.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { THINGS, type Thing } from '#web/screens/things.ts'

const DEEDS: Record<Radnja, string> = {
  dodato: 'Dodato',
  izmenjeno: 'Izmenjeno',
  obrisano: 'Obrisano',
  vraceno: 'Vraćeno',
  pomereno: 'Promenjeno razduženje',
  import: 'Učitavanje iz Excela',
  prijava: 'Prijavljivanje',
  odjava: 'Odjavljivanje',
  odbijeno: 'Odbijeno prijavljivanje',
  zakljucano: 'Zaključavanje',
  otkljucano: 'Otključavanje',
}

export const KIND_OPTIONS = VRSTE.map((value) => ({ value, text: THINGS[value].name }))
export const DEED_OPTIONS = RADNJE.map((value) => ({ value, text: DEEDS[value] }))

const VERBS: Partial<Record<Radnja, string>> = {
  dodato: 'Dodat',
  izmenjeno: 'Izmenjen',
  obrisano: 'Obrisan',
  vraceno: 'Vraćen',
}

/**
 * The deed as the beginning of a sentence, and the name that ends it: 'Izmenjen ulazni dokument', 'C4-1'. A word that
 * this program does not know (an entry of a newer one) is shown as it is.
 */
export function deedOf({ radnja, vrsta, predmet, opis }: AuditRow): { deed: string; name: string } {
  const thing: Thing = THINGS[vrsta as Vrsta] ?? { name: vrsta, one: vrsta, many: vrsta }
  const verb = VERBS[radnja as Radnja]
  if (verb) return { deed: `${verb}${thing.ending ?? ''} ${thing.one}`, name: opis }
  if (radnja === 'pomereno')
    return { deed: `Promenjeno razduženje ${predmet ? 'dokumenta' : 'dokumenata'}`, name: opis }
  if (radnja === 'import') return { deed: `Učitavanje ${thing.many} iz fajla`, name: opis }
  // The user of a login or logout is named already.
  if (vrsta === 'nalog') return { deed: DEEDS[radnja as Radnja] ?? radnja, name: '' }
  return { deed: `${DEEDS[radnja as Radnja] ?? radnja} ${thing.one}`, name: opis || predmet }
}

/** '… je vraćen', '… je vraćeno' by its gender; `izmena` says that it was changed by an import, not deleted. */
export const backText = ({
  izmena,
  ...back
}: Pick<AuditRow, 'vrsta' | 'opis'> & { izmena?: number | undefined }): string =>
  `${titleOf(back)} je vraćen${THINGS[back.vrsta as Vrsta]?.ending ?? ''}${izmena ? ' na stanje pre učitavanja' : ''}.`

/** Whether other entries may be about the same thing. */
export const hasHistory = ({ vrsta, predmet }: AuditRow): boolean => predmet !== '' && vrsta !== 'pdf'

/** The name of a thing with what it is: 'Ulazni dokument C4-1'. */
export function titleOf({ vrsta, opis }: Pick<AuditRow, 'vrsta' | 'opis'>): string {
  const one = THINGS[vrsta as Vrsta]?.one ?? vrsta
  return `${one.charAt(0).toUpperCase()}${one.slice(1)} ${opis}`
}

const LONG_DAY = new Intl.DateTimeFormat('sr-Latn-RS', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A day as the heading of its entries: 'petak, 20. novembar 2026.' */
export const dayText = (day: CalendarDate): string => LONG_DAY.format(Date.parse(day))
