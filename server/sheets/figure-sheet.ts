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
  money: { width: 18, as: 'amount' },
  flag: { width: UNIT },
}

type Options<Row> = {
  /** A first column counts the rows. */
  readonly numbered?: boolean
  /** The figures that are added up below the rows; without it, every amount of money. */
  readonly sums?: readonly (keyof Row & string)[]
}

/** These rows as a sheet: each figure is a column under its heading, even if it is empty in all rows. */
export function figureSheet<Row>(
  name: string,
  figures: readonly Figure<Row>[],
  rows: readonly Row[],
  { numbered = false, sums }: Options<Row> = {},
): WrittenTable {
  const columns = figures.map(({ id, heading, kind }) => {
    const sum = sums ? sums.includes(id) : kind === 'money'
    return { header: heading, ...COLUMNS[kind], ...(sum && { sum }) }
  })
  return {
    name,
    columns: numbered ? [{ header: 'R. br.', width: UNIT }, ...columns] : columns,
    rows: rows.map((row, at) => {
      const cells = figures.map(({ id, kind }) => cellOf(kind, row[id]))
      return numbered ? [at + 1, ...cells] : cells
    }),
  }
}

function cellOf(kind: Kind, value: unknown): WrittenCell {
  if (value === null) return null
  if (kind === 'flag') return value === true
  if (value === undefined) return null
  if (kind === 'quantity' || kind === 'percent') return microToNumber(value as Micro)
  return kind === 'money' ? paraToNumber(value as Para) : (value as WrittenCell)
}
