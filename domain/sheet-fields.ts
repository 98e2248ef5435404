import { parseTypedDate } from './calendar-date.ts'
import { isTariffNumber } from './codes.ts'
import { isCountry } from './countries.ts'
import {
  cellText,
  columnName,
  doubledFault,
  headerText,
  isBlankRow,
  type ListedRows,
  type SheetCell,
  type SheetRow,
  type SkippedRow,
  sharedCell,
  tariffText,
  wideFault,
} from './sheet.ts'
import { isKnownUnit } from './units.ts'

/** The contents by which a column is recognised, whatever its heading. */
export type SheetContent = 'zemlja' | 'da-ne' | 'jedinica' | 'tarifa' | 'datum'

/** A field that a sheet may have a column for. */
export type SheetField = {
  readonly polje: string
  /** Its name for people. */
  readonly naziv: string
  /** The headings by which it is known, as `headerText` folds them, the surest first. */
  readonly reci: readonly string[]
  /** The content that decides where the heading means several fields, or none. */
  readonly sadrzaj: SheetContent | null
  /** A new record cannot be without it. */
  readonly obavezno: boolean
  /** The values that it may have, where they are few. */
  readonly izbor: readonly string[]
}

/**
 * Our field → a heading, or a column by its number from 1 or its letter ('' for no column); our field → the value for
 * rows that lack it.
 */
export type FieldChoice = {
  readonly kolone: Readonly<Record<string, string | number>>
  readonly vrednosti: Readonly<Record<string, string>>
}
/** How a sheet with such a heading was read before. */
export type RememberedChoice = FieldChoice & { readonly naslov: string; readonly partner_id: number }

/** Facts known before a sheet is read. `poMestu`: the fields of its columns from A on, where it has no heading. */
export type KnownFields = FieldChoice & {
  readonly fields: readonly SheetField[]
  readonly zapamceno: readonly RememberedChoice[]
  readonly partner_id: number | null
  readonly poMestu: readonly string[]
}

export type FoundColumn = {
  readonly polje: string
  readonly naslov: string
  readonly kolona: number
  readonly kako: 'naziv' | 'sadržaj' | 'zapamćeno' | 'izabrano'
}

/** A sheet with a known heading row and a known field for each column. */
export type FieldSheet = {
  /** Every row that holds anything, and those above and below the heading. */
  readonly rows: readonly SheetRow[]
  readonly above: readonly SheetRow[]
  readonly data: readonly SheetRow[]
  /** The heading in one row; null where there is none. */
  readonly header: SheetRow | null
  /** The name of each field for people. */
  readonly nazivi: Readonly<Record<string, string>>
  /** The column of each field that has one, from 0. */
  readonly at: Readonly<Record<string, number>>
  readonly kolone: readonly FoundColumn[]
  /** By this sheets of one kind know each other. */
  readonly naslov: string
  readonly zapamceno: RememberedChoice | null
  /** The value of each field for rows that lack it. */
  readonly vrednosti: Readonly<Record<string, string>>
}

/** Titles and the addresses of letters may stand above the heading. */
const HEADING_WITHIN_ROWS = 40
/** With fewer names a row is no heading. */
const FEWEST_HEADINGS = 2
/** A longer text is no heading; the fingerprint of a heading has at most this length. */
const MAX_HEADING_CHARACTERS = 500
/** The number of rows by which the content of a column is recognised. */
export const SEEN_ROWS = 100
/** Why a row was left out, beside rows that are sent again. */
export const REASON = 'razlog'

/** Finds the heading of a sheet and the field of each column; `known` has the choices that were made for it. */
export function readFields(all: readonly SheetRow[], known: KnownFields): FieldSheet {
  const rows = all.filter((row) => !isBlankRow(row))
  const fieldsOf = fieldsByHeading(known.fields)
  const heading = headingOf(rows, known, fieldsOf)
  const first = heading ? heading.at + heading.rows : 0
  const data = rows.slice(first)
  const header = heading ? { red: (rows[first - 1] as SheetRow).red, cells: heading.headings } : null
  const headings = heading?.headings ?? []
  const naslov = fingerprint(headings)
  const zapamceno = rememberedFor(naslov, known)
  const vrednosti = { ...zapamceno?.vrednosti, ...known.vrednosti }
  const byPlace = heading ? [] : known.poMestu.filter((polje) => polje !== PAIR)
  const kolone = placedColumns(headings, data, { known, zapamceno, byPlace, fieldsOf })
  const at = Object.fromEntries(kolone.map(({ polje, kolona }) => [polje, kolona - 1]))
  const nazivi = Object.fromEntries(known.fields.map(({ polje, naziv }) => [polje, naziv]))
  const above = rows.slice(0, heading?.at ?? 0)
  return { rows, above, data, header, nazivi, at, kolone, naslov, zapamceno, vrednosti }
}

