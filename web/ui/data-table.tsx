import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { Pager } from './pager.tsx'
import type { RowAction } from './row-actions.tsx'
import { useRowFocus } from './row-focus.ts'
import { SearchBox } from './search-box.tsx'
import { TableBody, TableTotals } from './table-body.tsx'
import { roleIn, useCards } from './table-cards.ts'
import { TableHead } from './table-head.tsx'
import { copyColumns, useFocusAfterRemoval, useKeptScroll, useTotalsInSight, useWide } from './table-hooks.ts'
import { type Column, type Sort, usePages, useTableModel } from './table-model.ts'

export type { Column, Sort } from './table-model.ts'

export type DataTableProps<Row> = {
  /** The name of the table, for screen readers. */
  label: string
  /** Keep it the same array between renders (module scope or useMemo). */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  loading?: boolean
  /** The rows answer the query before; those of this one are on their way. */
  outdated?: boolean
  /** Shows the search box over the table. */
  searchPlaceholder?: string
  /** The searched text, where it is kept elsewhere. */
  search?: string
  onSearch?: (text: string) => void
  /** Searches after this pause in typing; at once unless given. */
  searchDebounceMs?: number
  /** Server-side sort: the table then leaves rows as they come. */
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  defaultSort?: Sort
  /** Right of the search box. */
  toolbar?: ReactNode
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  /** How a row is called in the labels of its checkbox and its actions; its key unless given. */
  rowName?: (row: Row) => string
  /** A click on a row or Enter opens it; arrow keys then move among the rows. */
  onOpen?: (row: Row) => void
  /** The content under a row, over its full width: null under a row that is closed. */
  detail?: (row: Row) => ReactNode
  /** The totals stay in sight while the rows scroll. */
  totalsInSight?: boolean
  /** The actions of a row, at its end: the first one as a word, the others in one menu. */
  actions?: (row: Row) => readonly RowAction[]
  /** The first action is its icon, so that the columns have the room of its word. */
  actionIcon?: boolean
  /** A search field outside: Arrow down leads from it to the rows, and it gets the focus when the last row is gone. */
  searchField?: RefObject<HTMLInputElement | null>
  /** Rows of the same key stand under one quiet band. */
  groupBy?: (row: Row) => string
  band?: (rows: readonly Row[]) => ReactNode
  /** A closed group shows only its band. All groups are open unless this is given. */
  isOpen?: (group: string) => boolean
  emptyText?: string
  emptyAction?: ReactNode
  skeletonRows?: number
  /** Client-side paging, for tables of more than some hundred rows. */
  pageSize?: number
  /** Under the table, e.g. a Pager for rows that the server pages. */
  footer?: ReactNode
}

/**
 * A table with sticky head, search over its columns, sorting, totals, selection, row actions and group bands. Client
 * side unless `onSort` is given. A table wider than its place scrolls inside it, keeps its first column
 * and its actions, and stands where it stood when one comes back to it; on a phone, rows with `card` columns are cards.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, loading = false, outdated = false, searchPlaceholder, toolbar, footer } = props
  const [typed, setTyped] = useState('')
  const search = props.search ?? typed
  const manual = Boolean(props.onSort)
  const model = useTableModel({
    columns,
    rows,
    search,
    manual,
    sort: props.sort,
    onSort: props.onSort,
    defaultSort: props.defaultSort,
  })
  const pages = usePages(model.rows, props.pageSize)
  const [box, wide] = useWide()
  const cards = useCards(columns)
  useKeptScroll(box, label, wide && !loading)
  useTotalsInSight(box, wide && Boolean(props.totalsInSight))
  const ownSearch = useRef<HTMLInputElement>(null)
  const searchField = props.searchField ?? ownSearch
  useRowFocus(box, { rows: pages.rows, rowKey, onOpen: props.onOpen }, searchField)

  const keys = useMemo(() => pages.rows.map(rowKey), [pages.rows, rowKey])
  const noteChoice = useFocusAfterRemoval(box, keys, searchField)
  const { actions } = props
  const notedActions =
    actions &&
    ((row: Row) =>
      actions(row).map((action) => {
        if (!action.danger) return action
        const onChoose = () => {
          noteChoice(rowKey(row), action.text)
          action.onChoose()
        }
        return { ...action, onChoose }
      }))

  function searchFor(text: string) {
    setTyped(text)
    props.onSearch?.(text)
    pages.setPage(1)
  }

  /** A scrolling region must be reachable by keyboard, and then have a name. */
  const scrolling = wide ? { 'data-wide': true, role: 'group', tabIndex: 0, 'aria-label': label } : {}
  const hasTotals = columns.some((column) => column.total)

  return (
    <div className="min-w-0">
      {(searchPlaceholder || toolbar) && (
        <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
          {searchPlaceholder && (
            <SearchBox
              ref={ownSearch}
              className="w-full sm:w-72"
              value={search}
              onChange={searchFor}
              placeholder={searchPlaceholder}
              debounceMs={props.searchDebounceMs ?? 0}
            />
          )}
          {toolbar && <div className="ml-auto flex flex-wrap items-center gap-2">{toolbar}</div>}
        </div>
      )}
      <div ref={box} className="table-box" {...scrolling}>
        <table
          className="data-table"
          role={roleIn(cards, 'table')}
          data-cards={cards ? true : undefined}
          aria-label={label}
          aria-busy={loading || outdated}
          onCopy={copyColumns}
          data-outdated={outdated || undefined}
          data-totals-in-sight={props.totalsInSight || undefined}
          data-folding={columns.some(({ fold }) => fold) || undefined}
        >
          <TableHead
            columns={columns}
            cards={cards}
            sort={model.sort}
            onSort={(sort) => {
              model.sortBy(sort)
              pages.setPage(1)
            }}
            hasActions={Boolean(props.actions)}
            keys={keys}
            selected={props.selected}
            onSelect={props.onSelect}
          />
          <TableBody
            {...props}
            {...(notedActions && { actions: notedActions })}
            rows={pages.rows}
            loading={loading}
            cards={cards}
          />
          {hasTotals && !loading && model.rows.length > 0 && <TableTotals {...props} rows={model.rows} cards={cards} />}
        </table>
      </div>
      {pages.totalPages > 1 && (
        <div className="border-line border-t px-4 py-2">
          <Pager page={pages.page} totalPages={pages.totalPages} onPage={pages.setPage} of={label} />
        </div>
      )}
      {footer && <div className="border-line border-t px-4 py-2">{footer}</div>}
    </div>
  )
}
