import {
  formatMicro,
  MAX_ENTERED,
  MAX_NUMBER_CHARACTERS,
  type Micro,
  microToNumber,
  parseMicro,
  parseSerbian,
} from './decimal.ts'
import { cellText, NO_RESULT, NO_RESULT_FAULT, type SheetCell } from './sheet.ts'

/** `rounded`: more than 6 places were written; `guessed`: a point or comma before three digits could mean either. */
export type NumberNote = 'rounded' | 'guessed' | null
export type NumberProblem = 'missing' | 'no-result' | 'not-a-number' | 'not-positive' | 'too-large'
export type NumberReading = { kind: 'number'; value: Micro; note: NumberNote } | { kind: NumberProblem }

/** How texts are read as numbers: `1.234,5` or `1,234.5`. */
export type Notation = 'serbian' | 'english'

/** A comma or point that groups in one notation and in the other stands before decimals. */
const EITHER = /^-?[1-9]\d{0,2}[.,]\d{3}$/
/** Numbers that only one notation writes so. */
const ENGLISH = /^-?\d{1,3}((,\d{3})+\.\d*|(,\d{3}){2,})$/
const SERBIAN = /^-?(\d{1,3}(\.\d{3}){2,}|[\d.]*,\d*)$/
const DECIMAL_POINT = /^-?\d*\.\d+$/

/** Whether a text is one number in Serbian notation and another in English. */
export const meansEither = (text: string): boolean =>
  text.length <= MAX_NUMBER_CHARACTERS && EITHER.test(text.replace(/\s/g, ''))

/**
 * The notation that the number texts of one column prove, null where they do not: one that is unmistakably English makes
 * the column English; decimal points do where nothing is Serbian.
 */
export function provenNotation(cells: Iterable<SheetCell | undefined>): Notation | null {
  let [points, serbian] = [false, false]
  for (const cell of cells) {
    if (typeof cell !== 'string' || cell.length > MAX_NUMBER_CHARACTERS) continue
    const bare = cellText(cell).replace(/\s/g, '')
    if (ENGLISH.test(bare)) return 'english'
    if (EITHER.test(bare)) continue
    serbian ||= SERBIAN.test(bare)
    points ||= DECIMAL_POINT.test(bare)
  }
  if (serbian) return 'serbian'
  return points ? 'english' : null
}

/** The notation in which all number texts of one column are read: an ambiguous number follows the others. */
export const notationOf = (cells: Iterable<SheetCell | undefined>): Notation => provenNotation(cells) ?? 'serbian'

type Reading = {
  /**
   * Whether `1.234` in a text cell is one thousand two hundred and thirty-four, as Serbian papers have it; machines
   * that write `MAT01:1.125` mean a decimal point.
   */
  readonly grouped: boolean
  /** The notation of the column; Serbian unless given. */
  readonly notation?: Notation
}

/** A quantity, norm or price from a cell. Numbers count by their value, texts in the notation of their column (decisions §5). */
export function readNumber(cell: SheetCell | undefined, reading: Reading): NumberReading {
  if (typeof cell === 'number') return fromNumber(cell)
  if (typeof cell === 'object' && cell !== null) return fromNumber(cell.value)
  const text = cellText(cell)
  if (text === NO_RESULT) return { kind: 'no-result' }
  return text === '' ? { kind: 'missing' } : fromText(text, reading)
}

/**
 * Spreadsheets hold binary floating point, so 0.1 + 0.2 stands there as 0.30000000000000004. The shortest text that
 * means this very number is the nearest to the entry. Only a calculation leaves more than 6 places; it is rounded half
 * up, as all calculated quantities are (decisions §1).
 */
function fromNumber(value: number): NumberReading {
  if (!Number.isFinite(value)) return { kind: 'not-a-number' }
  if (value <= 0) return { kind: 'not-positive' }
  if (value > microToNumber(MAX_ENTERED)) return { kind: 'too-large' }
  const micro = roundPlain(plainText(value))
  // Spreadsheets show 15 digits; a difference behind them is noise of the binary form and worth no remark.
  const noise = roundPlain(plainText(Number(value.toPrecision(15)))).exact
  return boundedReading(micro.value, micro.exact || noise ? null : 'rounded')
}

/** Decimal text without exponent; numbers as small as 1.5e-7 are written with one by JavaScript. */
function plainText(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e-')
  return exponent ? `0.${'0'.repeat(Number(exponent) - 1)}${mantissa.replace('.', '')}` : mantissa
}

function roundPlain(text: string): { value: Micro; exact: boolean } {
  const [, head = text, tail = ''] = /^(\d+\.\d{6})(\d+)$/.exec(text) ?? []
  const value = (parseMicro(head) ?? 0) + (tail >= '5' ? 1 : 0)
  return { value: value as Micro, exact: /^0*$/.test(tail) }
}

/** An English number, with or without commas between its thousands. */
const READ_ENGLISH = /^-?(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?$/

function fromText(text: string, { grouped, notation }: Reading): NumberReading {
  if (text.length > MAX_NUMBER_CHARACTERS) return { kind: 'not-a-number' }
  const typed = text.replace(/\s/g, '')
  const english = notation === 'english' && READ_ENGLISH.test(typed)
  const bare = english ? typed.replaceAll(',', '') : typed
  const whole = parseSerbian(bare, { grouped: grouped && !english })
  const open = meansEither(text) && (typed.includes(',') || grouped)
  if (whole !== null) return boundedReading(whole, open ? 'guessed' : null)
  const [, head = '', tail = ''] = /^(.*[.,]\d{6})(\d+)$/.exec(bare) ?? []
  const cut = parseSerbian(head)
  const up = (bare.startsWith('-') ? -1 : 1) * (tail >= '5' ? 1 : 0)
  if (cut !== null) return boundedReading((cut + up) as Micro, /^0*$/.test(tail) ? null : 'rounded')
  return { kind: /^(\d{10,}|\d{1,3}(\.\d{3}){3,})([.,]\d*)?$/.test(bare) ? 'too-large' : 'not-a-number' }
}

function boundedReading(value: Micro, note: NumberNote): NumberReading {
  if (value <= 0) return { kind: 'not-positive' }
  return value > MAX_ENTERED ? { kind: 'too-large' } : { kind: 'number', value, note }
}

/** Says how a text was read that could mean another number: '1,343' as 1343, or as 1 and 343 thousandths. */
export function readAs(text: string, value: Micro): string {
  const [read, whole] = [formatMicro(value).replaceAll('.', ''), text.replace(/\D/g, '')]
  return `${text} je pročitano kao ${read === whole ? read : `decimalni broj, ne ${whole}`}.`
}

/** The sentence about a number that cannot be taken; `greater` agrees with the label in gender. */
export function numberFault(label: string, kind: NumberProblem, text: string, greater = 'veća'): string {
  switch (kind) {
    case 'missing':
      return `${label}: obavezno polje.`
    case 'no-result':
      return `${label}: ${NO_RESULT_FAULT}`
    case 'not-a-number':
      return `${label}: ${text} nije broj.`
    case 'not-positive':
      return `${label}: mora biti ${greater} od 0.`
    case 'too-large':
      return `${label}: najviše 1.000.000.000.`
  }
}
