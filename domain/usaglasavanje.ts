import { type CalendarDate, yearOf } from './calendar-date.ts'
import { divideHalfUp, type Micro, type Para } from './decimal.ts'
import { codeKey } from './one-form.ts'
import { unitName } from './units.ts'

/**
 * The kinds of difference between a row of ours and one of the forwarder's, or the lack of one; of several the first in
 * this order.
 */
export const VRSTE_RAZLIKE = [
  'isto',
  'samo kod nas',
  'samo kod špeditera',
  'JM ×1000',
  'JM ÷1000',
  'količina',
  'tarifni broj (druga glava)',
  'tarifni broj',
  'vrednost',
  'datum',
] as const
export type VrstaRazlike = (typeof VRSTE_RAZLIKE)[number]

/** The fields that may differ between two rows that were matched. */
export const POLJA_RAZLIKE = ['broj', 'kolicina', 'jedinica_mere', 'tarifni_broj', 'vrednost', 'datum'] as const
export type PoljeRazlike = (typeof POLJA_RAZLIKE)[number]

type Row = {
  readonly redni_broj: number | null
  readonly tarifni_broj: string
  readonly kolicina: Micro
  readonly jedinica_mere: string
  readonly datum: CalendarDate | null
}
/** A line of an import of ours; `vrednosti` are what it is worth in its currency, in RSD and to customs. */
export type NasRed = Row & {
  readonly broj: string
  readonly broj_jci: string | null
  readonly broj_fakture: string
  readonly vrednosti: readonly Para[]
}
/** A row of the forwarder's sheet; what it does not say is empty or null and is not compared. */
export type NjihovRed = Row & { readonly broj: string; readonly vrednost: Para | null }

/**
 * Rows within these limits are the same: values differ by at most this many units, quantities are compared to this many
 * places.
 */
export type Tolerancija = { readonly tolerancija_vrednosti: number; readonly decimale_kolicine: number }
export const MAX_DECIMALA = 6
export const BEZ_TOLERANCIJE: Tolerancija = { tolerancija_vrednosti: 0, decimale_kolicine: MAX_DECIMALA }

/** Places of the two rows in their lists; null on the side that has none. */
export type Uparen = {
  readonly nas: number | null
  readonly njihov: number | null
  readonly vrsta: VrstaRazlike
  readonly polja: readonly PoljeRazlike[]
}

/** A number of a document as it is compared: `c4-001/26` is `C4 - 001/26`. */
export const brojKey = (broj: string): string => codeKey(broj).replace(/\s/g, '')

/** `7318 15`, `7318.15` and `7318150000` are one number: zeros behind say nothing more. */
function tariffKey(text: string): string {
  const digits = text.replace(/\D/g, '')
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end).padEnd(4, '0')
}
const tariffOf = (text: string): string | null => (/\d/.test(text) ? tariffKey(text) : null)

const THOUSAND = 1000n
const isThousandTimes = (a: Micro, b: Micro) => BigInt(a) === BigInt(b) * THOUSAND

/** The keys by which a row is found, made once of each: texts as they are compared, null for what it does not say. */
type Sought = {
  readonly brojevi: readonly (string | null)[]
  readonly godina: number | null
  readonly redni_broj: number | null
  readonly tarifni_broj: string | null
  readonly kolicina: number
  readonly datum: string | null
  readonly vrednosti: readonly number[]
}
type Key = (row: Sought) => string | null
type AnyRow = NasRed | NjihovRed

const joined = (...parts: (string | number | null)[]): string | null => (parts.includes(null) ? null : parts.join('\n'))
const numberOf = (broj: string | null): string | null => (broj ? brojKey(broj) || null : null)

const PARA = 100n
/** A quantity, and a value, by which rows are looked for where these need not agree to the last place. */
const aboutQuantity = (value: Micro, { decimale_kolicine }: Tolerancija): number =>
  Number(divideHalfUp(BigInt(value), 10n ** BigInt(MAX_DECIMALA - decimale_kolicine)))
