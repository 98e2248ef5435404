import * as XLSX from '@e965/xlsx'
import { unguardedText } from '#domain/formula-guard.ts'
import type { SheetRow } from '#domain/sheet.ts'
import { sheetRows } from './sheet-cells.ts'
import { type SheetLimits, SheetRefused } from './sheet-limits.ts'
import { textOf, wideText } from './sheet-text.ts'

/** Between cells; Serbian Excel writes semicolons, for a comma stands in numbers. */
const DELIMITERS = [';', '\t', ',']
/** So much of the beginning says which of them it is. */
const SEEN_CHARACTERS = 20_000
/** A first line of Excel's that names the sign. */
const NAMED_SIGN = /^sep=(.)(?=[\r\n])/

/** The rows of a CSV file that hold anything, all of their cells as text. Throws SheetRefused. */
export function csvSheet(bytes: Uint8Array, limits: SheetLimits): SheetRow[] {
  const text = textOf(bytes)
  if (text.includes('\0')) throw new SheetRefused('format')
  if (text.length > limits.maxCharacters) throw new SheetRefused('too-large')
  const [line = '', named] = NAMED_SIGN.exec(text) ?? []
  const FS = named ?? delimiterOf(text) ?? DELIMITERS[0]
  const book = XLSX.read(text.slice(line.length), { type: 'string', raw: true, dense: true, FS })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet ? sheetRows(sheet, limits).map(withoutSigns) : []
}

const withoutSigns = (row: SheetRow): SheetRow => ({
  ...row,
  split: true,
  cells: row.cells.map((cell) => (typeof cell === 'string' ? unguardedText(cell) : cell)),
})

/**
 * The sign between the cells: the one that most lines have most of, outside of quotation marks. One line alone may be a
 * title with a comma. Undefined where none is anywhere.
 */
function delimiterOf(text: string): string | undefined {
  const bare = text.slice(0, SEEN_CHARACTERS).replaceAll(QUOTED_CELL, '')
  const votes = new Map<string, number>()
  for (const line of bare.split(LINE_END)) {
    const [sign, count] = DELIMITERS.map((one) => [one, line.split(one).length] as const).reduce(mostOf)
    if (count > 1) votes.set(sign, (votes.get(sign) ?? 0) + 1)
  }
  return DELIMITERS.filter((sign) => votes.has(sign)).sort((a, b) => (votes.get(b) ?? 0) - (votes.get(a) ?? 0))[0]
}
const QUOTED_CELL = /(?<=^|[;\t,\r\n])"(?:[^"]|"")*"/g
const LINE_END = /\r\n|\r|\n/
const mostOf = <T extends readonly [string, number]>(one: T, other: T): T => (other[1] > one[1] ? other : one)

/** No text holds these; letters of DOS are among those behind ASCII. */
const CONTROLS = /[^\P{Cc}\t\r\n\u0080-\u009f]/u

/** Whether bytes that are no workbook are a table in text, as some programs name `.xls`. */
export function isTextTable(bytes: Uint8Array): boolean {
  const seen = bytes.subarray(0, SEEN_CHARACTERS)
  const text = (wideText(seen, false) ?? new TextDecoder('windows-1250').decode(seen)).trimEnd()
  return !CONTROLS.test(text) && LINE_END.test(text) && delimiterOf(text) !== undefined
}
