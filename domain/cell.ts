import { type CalendarDate, formatDate, isShortYear, parseTypedDate } from './calendar-date.ts'
import { countryName } from './countries.ts'
import {
  convertPara,
  formatMicro,
  formatPara,
  MAX_ENTERED,
  type Micro,
  NO_QUANTITY,
  type Para,
  parseSerbian,
} from './decimal.ts'
import { visibleCode } from './one-form.ts'
import {
  cellText,
  codeDoubt,
  headerText,
  isEmptying,
  quoted,
  readId,
  type SheetCell,
  tariffDoubt,
  tariffText,
  textFault,
} from './sheet.ts'
import { type Notation, type NumberProblem, numberFault, readAs, readNumber } from './sheet-number.ts'
import { inUnit, unitName, unitRatio } from './units.ts'

/**
 * A cell as its field reads it. `value` is undefined where it is empty and says nothing, and null where a dash empties
 * a field that nobody has to fill in (`readField`). `fault` says why it cannot be taken, `doubts` what its user should
 * check; all of them are sentences that begin with the label of the field.
 */
export type CellRead<T> = { value: T | null | undefined; fault: string | null; doubts: string[] }

const said = <T>(value: T | null | undefined, ...doubts: (string | null)[]): CellRead<T> => ({
  value,
  fault: null,
  doubts: doubts.filter((doubt) => doubt !== null),
})
const wrong = (fault: string): CellRead<never> => ({ value: undefined, fault, doubts: [] })

/** An empty cell, or what `read` makes of its text. */
function reading<T>(cell: SheetCell | undefined, read: (text: string) => CellRead<T>): CellRead<T> {
  const text = cellText(cell)
  return text === '' ? said<T>(undefined) : read(text)
}

/** The same for other cells: a text in the place of a formula, or a text that is too long, is a fault. */
const readingText = <T>(
  label: string,
  cell: SheetCell | undefined,
  maxCharacters: number,
  read: (text: string) => CellRead<T>,
): CellRead<T> =>
  reading<T>(cell, (text) => {
    const fault = textFault(label, text, maxCharacters)
    return fault ? wrong(fault) : read(text)
  })

/** How a number is read: `grouped` and `notation` as `readNumber` has them; `zero`: whether nothing counts too. */
export type NumberCell = {
  readonly grouped?: boolean
  readonly notation?: Notation
  readonly zero?: boolean
  readonly greater?: string
}

/** A quantity, price, percent or rate; `problem` is the kind of its fault. */
export function readQuantity(
  label: string,
  cell: SheetCell | undefined,
  { grouped = true, notation = 'serbian', zero = false, greater }: NumberCell = {},
): CellRead<Micro> & { problem: NumberProblem | null } {
  let problem: NumberProblem | null = null
  const read = reading<Micro>(cell, (text) => {
    const number = readNumber(cell, { grouped, notation })
    if (number.kind === 'number') return said(number.value, ...numberDoubts(label, text, number))
    if (zero && parseSerbian(text) === NO_QUANTITY) return said(NO_QUANTITY)
    problem = number.kind
    return wrong(numberFault(label, number.kind, quoted(text), greater))
  })
  return { ...read, problem }
}

/** Sentences about a number that was rounded, or that could be another. */
export function numberDoubts(
  label: string,
  text: string,
  { value, note }: { readonly value: Micro; readonly note: 'rounded' | 'guessed' | null },
): string[] {
  if (note === 'rounded') return [`${label}: zaokruženo na ${formatMicro(value)}.`]
  return note === 'guessed' ? [`${label}: ${readAs(quoted(text), value)}`] : []
}

/** An amount of money, half up to the second place. */
export function readAmount(label: string, cell: SheetCell | undefined, how: NumberCell = {}): CellRead<Para> {
  const { value, fault, doubts } = readQuantity(label, cell, how)
  if (!value) return { value: value as 0 | null | undefined as Para, fault, doubts }
  const para = convertPara(ONE_PARA, value)
  const exact = BigInt(value) === BigInt(para) * MICRO_PER_PARA
  return { value: para, fault, doubts: exact ? doubts : [...doubts, `${label}: zaokruženo na ${formatPara(para)}.`] }
}
const ONE_PARA = 100 as Para
const MICRO_PER_PARA = 10_000n

/** A day. A day after `today` is a doubt (`today` null: it may lie ahead), and so is a year of two digits. */
export const readDay = (
  label: string,
  cell: SheetCell | undefined,
  today: CalendarDate | null,
): CellRead<CalendarDate> =>
  readingText<CalendarDate>(label, cell, Infinity, (text) => {
    const day = parseTypedDate(text)
    if (day === null) return wrong(`${label}: ${quoted(text)} nije datum.`)
    const short = isShortYear(text) ? `${label}: ${quoted(text)} je pročitano kao ${formatDate(day)}` : null
    return said(day, short, today !== null && day > today ? laterDoubt(label, day) : null)
  })

export const laterDoubt = (label: string, day: CalendarDate): string =>
  `${label} ${formatDate(day)} je posle današnjeg dana.`