const aboutValue = (value: Para, { tolerancija_vrednosti }: Tolerancija): number =>
  tolerancija_vrednosti === 0 ? value : Number(divideHalfUp(BigInt(value), PARA))

const soughtIn = (row: AnyRow, tolerancija: Tolerancija): Sought => ({
  brojevi: 'broj_jci' in row ? [numberOf(row.broj), numberOf(row.broj_jci)] : [numberOf(row.broj)],
  godina: row.datum && yearOf(row.datum),
  redni_broj: row.redni_broj,
  tarifni_broj: tariffOf(row.tarifni_broj),
  kolicina: aboutQuantity(row.kolicina, tolerancija),
  datum: row.datum,
  vrednosti: valuesOf(row).map((value) => aboutValue(value, tolerancija)),
})
const valuesOf = (row: AnyRow): readonly Para[] =>
  'vrednosti' in row ? row.vrednosti : row.vrednost === null ? [] : [row.vrednost]

/** How rows of one number are told apart (customs §4.11): by R. br., the surest first, else by tariff number and quantity. */
const WITHIN: readonly Key[] = [
  (row) => joined(row.redni_broj, row.tarifni_broj, row.kolicina),
  (row) => joined(row.redni_broj, row.tarifni_broj),
  (row) => joined(row.redni_broj, row.kolicina),
  (row) => joined(row.redni_broj),
  (row) => joined(row.tarifni_broj, row.kolicina),
  (row) => joined(row.tarifni_broj),
  (row) => joined(row.kolicina),
]

/**
 * The numbers by which rows are compared: ours, or that of customs; first within one year, because numbers start again
 * each year.
 */
const NUMBERS = [
  { place: 0, inYear: true },
  { place: 1, inYear: true },
  { place: 0, inYear: false },
  { place: 1, inYear: false },
] as const

/** Rows whose number the other side does not know are matched by their goods alone. */
const UNNUMBERED: readonly Key[] = [
  (row) => joined(row.tarifni_broj, row.kolicina, row.datum),
  (row) => joined(row.tarifni_broj, row.kolicina),
]

/**
 * Lays rows of the forwarder or of customs beside ours (customs §4.11): each row of both stands in exactly one pair, and
 * which one does not depend on the order of the lists. Takes as many steps as there are rows.
 */
export function uparene(
  nasi: readonly NasRed[],
  njihovi: readonly NjihovRed[],
  tolerancija = BEZ_TOLERANCIJE,
): Uparen[] {
  const soughtOf = (row: AnyRow) => soughtIn(row, tolerancija)
  const sought = { nasi: nasi.map(soughtOf), njihovi: njihovi.map(soughtOf) }
  const known = numbersIn(sought)
  let left: Left = { nasi: inOrder(nasi), njihovi: inOrder(njihovi) }
  const pairs: Uparen[] = []
  const pairUp = (nas: Key, njihov: Key, across = false) => {
    const found = pairBy(sought, left, nas, njihov)
    left = found.left
    for (const [ours, theirs] of found.pairs) {
      const [nasRed, njihovRed] = [nasi[ours] as NasRed, njihovi[theirs] as NjihovRed]
      const polja = differencesOf(nasRed, njihovRed, { across, ...tolerancija })
      pairs.push({ nas: ours, njihov: theirs, vrsta: vrstaOf(polja, nasRed, njihovRed), polja })
    }
  }
  for (const { place, inYear } of NUMBERS)
    for (const key of WITHIN) {
      const of = (numberAt: (row: Sought) => string | null, isKnown: (row: Sought) => boolean): Key => {
        return (row) => (isKnown(row) ? joined(numberAt(row), inYear ? row.godina : 0, key(row)) : null)
      }
      pairUp(
        of(({ brojevi }) => brojevi[place] ?? null, known.atTheirs),
        of(({ brojevi }) => brojevi[0] ?? null, known.atOurs),
      )
    }
  for (const key of UNNUMBERED)
    pairUp(
      (row) => (known.atTheirs(row) ? null : key(row)),
      (row) => (known.atOurs(row) ? null : key(row)),
      true,
    )
  return [
    ...pairs,
    ...left.nasi.map((nas): Uparen => ({ nas, njihov: null, vrsta: 'samo kod nas', polja: [] })),
    ...left.njihovi.map((njihov): Uparen => ({ nas: null, njihov, vrsta: 'samo kod špeditera', polja: [] })),
  ]
}

