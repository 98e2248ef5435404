import { isCode, isTariffNumber } from './codes.ts'
import { MAX_NUMBER_CHARACTERS } from './decimal.ts'
import { latinCode, MAX_RAW_CHARACTERS, visibleText } from './one-form.ts'
import { searchText } from './search-text.ts'

/** A number whose cell shows something else than the plain number: `00123`, `8544.30`, `F-12`. */
export type ShownNumber = { value: number; text: string }
/** The value of a cell; a date arrives as the shown text, an error as `#N/A`. */
export type SheetCell = string | number | boolean | null | ShownNumber
/**
 * One row; `red` is its number as the user sees it, counted from 1. `merged` has the values of cells that begin in a
 * row above and are merged down over this one, by column. `split`: it is a line of text, divided at a sign.
 */
export type SheetRow = {
  red: number
  cells: readonly SheetCell[]
  merged?: Readonly<Record<number, SheetCell>>
  split?: true
}

/** The cell of a column in which a value merged over several rows means all of them: a name or code, never an amount. */
export const sharedCell = ({ cells, merged }: SheetRow, column: number): SheetCell =>
  cells[column] ?? merged?.[column] ?? null

/** A row that is not taken over, and the sentence that says why. */
export type SkippedRow = { red: number; redovi?: number[]; id: string; naziv: string; razlog: string }

/** How long an entry may be; the module of the contract's limits fits as it is. */
export type EntryLimits = {
  MAX_NAME_CHARACTERS: number
  MAX_CODE_CHARACTERS: number
  MAX_REDNI_BROJ: number
  MAX_NORMATIV_ITEMS: number
}

