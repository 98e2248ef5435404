// The columns of a spreadsheet: what stands above each, and what of a row stands in it.
import { type Micro, microToNumber, type Para, paraToNumber } from '#domain/decimal.ts'
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
export const day = <Row>(header: string, of: (row: Row) => string | null): Column<Row> => ({
  header,
  of,
  as: 'day',
  width: 12,
})
export const whole = <Row>(header: string, of: (row: Row) => number | null): Column<Row> => ({ header, of, width: 10 })
export const quantity = <Row>(header: string, of: (row: Row) => Micro | null): Column<Row> => ({
  header,
  as: 'quantity',
  of: (row) => shown(of(row), microToNumber),
})
export const amount = <Row>(header: string, of: (row: Row) => Para | null): Column<Row> => ({
  header,
  as: 'amount',
  width: 18,
  of: (row) => shown(of(row), paraToNumber),
})
const shown = <T>(value: T | null, toNumber: (value: T) => number) => (value === null ? null : toNumber(value))

/** Widths in characters. */
export const WIDE = 32
export const UNIT = 8
