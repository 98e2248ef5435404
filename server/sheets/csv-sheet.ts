import * as XLSX from '@e965/xlsx'
import type { SheetRow } from '#domain/sheet.ts'
import { sheetRows } from './sheet-cells.ts'
import { type SheetLimits, SheetRefused } from './sheet-limits.ts'

/** Between cells; Serbian Excel writes semicolons, for a comma stands in numbers. */
const DELIMITERS = [';', '\t', ',']
/** In so much of the beginning the first line with one of them ends. */
const SEEN_CHARACTERS = 20_000

/** The rows of a CSV file that hold anything, all of their cells as text. Throws SheetRefused. */
export function csvSheet(bytes: Uint8Array, limits: SheetLimits): SheetRow[] {
  const text = textOf(bytes)
  if (text.includes('\0')) throw new SheetRefused('format')
  if (text.length > limits.maxCharacters) throw new SheetRefused('too-large')
  const book = XLSX.read(text, { type: 'string', raw: true, dense: true, FS: delimiterOf(text) })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet ? sheetRows(sheet, limits).map(withoutSigns) : []
}

/** `writeCsv` puts a sign before a text that a spreadsheet would take for a formula; it is none of the text. */
const SIGNED = /^'(?=['=+\-@\t\r])/
const withoutSigns = (row: SheetRow): SheetRow => ({
  ...row,
  split: true,
  cells: row.cells.map((cell) => (typeof cell === 'string' ? cell.replace(SIGNED, '') : cell)),
})

/** Text in UTF-8, or as Serbian Windows writes it where it is none. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1250').decode(bytes)
  }
}

/** The sign between the cells: the one of which the first line that has any has most, outside of quotation marks. */
function delimiterOf(text: string): string {
  const bare = text.slice(0, SEEN_CHARACTERS).replaceAll(/"[^"]*"/g, '')
  const line = bare.split(/[\r\n]/).find((one) => DELIMITERS.some((sign) => one.includes(sign))) ?? ''
  const count = (sign: string) => line.split(sign).length
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] as string
}
