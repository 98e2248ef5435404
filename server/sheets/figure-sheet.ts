import type { Figure, Kind } from '#contract/figures/figure.ts'
import { type Micro, microToNumber, type Para, paraToNumber } from '#domain/decimal.ts'
import { UNIT, WIDE, type WrittenTable } from './sheet-columns.ts'
import type { WrittenCell, WrittenColumn } from './write-sheet.ts'

const COLUMNS: Readonly<Record<Kind, Omit<WrittenColumn, 'header'>>> = {
  code: {},
  id: {},
  name: { width: WIDE },
  of: { width: UNIT },
  unit: { width: UNIT },
  day: { width: 12, as: 'day' },
  whole: { width: 10 },
  quantity: { as: 'quantity' },
  percent: { as: 'quantity' },
  money: { width: 18, as: 'amount', sum: true },
  flag: { width: UNIT },
}

/** These rows as a sheet: each figure a column under its heading, also where it is empty throughout, behind `R. br.` */
export const figureTable = <Row>(
  name: string,
  figures: readonly Figure<Row>[],
  rows: readonly Row[],
): WrittenTable => ({
  name,
  columns: [
    { header: 'R. br.', width: UNIT },
    ...figures.map(({ heading, kind }) => ({ header: heading, ...COLUMNS[kind] })),
  ],
  rows: rows.map((row, at) => [at + 1, ...figures.map(({ id, kind }) => cellOf(kind, row[id]))]),
})

function cellOf(kind: Kind, value: unknown): WrittenCell {
  if (kind === 'flag') return value === true
  if (value === null || value === undefined) return null
  if (kind === 'quantity' || kind === 'percent') return microToNumber(value as Micro)
  return kind === 'money' ? paraToNumber(value as Para) : (value as WrittenCell)
}