/** Most cells are clean, and one look is cheaper than five replacements over half a million cells. */
const UNCLEAN = /^\s|\s$|\s\s|[^\S ]|[\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Invisible characters come along with what is pasted into a spreadsheet; an ID that holds one would match nothing. */
function clean(text: string): string {
  if (text.length > MAX_RAW_CHARACTERS || !UNCLEAN.test(text)) return text
  return visibleText(text.toWellFormed().replaceAll('\0', ' ')).replace(/\s+/g, ' ')
}

/** The text that the user sees in a cell, in one line; '' for an empty cell. */
export function cellText(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return clean(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return typeof cell === 'number' ? String(cell) : clean(cell.text)
}

/**
 * The text of a cell that holds a code. A code typed as a number may be shown with thousands separators or otherwise
 * dressed up: where what is shown fails the check and the plain number passes, the plain number counts; not where
 * letters are shown, for then it is another code.
 */
export function codeText(cell: SheetCell | undefined, check: (text: string) => boolean): string {
  const shown = cellText(cell)
  if (typeof cell !== 'object' || cell === null || check(shown) || /\p{L}/u.test(shown)) return shown
  return check(String(cell.value)) ? String(cell.value) : shown
}

/** The tariff number in a cell, without the spaces that some write in it: `8544 49 95`. */
export function tariffText(cell: SheetCell | undefined): string {
  const text = codeText(cell, isTariffNumber)
  return text.length > MAX_RAW_CHARACTERS ? text : text.replaceAll(' ', '')
}

/**
 * IDs are upper case and Latin (spec §5); one typed in lower case, or in Cyrillic letters that look the same, is the
 * same ID. Letters outside of a–z stay and are refused.
 */
export const upperCode = (text: string): string =>
  text.length <= MAX_RAW_CHARACTERS && /[^\0-`{-\x7f]/.test(text)
    ? latinCode(text).replace(/[a-z]/g, (letter) => letter.toUpperCase())
    : text

/** The ID in a cell; other text is left as typed, for the sentence about it. */
export function readId(cell: SheetCell | undefined): string {
  const text = codeText(cell, (code) => isCode(upperCode(code)))
  return isCode(upperCode(text)) ? upperCode(text) : text
}

/** Whether nothing but spaces stands in any cell. */
export const isBlankRow = (row: SheetRow): boolean => row.cells.every((cell) => cellText(cell) === '')

/** The rows that hold anything, the header apart, which is looked for in the first `within` of them (undefined: none). */
export function splitHeader(rows: readonly SheetRow[], isHeader: (row: SheetRow) => boolean, within = 1) {
  const filled = rows.filter((row) => !isBlankRow(row))
  const at = filled.slice(0, within).findIndex(isHeader)
  return { header: filled[at], data: at < 0 ? filled : filled.toSpliced(at, 1) }
}

/** No heading is as long; of a longer text its beginning is compared. */
const MAX_HEADING_CHARACTERS = 200

/** Header text as it is compared: `Količina`, `KOLICINA ` and `kolicina` are one. */
export const headerText = (cell: SheetCell | undefined): string =>
  searchText(cellText(cell).slice(0, MAX_HEADING_CHARACTERS))
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

/** 0 → A, 25 → Z, 26 → AA, as spreadsheets name their columns. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** A cell's text in a sentence, cut where somebody pasted a novel. */
export const quoted = (text: string): string => `„${text.length > 40 ? `${text.slice(0, 40)}…` : text}“`

/** The rows of a list with an ID each: `prazan` when the sheet holds no row of data at all. */
export type ListedRows<Row> = { prazan: boolean; ispravni: Row[]; neispravni: SkippedRow[] }

/** The shown text of a cell whose formula has never been calculated. */
export const NO_RESULT = '#BEZ_REZULTATA'
export const NO_RESULT_FAULT = 'u ćeliji je formula bez rezultata. Sačuvajte fajl u Excelu i pokušajte ponovo.'

/** `#N/A`, `#DIV/0!`, `#GETTING_DATA`, and `Err:502` of LibreOffice. */
const CELL_ERROR = /^(#[A-Z\d/_]+[!?]|#N\/A|#GETTING_DATA|Err:\d{3})$/

/** The fault of a required text, or null. */
export function textFault(label: string, text: string, maxCharacters: number): string | null {
  if (text === '') return `${label}: obavezno polje.`
  if (text === NO_RESULT) return `${label}: ${NO_RESULT_FAULT}`
  if (CELL_ERROR.test(text)) return `${label}: u ćeliji je greška ${text}.`
  return text.length > maxCharacters ? `${label}: najviše ${maxCharacters} znakova.` : null
}

/** Whether a cell says that the field of a stored record is to be emptied; a blank one changes nothing. */
export const isEmptying = (text: string): boolean => /^[-–—]$/.test(text)

/**
 * The fault of a field that no record is without, or null: `fault` is that of its text, and `stored` whether a stored
 * record keeps it where the text is blank.
 */
export const requiredFault = (label: string, text: string, fault: string | null, stored: boolean): string | null =>
  isEmptying(text) ? `${label}: obavezno polje, ne može da se isprazni.` : text === '' && stored ? null : fault

/** As the cells of spreadsheets give a day. */
const DAY = /^\d\d\.\d\d\.\d{4}\.$/
/** As spreadsheets show and save a number that is too long for its column. */
const SCIENTIFIC = /^\d+([.,]\d+)?E\+?\d+$/i
/** Spreadsheets keep this many digits of a number and write zeros in place of the others. */
const KEPT_DIGITS = 15
const CUT_SHORT = /^\d{15}0+$/

/** Why a code may be another one than somebody typed into the spreadsheet, or null. */
export function codeDoubt(label: string, cell: SheetCell | undefined): string | null {
  const text = cellText(cell)
  if (DAY.test(text))
    return `${label}: ${quoted(text)} je datum; proverite da li je program za tabele od broja napravio datum.`
  if (text.length <= MAX_NUMBER_CHARACTERS && SCIENTIFIC.test(text))
    return `${label}: ${quoted(text)} je broj u naučnom zapisu; upišite ga ceo, u ćeliju sa tekstom.`
  const value = typeof cell === 'object' && cell !== null ? cell.value : cell
  const isLong =
    typeof value === 'number'
      ? value >= 10 ** KEPT_DIGITS
      : text.length <= MAX_NUMBER_CHARACTERS && CUT_SHORT.test(text)
  return isLong
    ? `${label}: ${quoted(text)} ima više od ${KEPT_DIGITS} cifara; proverite poslednje, program za tabele ih ne čuva.`
    : null
}

/**
 * The same of a tariff number or HS code, also that a zero may be missing: in front (`9012100` for `09012100`), as
 * spreadsheets drop it from numbers, or behind (`8544.3` for `8544.30`). They come in pairs of digits.
 */
export function tariffDoubt(label: string, cell: SheetCell | undefined): string | null {
  const text = tariffText(cell)
  return isTariffNumber(text) && text.replaceAll('.', '').length % 2 === 1
    ? `${label}: ${quoted(text)} ima neparan broj cifara; proverite da li mu nedostaje nula na početku ili na kraju.`
    : codeDoubt(label, cell)
}

/** The fault of a row's ID, or null; `rowOfId` knows the good rows before it. */
export function idFault(label: string, id: string, rowOfId: ReadonlyMap<string, number>): string | null {
  if (id === '') return `${label}: obavezno polje.`
  if (!isCode(id)) return `${label}: ${quoted(id)} nije ispravan; ID mora sadržati 3-10 velikih slova ili brojeva.`
  const earlier = rowOfId.get(id)
  return earlier === undefined ? null : `${label}: ${id} se ponavlja, već je u redu ${earlier}.`
}

const SHOWN_FAULTS = 5

/** The faults of a row as one text, or null when there is none. The first few are enough to mend it. */
export function reasonOf(faults: readonly (string | null)[]): string | null {
  const real = faults.filter((fault) => fault !== null)
  const more = real.length > SHOWN_FAULTS ? [`I još ${real.length - SHOWN_FAULTS}.`] : []
  return [...real.slice(0, SHOWN_FAULTS), ...more].join(' ') || null
}

/** The fault of a line of text that has more cells than its heading: a sign within a cell was taken for the end of it. */
export const wideFault = ({ cells, split }: SheetRow, columns: number): string | null =>
  split && cells.length > columns
    ? `Red ima ${cells.length} ćelija, a zaglavlje ${columns}; tekst ili broj u kome je zarez ili tačka-zarez mora biti pod navodnicima.`
    : null

/**
 * The fault of a sheet with two columns of one heading that is read (`isRead`) and different contents: only its user
 * can say which of them is meant. Null where there are none.
 */
export function doubledFault(
  { cells }: SheetRow,
  below: readonly SheetRow[],
  isRead: (heading: string) => boolean,
): string | null {
  const first = new Map<string, number>()
  for (const [at, cell] of cells.entries()) {
    const heading = headerText(cell)
    const before = first.get(heading)
    if (before === undefined) first.set(heading, at)
    else if (isRead(heading) && below.some((row) => cellText(row.cells[before]) !== cellText(row.cells[at])))
      return `Kolone ${columnName(before)} i ${columnName(at)} imaju isti naziv ${quoted(cellText(cell))}, a u njima piše različito. Ostavite jednu i pokušajte ponovo.`
  }
  return null
}

/** Beginnings of rows that add up the rows above, as `headerText` has them. */
const SUM = /^(sve_?)?(ukup(no|an|na|ni)|svega|zbir|suma|summe?|(grand_|sub_?)?total|medjuzbir|gesamt)(_|$)/
/** A row of sums has numbers next to this word, and no other word longer than a unit or a currency. */
const MAX_SUM_LETTERS = 3

/** Whether a row adds up those above: `UKUPNO` and numbers. */
export function isSumRow(cells: readonly (SheetCell | undefined)[]): boolean {
  const [first, ...others] = cells.filter((cell) => cellText(cell) !== '')
  return (
    SUM.test(headerText(first)) &&
    others.every(
      (cell) => cellText(cell).slice(0, MAX_HEADING_CHARACTERS).replace(/\P{L}/gu, '').length <= MAX_SUM_LETTERS,
    )
  )
}
