import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { guardedText } from '#domain/formula-guard.ts'
import type { WrittenTable } from './sheet-columns.ts'
import type { WrittenCell, WrittenColumn } from './write-sheet.ts'

/** Serbian Excel takes a comma for part of a number. */
const BETWEEN = ';'
/** The mark by which Excel recognises UTF-8. */
const MARK = '\ufeff'
/**
 * Signs that would split the text into cells, also in programs that split at commas or tabs: the second cell could be a
 * formula.
 */
const QUOTED = /["\r\n;,\t]|^\s|\s$/

/**
 * A table as CSV in the form of Serbian Excel: UTF-8 with its mark, semicolons, decimal commas, days like 31.01.2026.
 * `csvSheet` reads it here, with the same content as the workbook. Sums are left out.
 */
export function writeCsv({ columns, rows }: WrittenTable): Uint8Array<ArrayBuffer> {
  const lines = [
    columns.map(({ header }) => textCell(header)),
    ...rows.map((row) => columns.map((column, at) => cellOf(row[at] ?? null, column))),
  ]
  return new TextEncoder().encode(MARK + lines.map((line) => line.join(BETWEEN)).join('\r\n'))
}

function cellOf(value: WrittenCell, { as }: WrittenColumn): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'DA' : 'NE'
  if (typeof value === 'object') return numberOf(value.v)
  if (typeof value === 'number') return numberOf(value)
  if (as === 'day') return formatDate(value as CalendarDate)
  return textCell(value)
}

/** A number with three places could be read as thousands. */
function numberOf(value: number): string {
  const text = String(value).replace('.', ',')
  return /,\d{3}$/.test(text) ? `${text}0` : text
}

/** One cell with an unchanged text. */
function textCell(text: string): string {
  const cell = guardedText(text)
  return cell !== text || QUOTED.test(text) ? `"${cell.replaceAll('"', '""')}"` : cell
}