/** Places of rows in an order that their contents alone decide. */
function inOrder(rows: readonly AnyRow[]): number[] {
  const keys = rows.map(contentOf)
  return [...rows.keys()].sort((a, b) => ((keys[a] as string) < (keys[b] as string) ? -1 : keys[a] === keys[b] ? 0 : 1))
}

const contentOf = (row: AnyRow): string =>
  [
    row.broj,
    'broj_jci' in row ? row.broj_jci : '',
    'broj_fakture' in row ? row.broj_fakture : '',
    row.redni_broj,
    row.tarifni_broj,
    row.kolicina,
    row.jedinica_mere,
    row.datum,
    ...('vrednosti' in row ? row.vrednosti : [row.vrednost]),
  ].join('\n')

type Left = { readonly nasi: readonly number[]; readonly njihovi: readonly number[] }
type Both = { readonly nasi: readonly Sought[]; readonly njihovi: readonly Sought[] }

/** Pairs rows of the same key, each row once: first those of the same value too, then in their order. */
function pairBy(sought: Both, left: Left, nas: Key, njihov: Key) {
  const theirs = groupedBy(left.njihovi, (at) => njihov(sought.njihovi[at] as Sought))
  const ours = theirs.size === 0 ? theirs : groupedBy(left.nasi, (at) => nas(sought.nasi[at] as Sought))
  const pairs: Pair[] = []
  for (const [key, group] of ours) {
    const same = theirs.get(key)
    if (same) pairs.push(...pairsWithin(sought, group, same))
  }
  if (pairs.length === 0) return { pairs, left }
  const paired = { nasi: new Set(pairs.map(([at]) => at)), njihovi: new Set(pairs.map(([, at]) => at)) }
  return {
    pairs,
    left: {
      nasi: left.nasi.filter((at) => !paired.nasi.has(at)),
      njihovi: left.njihovi.filter((at) => !paired.njihovi.has(at)),
    },
  }
}

type Pair = readonly [nas: number, njihov: number]

/** Pairs of rows of one key. */
function pairsWithin(sought: Both, ours: readonly number[], theirs: readonly number[]): Pair[] {
  const valueAt = (at: number) => (sought.njihovi[at] as Sought).vrednosti[0] ?? null
  const ofValue =
    ours.length + theirs.length === 2 ? new Map<number, number[]>() : groupedBy(theirs.toReversed(), valueAt)
  const pairs: Pair[] = []
  const rest = ours.filter((at) => {
    const value = (sought.nasi[at] as Sought).vrednosti.find((one) => ofValue.get(one)?.length)
    if (value === undefined) return true
    pairs.push([at, ofValue.get(value)?.pop() as number])
    return false
  })
  const taken = new Set(pairs.map(([, at]) => at))
  const others = theirs.filter((at) => !taken.has(at))
  return [...pairs, ...rest.slice(0, others.length).map((at, place): Pair => [at, others[place] as number])]
}

/** Rows by their keys; those without one are left out. */
function groupedBy<K>(rows: readonly number[], keyOf: (at: number) => K | null): Map<K, number[]> {
  const groups = new Map<K, number[]>()
  for (const at of rows) {
    const key = keyOf(at)
    if (key === null) continue
    const same = groups.get(key)
    if (same) same.push(at)
    else groups.set(key, [at])
  }
  return groups
}