/** The cell of a field in a row, or the value for the file where it is blank (`value`). */
export function fieldCell(sheet: FieldSheet, row: SheetRow, polje: string, value = true): SheetCell {
  const cell = sharedCell(row, sheet.at[polje] ?? -1)
  return value && cellText(cell) === '' ? (sheet.vrednosti[polje] ?? null) : cell
}

/** Whether a field has a column or a value. */
export const saysOf = ({ at, vrednosti }: Pick<FieldSheet, 'at' | 'vrednosti'>, polje: string): boolean =>
  polje in at || Boolean(vrednosti[polje])

/** The name of a column in a sentence: with its letter too, where the sheet has it. */
export const columnLabel = ({ at, nazivi }: FieldSheet, polje: string): string =>
  at[polje] === undefined ? (nazivi[polje] ?? polje) : `Kolona ${columnName(at[polje])} (${nazivi[polje]})`

/**
 * The fault of a line of text that has more cells than its heading, or than the form without one; `isMore`: what may stand
 * behind them all the same.
 */
export function wideRowFault({ header, at }: FieldSheet, row: SheetRow, isMore = (_: SheetCell) => false) {
  const width = Math.max(header?.cells.length ?? 0, ...Object.values(at).map((index) => index + 1))
  return row.cells.slice(width).every((cell) => cell !== null && isMore(cell)) ? null : wideFault(row, width)
}

/**
 * Reads a sheet that lists things by their ID: every row below the heading is in exactly one of the two lists. `readOne`
 * knows the rows of the good IDs before it.
 */
export function readListed<Row extends { readonly red: number; readonly id: string }>(
  { data }: FieldSheet,
  readOne: (row: SheetRow, rowOfId: ReadonlyMap<string, number>) => Row | SkippedRow,
): ListedRows<Row> {
  const listed: ListedRows<Row> = { prazan: data.length === 0, ispravni: [], neispravni: [] }
  const rowOfId = new Map<string, number>()
  for (const row of data) {
    const read = readOne(row, rowOfId)
    if ('razlog' in read) listed.neispravni.push(read)
    else {
      rowOfId.set(read.id, read.red)
      listed.ispravni.push(read)
    }
  }
  return listed
}

/** The fault of two columns with the same heading where only one can be read, unless the user chose one. */
export function doubledIn({ header, data, kolone }: FieldSheet): string | null {
  const read = new Set(kolone.flatMap(({ kako, naslov }) => (kako === 'izabrano' ? [] : [headerText(naslov)])))
  return header && doubledFault(header, data, (heading) => heading !== '' && read.has(heading))
}

/** How many fields the likeliest heading of these rows names. */
export function headingsIn(rows: readonly SheetRow[], fields: readonly SheetField[]): number {
  const fieldsOf = fieldsByHeading(fields)
  const counts = rows.slice(0, HEADING_WITHIN_ROWS).map(({ cells }) => namedIn(cells, fieldsOf))
  return Math.max(0, ...counts)
}

/** The fields that a heading may mean, each with how sure that is (0 is surest). */
type Meaning = { readonly field: SheetField; readonly rank: number }
type FieldsByHeading = (heading: SheetCell | undefined) => readonly Meaning[]

