import { csvRows, delimiterOf } from '#domain/csv.ts'
import type { SheetRow } from '#domain/sheet.ts'
import { type SheetLimits, SheetRefused } from './sheet-limits.ts'

/** Text in UTF-8, or as Serbian Windows writes it where it is none. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1250').decode(bytes)
  }
}

/** The rows of a CSV file that hold anything. Throws SheetRefused. */
export function csvSheet(bytes: Uint8Array, limits: SheetLimits): SheetRow[] {
  const text = textOf(bytes)
  if (text.includes('\0')) throw new SheetRefused('format')
  if (text.length > limits.maxCharacters) throw new SheetRefused('too-large')
  const rows: SheetRow[] = []
  let cells = 0
  for (const row of csvRows(text, delimiterOf(text))) {
    cells += row.cells.filter((cell) => cell !== null).length
    const isBeyond = row.red > limits.maxRows || row.cells.length > limits.maxColumns || cells > limits.maxCells
    if (isBeyond) throw new SheetRefused('too-large')
    rows.push(row)
  }
  return rows
}
