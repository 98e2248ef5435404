import {
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useMemo, useState } from 'react'
import { searchText } from '#domain/search-text.ts'
import { compareValues, type SortValue } from './table-rows.ts'

/** One column of a DataTable. */
export type Column<Row> = {
  id: string
  header: string
  /** What the cell shows; without it, `text` or else the text of `value`. */
  cell?: (row: Row) => ReactNode
  /** What the column sorts by, and searches in unless `text` says otherwise. Dates as YYYY-MM-DD, numbers as numbers. */
  value?: (row: Row) => SortValue
  /** What the search looks through, where it differs from `value`: numbers and dates as they are shown. */
  text?: (row: Row) => string
  /** `right` for numbers. */
  align?: 'right'
  sortable?: boolean
  /** Long text breaks into lines instead of widening the table. */
  wrap?: boolean
  /** CSS width of the column. */
  width?: string
  /** What is too long is cut by an ellipsis; `text` says the whole. Without `width` it gets what the others leave. */
  cut?: boolean
  /** Under 1440 px it is no column: another one says it in its second line. */
  fold?: boolean
  /** That second line, in quieter ink. */
  under?: (row: Row) => string
  /**
   * Where it stands on the card that a row is on a phone: its title, behind that in quieter ink, at its right, in the line
   * under it, or below as a fact with its name, a wide one for sentences; nowhere, where another one says it already. Where
   * one column says so, rows become cards: the first column is their title unless another one is, all others are facts.
   */
  card?: 'title' | 'behind' | 'right' | 'second' | 'second-right' | 'fact' | 'wide-fact' | 'none'
  /** The cell of the totals row, from all rows that the search leaves. */
  total?: (rows: readonly Row[]) => ReactNode
}

export type Sort = { id: string; desc: boolean }

type ModelOptions<Row> = {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  search: string
  /** Rows come sorted and searched from the server. */
  manual: boolean
  sort: Sort | null | undefined
  onSort: ((sort: Sort) => void) | undefined
  defaultSort: Sort | undefined
}

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
})

/** What the search of a table sees in one cell, folded as everywhere (decisions §2). */
function searchedText<Row>(column: Column<Row> | undefined, row: Row): string {
  if (column?.text) return searchText(column.text(row))
  const value = column?.value?.(row)
  return value === null || value === undefined ? '' : searchText(String(value))
}

/**
 * The rows of a table in the order and selection that its head and its search ask for: a row stays when one of its
 * columns holds the text. Clicking a head sorts ascending, then descending (spec §2).
 */
export function useTableModel<Row extends RowData>(options: ModelOptions<Row>) {
  const { columns, rows, rowKey, search, manual, sort, onSort, defaultSort } = options
  const [ownSort, setOwnSort] = useState<Sort | null>(defaultSort ?? null)
  const current = sort === undefined ? ownSort : sort

  const definitions = useMemo(
    () =>
      columns.map<ColumnDef<typeof features, Row>>((column) => ({
        id: column.id,
        header: column.header,
        accessorFn: (row) => column.value?.(row) ?? undefined,
        enableSorting: Boolean(column.sortable),
        enableGlobalFilter: Boolean(column.text ?? column.value),
        sortUndefined: 'last',
        sortFn: (a, b, id) => compareValues(a.getValue<SortValue>(id), b.getValue<SortValue>(id)),
      })),
    [columns],
  )
  const columnsById = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])

  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    manualSorting: manual,
    manualFiltering: manual,
    sortDescFirst: false,
    enableSortingRemoval: false,
    enableMultiSort: false,
    globalFilterFn: (row, id, wanted: string) => searchedText(columnsById.get(id), row.original).includes(wanted),
    state: { sorting: current ? [current] : [], globalFilter: searchText(search) },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(current ? [current] : []) : update
      if (!next) return
      if (sort === undefined) setOwnSort(next)
      onSort?.(next)
    },
  })

  return {
    rows: table.getRowModel().rows.map((row) => row.original),
    sort: current,
    toggleSort: (id: string) => table.getColumn(id)?.toggleSorting(),
  }
}
