import { type ReactNode, useMemo, useState } from 'react'
import { findRows, type SortValue, sortRows } from './table-rows.ts'

/** One column of a DataTable. */
export type Column<Row> = {
  id: string
  header: string
  /** The shown content; without it, `text` or else the text of `value`. */
  cell?: (row: Row) => ReactNode
  /** The value to sort by, and to search in without `text`. Dates as YYYY-MM-DD, numbers as numbers. */
  value?: (row: Row) => SortValue
  /** The text that the search looks through, where it differs from `value`: numbers and dates as they are shown. */
  text?: (row: Row) => string
  /** `right` for numbers. */
  align?: 'right'
  sortable?: boolean
  /** Long text breaks into lines instead of widening the table. */
  wrap?: boolean
  /** CSS width of the column. */
  width?: string
  /** Long text ends in an ellipsis, `text` is its tooltip. Without `width` the column gets the room that is left. */
  cut?: boolean
  /** It stays at the right edge of a table that scrolls sideways: the last column, of a table without actions. */
  pin?: boolean
  /** Under 1440 px it is no column: another one says it in its second line. */
  fold?: boolean
  /** That second line, in quieter ink. */
  under?: (row: Row) => string
  /**
   * Its place on the card that a row is on a phone: the title, behind it in quieter ink, at its right, in the two lines
   * under it, below as a fact with its name (wide for sentences), or nowhere, where another column or the page of the
   * row says it. Rows become cards where one column has a place: the first one is the title unless another one is, all
   * others are facts.
   */
  card?:
    | 'title'
    | 'behind'
    | 'right'
    | 'second'
    | 'second-right'
    | 'third'
    | 'third-right'
    | 'fact'
    | 'wide-fact'
    | 'none'
  /** The content on a card, where that is more than the cell. */
  onCard?: (row: Row) => ReactNode
  /** The cell of the totals row, from all rows that the search leaves. */
  total?: (rows: readonly Row[]) => ReactNode
}

/** The class of columns that stay in sight in a table that scrolls sideways: the first one and pinned ones. */
export const pinOf = ({ pin }: { pin?: boolean }, at: number): string =>
  at === 0 ? 'pinned' : pin ? 'pinned-right' : ''

export type Sort = { id: string; desc: boolean }

/** The order that a click on the head of a column asks for: ascending, then descending (spec §2). */
export const clicked = (sort: Sort | null, id: string): Sort => ({ id, desc: sort?.id === id && !sort.desc })

type ModelOptions<Row> = {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  search: string
  /** Rows come sorted and searched from the server. */
  manual: boolean
  sort: Sort | null | undefined
  onSort: ((sort: Sort) => void) | undefined
  defaultSort: Sort | undefined
}

/** The rows of a table in the order and selection that its head and its search ask for. */
export function useTableModel<Row>({ columns, rows, search, manual, sort, onSort, defaultSort }: ModelOptions<Row>) {
  const [ownSort, setOwnSort] = useState<Sort | null>(defaultSort ?? null)
  const current = sort === undefined ? ownSort : sort
  const shown = useMemo(
    () => (manual ? rows : sortRows(findRows(rows, columns, search), columns, current)),
    [manual, rows, columns, search, current],
  )

  function sortBy(next: Sort) {
    if (sort === undefined) setOwnSort(next)
    onSort?.(next)
  }

  return { rows: shown, sort: current, sortBy }
}

type Pages<Row> = { rows: readonly Row[]; page: number; totalPages: number; setPage: (page: number) => void }

/** Cuts rows that are all here into pages, from 1; a page that no longer exists becomes the last one. */
export function usePages<Row>(rows: readonly Row[], pageSize: number | undefined): Pages<Row> {
  const [wanted, setPage] = useState(1)
  if (!pageSize) return { rows, page: 1, totalPages: 1, setPage }
  const totalPages = Math.max(1, Math.ceil(rows.length / pageSize))
  const page = Math.min(wanted, totalPages)
  return { rows: rows.slice((page - 1) * pageSize, page * pageSize), page, totalPages, setPage }
}
