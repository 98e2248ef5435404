import { dayIn, lastDayOf } from '#domain/calendar-date.ts'
import { formatMicro, formatPara, microFromNumber, type Para } from '#domain/decimal.ts'
import { type DocumentKind, LIST_PATHS } from '#web/screens/record-addresses.ts'

/** The unit of an axis: its name, and how many RSD one of it is. */
export type Scale = { unit: string; rsd: number }

const SCALES: readonly Scale[] = [
  { unit: 'mlrd. RSD', rsd: 1_000_000_000 },
  { unit: 'mil. RSD', rsd: 1_000_000 },
  { unit: 'hilj. RSD', rsd: 1000 },
]
const PLAIN: Scale = { unit: 'RSD', rsd: 1 }
/** The largest bar has at least this many units. */
const MIN_UNITS = 1.5

/** The unit in which the largest of these amounts is best read. */
export function scaleOf(amounts: readonly Para[]): Scale {
  const largest = Math.max(0, ...amounts.map(rsdOf))
  return SCALES.find(({ rsd }) => largest >= rsd * MIN_UNITS) ?? PLAIN
}

/** An amount as the length of a bar; only what is drawn is a binary fraction. */
export const rsdOf = (amount: Para): number => amount / 100

/** RSD in units of the scale, two places at most: `6`, `0,25`; `minPlaces` keeps zeros. */
export function inUnits(rsd: number, scale: Scale, minPlaces = 0): string {
  const rounded = Math.round((rsd / scale.rsd) * 100) / 100
  const micro = microFromNumber(rounded)
  return micro === null ? formatPara(Math.round(rsd * 100) as Para) : formatMicro(micro, { minPlaces })
}

/** The share of a total: `12 %`, and never 0 % of something. */
export function shareText(part: Para, whole: Para): string {
  if (whole <= 0) return ''
  const percent = (part / whole) * 100
  return percent > 0 && percent < 1 ? '<\u00a01\u00a0%' : `${Math.round(percent)}\u00a0%`
}

/** A name cut to the given length, at a letter, with `…`. */
export const shortened = (name: string, maxCharacters: number): string =>
  name.length <= maxCharacters ? name : `${name.slice(0, maxCharacters - 1).trimEnd()}…`

/** The list of the documents of a month (`2026-03`), whose values a bar adds up. */
export const documentsOf = (vrsta: DocumentKind, mesec: string): string =>
  `${LIST_PATHS[vrsta]}?datum_od=${dayIn(mesec, 1)}&datum_do=${dayIn(mesec, lastDayOf(mesec))}`

const monthText = new Intl.DateTimeFormat('sr-Latn-RS', { month: 'short', timeZone: 'UTC' })

/** `2026-05` → `maj` */
export const shortMonth = (mesec: string): string => monthText.format(new Date(`${mesec}-01T00:00:00Z`))

/** `2026-05` → `maj 2026.` */
export const monthWithYear = (mesec: string): string => `${shortMonth(mesec)} ${mesec.slice(0, 4)}.`