function fieldsByHeading(fields: readonly SheetField[]): FieldsByHeading {
  const meanings = new Map<string, Meaning[]>()
  for (const field of fields)
    for (const [rank, word] of field.reci.entries()) {
      const before = meanings.get(word)
      if (before) before.push({ field, rank })
      else meanings.set(word, [{ field, rank }])
    }
  return (heading) => {
    const text = cellText(heading)
    if (text === '' || text.length > MAX_HEADING_CHARACTERS) return []
    const [upper = '', lower = ''] = text.split(/[›»]/)
    // `Količina (kg)`, `Cena EUR`, `Šifra / Code`; of two lines both, the lower one, or the upper one of that column.
    const whole = lower === '' ? [text] : [`${upper} ${lower}`, lower, ...(text.includes(OWN) ? [upper] : [])]
    const ways = [...whole, text.split(/[([]/, 1)[0] ?? '', ...(lower === '' ? text.split(/[/|]/) : [])].map(headerText)
    for (const way of [...ways, ...ways.map((one) => one.replace(/_(eur|usd|rsd|din|chf|proc|procenat)$/, ''))]) {
      const found = meanings.get(way)
      if (found) return found
    }
    return []
  }
}

const namedIn = (cells: readonly SheetCell[], fieldsOf: FieldsByHeading): number => {
  const named = new Set<string>()
  for (const cell of cells) {
    const free = fieldsOf(cell).find(({ field }) => !named.has(field.polje))
    if (free) named.add(free.field.polje)
  }
  return named.size
}

type Heading = { readonly at: number; readonly rows: 1 | 2; readonly headings: readonly string[] }

/**
 * The row that names most fields, or two rows that do so together; where no row names two, the first one with most texts,
 * unless the rows have the form without a heading.
 */
function headingOf(rows: readonly SheetRow[], known: KnownFields, fieldsOf: FieldsByHeading): Heading | null {
  const chosen = new Set(Object.values(known.kolone).map((wanted) => headerText(String(wanted))))
  const prints = new Set(known.zapamceno.map(({ naslov }) => naslov))
  const first = rows.slice(0, HEADING_WITHIN_ROWS)
  let best: (Heading & { readonly count: number }) | null = null
  // Two rows are one heading only where they name more than any row by itself.
  for (const height of [1, 2] as const)
    for (const [at, row] of first.entries()) {
      if (fitsByPlace(row, known) >= Math.max(1, namedIn(row.cells, fieldsOf))) continue
      const next = rows[at + 1]
      const headings =
        height === 1
          ? row.cells.map((cell) => cellText(cell))
          : next?.red === row.red + 1
            ? headingsTogether(row, next)
            : []
      const named = namedIn(headings, fieldsOf)
      const said = headings.filter((text) => text !== '' && chosen.has(headerText(text))).length
      const again = headings.length > 1 && prints.has(fingerprint(headings)) ? known.fields.length : 0
      const count = named + said + again
      if (count >= FEWEST_HEADINGS && count > (best?.count ?? 0)) best = { at, rows: height, headings, count }
    }
  if (best) return best
  // No heading is a number.
  const isData = known.poMestu.length > 0 && Boolean(rows[0]?.cells.some((cell) => typeof cell === 'number'))
  const isByPlace = isData || rows.slice(0, SEEN_ROWS).some((row) => fitsByPlace(row, known) > 0)
  const isHeading =
    rows[0] && namedIn(rows[0].cells, fieldsOf) > 0 && rows[0].cells.every((cell) => !/\d/.test(cellText(cell)))
  if (isByPlace && !(isHeading && fitsByPlace(rows[0] as SheetRow, known) === 0)) return null
  const texts = ({ cells }: SheetRow) => cells.filter((cell) => typeof cell === 'string' && cell.trim() !== '').length
  const most = Math.max(0, ...first.map(texts))
  const at = first.findIndex((row) => texts(row) === most)
  const headings = first[at]?.cells.map((cell) => cellText(cell)) ?? []
  // In the form without a heading a text with a digit is a code of the first row that counts (spec §5).
  const isCoded = known.poMestu.length > 0 && headings.some((text) => /\d/.test(text))
  return most < FEWEST_HEADINGS || isCoded ? null : { at, rows: 1, headings }
}

/** The sign between two lines of a heading: the upper one is of this column, or merged above several. */
const OWN = '›'
const MERGED = '»'

/** Two rows as one heading: the text above a column, or merged above several, and the text below it. */
function headingsTogether(upper: SheetRow, lower: SheetRow): string[] {
  let group = ''
  return Array.from({ length: Math.max(upper.cells.length, lower.cells.length) }, (_, column) => {
    const own = cellText(upper.cells[column])
    const below = cellText(lower.cells[column])
    if (own !== '') group = own
    if (below === '') return own
    return group === '' ? below : `${group} ${own === '' ? MERGED : OWN} ${below}`
  })
}

/** A value in place of a field: pairs of a normativ begin there, as `MAT01:2,5`. */
export const PAIR = 'par'
export const PAIR_TEXT = /^[^:]{1,60}:\s*\d/

/** The number of columns of the form without a heading whose contents in this row are of their kind. */
function fitsByPlace(row: SheetRow, { fields, poMestu }: KnownFields): number {
  const isThere = (polje: string, column: number) => {
    if (polje === PAIR) return PAIR_TEXT.test(cellText(row.cells[column]))
    const sadrzaj = fields.find((field) => field.polje === polje)?.sadrzaj
    return sadrzaj && isOf(sadrzaj, cellText(sharedCell(row, column)), row.cells[column])
  }
  return poMestu.filter(isThere).length
}

const fingerprint = (headings: readonly SheetCell[]): string =>
  headings
    .map((text) => headerText(text))
    .filter((text) => text !== REASON)
    .join('|')
    .slice(0, MAX_HEADING_CHARACTERS)

/** The choice for this partner, or for its only partner. */
function rememberedFor(naslov: string, { zapamceno, partner_id }: KnownFields): RememberedChoice | null {
  const same = naslov === '' ? [] : zapamceno.filter((one) => one.naslov === naslov)
  const own = same.find((one) => one.partner_id === partner_id)
  return own ?? (partner_id === null && same.length === 1 ? (same[0] ?? null) : null)
}

type Known = {
  readonly known: KnownFields
  readonly zapamceno: RememberedChoice | null
  readonly byPlace: readonly string[]
  readonly fieldsOf: FieldsByHeading
}

function placedColumns(
  headings: readonly SheetCell[],
  data: readonly SheetRow[],
  { known, zapamceno, byPlace, fieldsOf }: Known,
): FoundColumn[] {
  const placed = new Map<string, FoundColumn>()
  const taken = new Set<number>()
  const said = { ...zapamceno?.kolone, ...known.kolone }
  const seen = data.slice(0, SEEN_ROWS)
  const width = headings.length || Math.max(0, ...seen.map(({ cells }) => cells.length))
  const place = (polje: string, index: number, kako: FoundColumn['kako']) => {
    if (index < 0 || placed.has(polje) || taken.has(index) || said[polje] === '') return
    taken.add(index)
    placed.set(polje, { polje, naslov: cellText(headings[index]), kolona: index + 1, kako })
  }
  const indexOf = (wanted: string | number) => {
    if (typeof wanted === 'number') return wanted - 1
    const named = headings.findIndex((text) => headerText(text) === headerText(wanted))
    return named < 0 ? Array.from({ length: width }, (_, at) => columnName(at)).indexOf(wanted) : named
  }
  for (const [polje, wanted] of Object.entries(known.kolone)) place(polje, indexOf(wanted), 'izabrano')
  for (const [polje, wanted] of Object.entries(zapamceno?.kolone ?? {})) place(polje, indexOf(wanted), 'zapamćeno')
  for (const [index, polje] of byPlace.entries()) place(polje, index, 'naziv')
  const fits = (index: number, { sadrzaj }: SheetField) => sadrzaj !== null && shareOf(seen, index, sadrzaj) >= MOST
  const meant = headings.flatMap((cell, index) => {
    const all = headerText(cell) === REASON ? [] : fieldsOf(cell)
    const told = all.length > 1 ? all.filter(({ field }) => fits(index, field)) : []
    return (told.length > 0 ? told : all).map((one) => ({
      ...one,
      index,
      kako: told.length > 0 && told.length < all.length,
    }))
  })
  for (const { field, index, kako } of meant.toSorted((a, b) => a.rank - b.rank))
    place(field.polje, index, kako ? 'sadržaj' : 'naziv')
  // A heading in somebody's own words, where most of the others stand as in the form without one.
  const form = known.poMestu.filter((polje) => polje !== PAIR)
  const own = form.filter((polje, index) => placed.get(polje)?.kolona === index + 1)
  const isForm = own.length * 2 > form.length && own.length === placed.size
  for (const [index, polje] of isForm ? form.entries() : []) place(polje, index, 'sadržaj')
  // Without a heading the content of a column tells its field, where exactly one column fits exactly one field. A
  // document has too many countries and days for that.
  const told = known.poMestu.length > 0 ? known.fields : []
  const open = told.filter(({ polje, obavezno, sadrzaj }) => obavezno && sadrzaj && !placed.has(polje))
  for (const field of open) {
    const free = Array.from({ length: width }, (_, index) => index).filter(
      (index) => !taken.has(index) && fits(index, field),
    )
    const rivals = open.filter(({ sadrzaj }) => sadrzaj === field.sadrzaj)
    if (free.length === 1 && rivals.length === 1) place(field.polje, free[0] as number, 'sadržaj')
  }
  return [...placed.values()].sort((a, b) => a.kolona - b.kolona)
}

/** The share of the filled cells that has to be of a kind. */
const MOST = 0.8

function shareOf(rows: readonly SheetRow[], index: number, sadrzaj: SheetContent): number {
  const filled = rows.filter(({ cells }) => cellText(cells[index]) !== '')
  const fitting = filled.filter(({ cells }) => isOf(sadrzaj, cellText(cells[index]), cells[index]))
  return filled.length === 0 ? 0 : fitting.length / filled.length
}

const DA_NE = /^(da|ne|yes|no|ja|nein)$/i
/** A year or a code has fewer digits than a tariff number. */
const FEWEST_DIGITS = 6

function isOf(sadrzaj: SheetContent, text: string, cell: SheetCell | undefined): boolean {
  if (text === '') return false
  switch (sadrzaj) {
    case 'zemlja':
      // `JM` above a column is the unit and not Jamaica, and `NE` is an answer and not Niger.
      return text !== 'JM' && !DA_NE.test(text) && isCountry(text)
    case 'da-ne':
      return DA_NE.test(text)
    case 'jedinica':
      return isKnownUnit(text)
    case 'datum':
      return parseTypedDate(text) !== null
    case 'tarifa': {
      const tariff = tariffText(cell)
      return isTariffNumber(tariff) && tariff.replaceAll('.', '').length >= FEWEST_DIGITS
    }
  }
}