/** A text as it stands there. */
export const readText = (label: string, cell: SheetCell | undefined, maxCharacters: number): CellRead<string> =>
  readingText<string>(label, cell, maxCharacters, (text) => said(text))

/** A number of a document or another code. Spreadsheets like to turn these into numbers or days. */
export const readCode = (label: string, cell: SheetCell | undefined, maxCharacters: number): CellRead<string> =>
  readingText<string>(label, cell, maxCharacters, (text) => said(visibleCode(text), codeDoubt(label, cell)))

/** A tariff number, without spaces; the reader decides whether it is one. */
export const readTariff = (label: string, cell: SheetCell | undefined, maxCharacters = Infinity): CellRead<string> =>
  readingText<string>(label, cell, maxCharacters, () => said(tariffText(cell), tariffDoubt(label, cell)))

/** A country in its one spelling, by a name or a code. */
export const readCountry = (label: string, cell: SheetCell | undefined, maxCharacters: number): CellRead<string> =>
  readingText<string>(label, cell, maxCharacters, (text) => said(countryName(text)))

/** DA or NE. */
export const readFlag = (label: string, cell: SheetCell | undefined): CellRead<boolean> =>
  readingText<boolean>(label, cell, Infinity, (text) => {
    const answer = headerText(cell)
    if (['da', 'true', '1'].includes(answer)) return said(true)
    return ['ne', 'false', '0'].includes(answer) ? said(false) : wrong(`${label}: ${quoted(text)} nije DA ni NE.`)
  })

/** A field of a document by its kind (contract/form-fields.ts) and the name of the API. */
export type CellField = {
  readonly name: string
  readonly kind: string
  readonly label: string
  readonly choices: readonly string[]
  readonly optional: boolean
  readonly maxCharacters: number
}
export const NUMBER_KINDS: readonly string[] = ['number', 'price', 'percent', 'amount']

/**
 * A cell read by a field of its kind, null where a dash empties it. Numbers are in the notation of their column, as
 * `Micro`, money as `Para`.
 */
export function readField(
  { name, kind, label, choices, optional, maxCharacters }: CellField,
  cell: SheetCell | undefined,
  notation: Notation,
  today: CalendarDate,
): CellRead<string | number | boolean> {
  if (optional && isEmptying(cellText(cell))) return said<string>(null)
  switch (kind) {
    case 'number':
    case 'price':
    case 'percent':
      // Zero is a valid rate, but no valid quantity.
      return readQuantity(label, cell, { zero: optional, notation })
    case 'amount':
      return readAmount(label, cell, { zero: optional, notation })
    case 'day':
      return readDay(label, cell, name === 'datum' ? today : null)
    case 'flag':
      return readFlag(label, cell)
    case 'code':
      return (name === 'tarifni_broj' ? readTariff : readCode)(label, cell, maxCharacters)
    case 'country':
      return readCountry(label, cell, maxCharacters)
    case 'goods':
      return readingText<string>(label, cell, maxCharacters, () => said(readId(cell)))
    case 'choice':
      return readingText<string>(label, cell, maxCharacters, (text) =>
        said(choices.find((choice) => headerText(choice) === headerText(cell)) ?? text),
      )
    case 'reference':
      return readCode(label, cell, maxCharacters)
    default:
      return readText(label, cell, maxCharacters)
  }
}

/** From which unit to which the quantities of a row go. */
export type Conversion = { readonly from: string; readonly to: string; readonly ratio: readonly [bigint, bigint] }

/**
 * The unit that a row says its quantities are in, beside that of its material or product (`unit`): null where there is
 * nothing to convert. A unit of another kind is a fault.
 */
export function readUnit(label: string, cell: SheetCell | undefined, id: string, unit: string): CellRead<Conversion> {
  return readingText<Conversion>(label, cell, Infinity, (text) => {
    const ratio = unitRatio(text, unit)
    if (ratio === null)
      return wrong(`${label}: ${quoted(text)} ne može da se preračuna u ${unit}, u čemu se vodi ${id}.`)
    return said(unitName(text) === unitName(unit) ? null : { from: unitName(text), to: unit, ratio })
  })
}

/** A quantity of a row in the unit of its goods; a price (`per`) is for one unit and goes the other way. */
export function convertedFrom(
  label: string,
  value: Micro,
  { from, to, ratio: [times, by] }: Conversion,
  per = false,
): CellRead<Micro> {
  const converted = inUnit(value, per ? [by, times] : [times, by])
  const word = per ? ' po' : ''
  const shown = `${formatMicro(value)}${word} ${from}`
  if (converted.value <= 0) return wrong(`${label}: ${shown} je manje od 0,000001${word} ${to}.`)
  if (converted.value > MAX_ENTERED) return wrong(numberFault(label, 'too-large', shown))
  const rounded = converted.exact ? '' : ', zaokruženo'
  return said(converted.value, `${label}: ${shown} je ${formatMicro(converted.value)}${word} ${to}${rounded}.`)
}
