import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  type FilterFn,
  globalFilteringFeature,
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
  /** What the cell shows; without it, the text of `value`. */
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
  /** The cell of the totals row, from the rows that are shown. */
  total?: (rows: readonly Row[]) => ReactNode
  /** For screen readers where the head stays empty to the eye. */
  headerHidden?: boolean
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
  columnMeta: {} as { text: (row: never) => string },
})

/** Every word must occur in the column; folded as everywhere (decisions §2). The table asks column after column. */
const searchColumn: FilterFn<typeof features, never> = (row, columnId, wanted) => {
  const text = row.getAllCellsByColumnId()[columnId]?.column.columnDef.meta?.text(row.original) ?? ''
  return searchText(text).includes(String(wanted))
}

const asText = (value: SortValue): string => (value === null || value === undefined ? '' : String(value))

/**
 * The rows of a table in the order and selection that its head and its search ask for. Clicking a head sorts ascending,
 * then descending (spec §2).
 */
export function useTableModel<Row>(options: ModelOptions<Row>) {
  const { columns, rows, rowKey, search, manual, sort, onSort, defaultSort } = options
  const [ownSort, setOwnSort] = useState<Sort | null>(defaultSort ?? null)
  const current = sort === undefined ? ownSort : sort

  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        accessorFn: (row: Row) => column.value?.(row) ?? undefined,
        enableSorting: Boolean(column.sortable),
        enableGlobalFilter: Boolean(column.text ?? column.value),
        sortUndefined: 'last' as const,
        sortFn: (a: { getValue: (id: string) => unknown }, b: { getValue: (id: string) => unknown }, id: string) =>
          compareValues(a.getValue(id) as SortValue, b.getValue(id) as SortValue),
        meta: { text: (row: never) => (column.text ? column.text(row) : asText(column.value?.(row))) },
      })),
    [columns],
  )

  const table = useTable({
    features,
    columns: definitions as never,
    data: rows as Row[] as never[],
    getRowId: (row: never) => rowKey(row),
    manualSorting: manual,
    manualFiltering: manual,
    sortDescFirst: false,
    enableSortingRemoval: false,
    enableMultiSort: false,
    globalFilterFn: searchColumn,
    state: { sorting: current ? [current] : [], globalFilter: searchText(search) },
    onSortingChange: (update) => {
      const next = typeof update === 'function' ? update(current ? [current] : []) : update
      if (!next[0]) return
      if (sort === undefined) setOwnSort(next[0])
      onSort?.(next[0])
    },
  })

  return {
    rows: table.getRowModel().rows.map((row) => row.original as Row),
    sort: current,
    toggleSort: (id: string) => table.getColumn(id)?.toggleSorting(),
  }
}
