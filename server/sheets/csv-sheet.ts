import * as XLSX from '@e965/xlsx'
import { unguardedText } from '#domain/formula-guard.ts'
import type { SheetRow } from '#domain/sheet.ts'
import { sheetRows } from './sheet-cells.ts'
import { type SheetLimits, SheetRefused } from './sheet-limits.ts'
import { DELIMITERS, delimiterOf, textOf } from './sheet-text.ts'

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
