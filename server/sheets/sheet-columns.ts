// The columns of a spreadsheet: the heading of each, and its value in a row.
import { type Micro, microToNumber } from '#domain/decimal.ts'
import type { WrittenCell, WrittenColumn } from './write-sheet.ts'

/** A sheet as `writeSheets` takes it. */
export type WrittenTable = { name: string; columns: readonly WrittenColumn[]; rows: WrittenCell[][] }

/** The rows under these columns. */
export const writtenTable = <Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): WrittenTable => ({
  name,
  columns,
  rows: rows.map((row) => columns.map(({ of }) => of(row))),
})

export type Column<Row> = WrittenColumn & { of: (row: Row) => WrittenCell }

export const text = <Row>(header: string, of: (row: Row) => string | null, width?: number): Column<Row> => ({
  header,
  of,
  ...(width ? { width } : {}),
})
export const quantity = <Row>(header: string, of: (row: Row) => Micro | null): Column<Row> => ({
  header,
  as: 'quantity',
  of: (row) => {
    const value = of(row)
    return value === null ? null : microToNumber(value)
  },
})

/** Widths in characters. */
export const WIDE = 32
export const UNIT = 8
