import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { reasonOf } from '#web/api.ts'
import { documentScreenTexts } from '#web/foreseen/document-texts.ts'
import { NewButton, NextStep, OpenImport } from '#web/screens/list-parts.tsx'
import { rowsPerPage, type SizedList } from '#web/screens/rows-per-page.ts'
import { ServerList } from '#web/screens/server-list.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { FilterPanel } from '#web/ui/filter-panel.tsx'
import type { RowAction } from '#web/ui/row-actions.tsx'
import { isFiltered, noFilters, type PagedAddress, type SetPagedAddress } from './list-address.ts'

type ListReply<Row> = { results: Row[]; total: number; totalPages: number; page: number; limit: number }

type DocumentListProps<Row extends { id: number }> = {
  of: SizedList
  label: string
  /** As in 'Broj ulaznih dokumenata: 12'. */
  counted: string
  at: PagedAddress
  setAt: SetPagedAddress
  list: UseQueryResult<ListReply<Row>>
  columns: readonly Column<Row>[]
  filters: ReactNode
  buttons?: ReactNode
  rowName: (row: Row) => string
  onOpen: (row: Row) => void
  actions: (row: Row) => readonly RowAction[]
  onNew: () => void
  /** On the button that opens an empty form. */
  newText: string
}

/** A list of documents: filters, search and the table, all by the server, page by page (spec §2). */
export function DocumentList<Row extends { id: number }>(props: DocumentListProps<Row>) {
  const { of, label, counted, at, setAt, list, columns, filters, rowName, onOpen, actions, onNew } = props
  const filtered = isFiltered(at)
  const limit = rowsPerPage(of, at.limit)
  const [tries, setTries] = useState(0)
  useLoadAlert(list, `${JSON.stringify(at)} ${tries}`)

  const newDocument = <NewButton text={props.newText} onNew={onNew} />
  return (
    <div className="flex flex-col gap-4">
      <FilterPanel active={filtered} defaultOpen={filtered} onClear={() => setAt(noFilters(at))} right={newDocument}>
        {filters}
      </FilterPanel>
      <ServerList
        label={label}
        counted={counted}
        at={at}
        setAt={setAt}
        list={list}
        loadFailed={documentScreenTexts.loadFailed}
        onRetry={() => {
          setTries(tries + 1)
          void list.refetch()
        }}
        searchPlaceholder="Pretraži dokumente..."
        buttons={props.buttons}
        emptyAction={
          filtered ? undefined : of === 'c4' || of === 'c1' ? (
            <NextStep text={documentScreenTexts.nextStep[of]}>
              <OpenImport />
              {newDocument}
            </NextStep>
          ) : (
            newDocument
          )
        }
        sized={{ of, limit }}
        skeletonRows={limit}
        columns={columns}
        rowKey={({ id }) => String(id)}
        rowName={rowName}
        onOpen={onOpen}
        actions={actions}
        actionIcon
      />
    </div>
  )
}

/**
 * An alert for each load that failed (spec §8); the table keeps what it had. What the screen reads again by itself is the
 * same `wanted` again, and whoever has closed its alert is not interrupted once more.
 */
function useLoadAlert({ error, isSuccess, isPlaceholderData }: UseQueryResult, wanted: string) {
  const alert = useAlert()
  const told = useRef({ error: null as unknown, wanted: '' })
  useEffect(() => {
    if (isSuccess && !isPlaceholderData) told.current.wanted = ''
    // While somebody tries once more, the failure of before is still there.
    if (!error || told.current.error === error || told.current.wanted === wanted) return
    told.current = { error, wanted }
    void alert({ text: documentScreenTexts.loadFailed, reason: reasonOf(error) })
  }, [error, isSuccess, isPlaceholderData, wanted, alert])
}
