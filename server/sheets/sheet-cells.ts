import * as XLSX from '@e965/xlsx'
import type { SheetCell, SheetRow } from '#domain/sheet.ts'
import { type SheetLimits, SheetRefused } from './sheet-limits.ts'

/**
 * The cells of a parsed sheet, row by row, without the empty rows. It goes by the cells that exist, never by the range
 * that the sheet declares. Throws SheetRefused if a filled cell lies beyond the limits: to take over a part silently
 * would be worse. With `date1904` its days count from 1904, as Excel for Mac used to.
 */
export function sheetRows(sheet: XLSX.WorkSheet, limits: SheetLimits, date1904 = false): SheetRow[] {
  const rows: SheetRow[] = []
  let cellCount = 0
  let characters = 0
  for (const [rowIndex, row] of Object.entries(sheet['!data'] ?? [])) {
    const cells: SheetCell[] = []
    for (const [columnIndex, cell] of Object.entries(row ?? [])) {
      const value = cellOf(cell, date1904)
      if (value === null) continue
      if (Number(rowIndex) >= limits.maxRows || Number(columnIndex) >= limits.maxColumns)
        throw new SheetRefused('too-large')
      while (cells.length < Number(columnIndex)) cells.push(null)
      cells[Number(columnIndex)] = value
      cellCount++
      characters += typeof value === 'string' ? value.length : 0
    }
    if (cellCount > limits.maxCells || characters > limits.maxCharacters) throw new SheetRefused('too-large')
    if (cells.length > 0) rows.push({ red: Number(rowIndex) + 1, cells })
  }
  return withMerged(rows, sheet['!merges'] ?? [], limits)
}

/**
 * The rows with merged cells filled in from above. Spreadsheets merge no cell twice, so the total is one sheet at most.
 */
function withMerged(rows: readonly SheetRow[], merges: readonly XLSX.Range[], limits: SheetLimits): SheetRow[] {
  const rowAt = new Map(rows.map((row) => [row.red - 1, row]))
  const mergedIn = new Map<number, Record<number, SheetCell>>()
  let cellCount = 0
  for (const { s, e } of merges) {
    const value = rowAt.get(s.r)?.cells[s.c] ?? null
    const last = Math.min(e.r, limits.maxRows - 1)
    if (value === null || last <= s.r) continue
    cellCount += last - s.r
    if (cellCount > limits.maxCells) throw new SheetRefused('too-large')
    for (let at = s.r + 1; at <= last; at++) if (rowAt.has(at)) mergedIn.set(at, { ...mergedIn.get(at), [s.c]: value })
  }
  return rows.map((row) => {
    const merged = mergedIn.get(row.red - 1)
    return merged ? { ...row, merged } : row
  })
}

/** True if some cell of the sheet is filled. */
export const holdsAnything = (sheet: XLSX.WorkSheet | undefined): boolean =>
  (sheet?.['!data'] ?? []).some((row) => row?.some((cell) => cell && cellOf(cell, false) !== null))

function cellOf(cell: XLSX.CellObject, date1904: boolean): SheetCell {
  switch (cell.t) {
    case 's':
      return textOrNull(String(cell.v ?? ''))
    case 'b':
      return Boolean(cell.v)
    case 'n':
      return numberOf(Number(cell.v), cell, date1904)
    case 'e':
    case 'd':
      return textOrNull(cell.w ?? '')
    default:
      return null
  }
}

/** No thousands separators, per cents, currencies and exponents. */
const SHOWN_CODE = /^[\p{L}\d]+([./-][\p{L}\d]+)*$/u

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text)

/**
 * A date is a text, not its serial number: 1.5 typed under Serbian settings becomes the first of May, and 46143 must
 * never pass for a quantity. Other numbers keep what the cell shows beside the value, for codes like 00123, and F-12 which
 * is the number 12 behind a format.
 */
function numberOf(value: number, cell: XLSX.CellObject, date1904: boolean): SheetCell {
  const shown = cell.w?.trim() ?? ''
  if (!Number.isFinite(value)) return textOrNull(shown)
  if (cell.z !== undefined && XLSX.SSF.is_date(String(cell.z))) return dateText(value, date1904)
  return SHOWN_CODE.test(shown) && shown !== String(value) ? { value, text: shown } : value
}

type DateCode = { y: number; m: number; d: number; H: number; M: number }

function dateText(value: number, date1904: boolean): string {
  const date: DateCode | null = XLSX.SSF.parse_date_code(value, { date1904 })
  const two = (part: number) => String(part).padStart(2, '0')
  if (!date) return '#NUM!'
  return value < 1 ? `${two(date.H)}:${two(date.M)}` : `${two(date.d)}.${two(date.m)}.${date.y}.`
}
