import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { DataTable, type DataTableProps } from '#web/ui/data-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { pageIn } from './address-values.ts'
import { ListPager } from './list-pager.tsx'
import { ListNotLoaded } from './load-error.tsx'

type Reply<Row> = { results: Row[]; total: number; totalPages: number; page: number; limit: number }
type Address = { page: string; search: string; sort: string; order: string; limit: string }

type ServerListProps<Row> = Pick<
  DataTableProps<Row>,
  | 'label'
  | 'columns'
  | 'rowKey'
  | 'rowName'
  | 'onOpen'
  | 'actions'
  | 'actionIcon'
  | 'selected'
  | 'onSelect'
  | 'skeletonRows'
> & {
  /** As in 'Broj ulaznih dokumenata: 12'. */
  counted: string
  at: Address
  setAt: (change: Partial<Address>, how?: { replace?: boolean }) => void
  list: UseQueryResult<Reply<Row>>
  /** The sentence of the specification where the list cannot be read. */
  loadFailed: string
  onRetry?: () => void
  searchPlaceholder: string
  /** Buttons to the right of the search. */
  buttons?: ReactNode
  /** In a list that holds nothing, though nothing is searched. */
  emptyAction: ReactNode
  /** The user chooses how many rows a page has. */
  sized?: { of: string; limit: number }
}

/** A list that the server searches, sorts and pages; its state stands in the address. */
export function ServerList<Row>(props: ServerListProps<Row>) {
  const { counted, at, setAt, list, loadFailed, onRetry, searchPlaceholder, buttons, emptyAction, sized, ...table } =
    props
  const { reply, failed, outdated } = useLastReply(list, pageIn(at.page))
  const searchField = useRef<HTMLInputElement>(null)
  return (
    <Panel>
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <SearchBox
          ref={searchField}
          className="w-full sm:w-72"
          value={at.search}
          onChange={(search) => setAt({ search }, { replace: true })}
          placeholder={searchPlaceholder}
        />
        {buttons && (
          <div data-actions className="ml-auto flex flex-wrap items-center gap-2">
            {buttons}
          </div>
        )}
      </div>
      {failed && (
        <ListNotLoaded text={loadFailed} error={list.error} onRetry={onRetry ?? (() => list.refetch())} rows={reply} />
      )}
      {(reply || !failed) && (
        <DataTable
          {...table}
          rows={reply?.results ?? []}
          loading={list.isPending}
          outdated={outdated}
          sort={at.sort ? { id: at.sort, desc: at.order === 'desc' } : null}
          onSort={({ id, desc }) => setAt({ sort: id, order: desc ? 'desc' : 'asc' })}
          searchField={searchField}
          emptyAction={at.search ? undefined : emptyAction}
          footer={
            reply && (
              <ListPager
                reply={reply}
                counted={counted}
                onPage={(page, how) => setAt({ page: String(page) }, how)}
                {...(sized && { rows: { ...sized, onChoose: (rows) => setAt({ limit: String(rows) }) } })}
              />
            )
          }
        />
      )}
    </Panel>
  )
}

type ListReply = { page: number; results: readonly unknown[] }

/**
 * The reply that a list shows: its own, or the last one that could be read where another page failed. Then `failed`
 * says so, and the reply has the number of the page that was asked for, so that its pager leads on from there.
 */
export function useLastReply<R extends ListReply>(list: UseQueryResult<R>, page: number) {
  const last = useRef<R>(undefined)
  if (list.data) last.current = list.data
  const failed = list.isError && !list.data
  const reply = failed && last.current ? { ...last.current, page } : list.data
  return { reply, failed, outdated: list.isPlaceholderData || failed }
}