/** Which rows have a number that the other side knows too. */
function numbersIn({ nasi, njihovi }: Both) {
  const ours = new Set(nasi.flatMap(({ brojevi }) => brojevi))
  const theirs = new Set(njihovi.flatMap(({ brojevi }) => brojevi))
  const isIn = (numbers: ReadonlySet<string | null>) => (row: Sought) =>
    row.brojevi.some((broj) => broj !== null && numbers.has(broj))
  return { atTheirs: isIn(theirs), atOurs: isIn(ours) }
}

/** The fields of their row that differ from ours. */
function differencesOf(
  nas: NasRed,
  njihov: NjihovRed,
  { across, ...tolerancija }: Tolerancija & { readonly across: boolean },
): PoljeRazlike[] {
  const { vrednost } = njihov
  const most = tolerancija.tolerancija_vrednosti * Number(PARA)
  const differs: Record<PoljeRazlike, boolean> = {
    broj: across && njihov.broj !== '',
    kolicina: aboutQuantity(nas.kolicina, tolerancija) !== aboutQuantity(njihov.kolicina, tolerancija),
    jedinica_mere: njihov.jedinica_mere !== '' && unitName(nas.jedinica_mere) !== unitName(njihov.jedinica_mere),
    tarifni_broj: !isSameTariff(nas.tarifni_broj, njihov.tarifni_broj),
    vrednost: vrednost !== null && nas.vrednosti.every((ours) => Math.abs(ours - vrednost) > most),
    datum: njihov.datum !== null && nas.datum !== njihov.datum,
  }
  return POLJA_RAZLIKE.filter((polje) => differs[polje])
}

/** One of two tariff numbers may be shorter: it is less exact but does not differ. */
function isSameTariff(nas: string, njihov: string): boolean {
  const [ours, theirs] = [tariffOf(nas), tariffOf(njihov)]
  return ours === null || theirs === null || ours.startsWith(theirs) || theirs.startsWith(ours)
}

const chapterOf = (text: string) => text.replace(/\D/g, '').slice(0, 2)

function vrstaOf(polja: readonly PoljeRazlike[], nas: NasRed, njihov: NjihovRed): VrstaRazlike {
  if (polja.includes('kolicina')) {
    if (isThousandTimes(nas.kolicina, njihov.kolicina)) return 'JM ×1000'
    if (isThousandTimes(njihov.kolicina, nas.kolicina)) return 'JM ÷1000'
  }
  if (polja.includes('kolicina') || polja.includes('jedinica_mere')) return 'količina'
  if (polja.includes('tarifni_broj'))
    return chapterOf(nas.tarifni_broj) === chapterOf(njihov.tarifni_broj)
      ? 'tarifni broj'
      : 'tarifni broj (druga glava)'
  if (polja.includes('vrednost')) return 'vrednost'
  return polja.includes('datum') ? 'datum' : 'isto'
}

/**
 * The difference that an explanation belongs to, as text: its rows, and the figures that differ. Another file with the
 * same difference has the same; where one of these figures is another, the difference is another.
 */
export function znakRazlike(
  vrsta: VrstaRazlike,
  polja: readonly PoljeRazlike[],
  nas: NasRed | null,
  njihov: NjihovRed | null,
) {
  const named = polja.length > 0 ? polja : (['tarifni_broj', 'kolicina'] as const)
  const figures = named.map((polje) => [
    polje,
    nas && (polje === 'vrednost' ? nas.vrednosti : nas[polje]),
    njihov?.[polje] ?? null,
  ])
  return JSON.stringify([
    vrsta,
    nas && [brojKey(nas.broj), codeKey(nas.broj_fakture), nas.redni_broj],
    njihov && [brojKey(njihov.broj), njihov.redni_broj],
    figures,
  ])
}
