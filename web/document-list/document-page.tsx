import type { UseQueryResult } from '@tanstack/react-query'
import { FileText, ListTree } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { reasonOf } from '#web/api.ts'
import { useHistoryWindow } from '#web/beside/use-history-window.tsx'
import { DraftShelf } from '#web/drafts/draft-shelf.tsx'
import { documentScreenTexts } from '#web/foreseen/document-texts.ts'
import { NewButton, NextStep, OpenImport, rowAction } from '#web/screens/list-parts.tsx'
import { dischargeAddress, documentAddress } from '#web/screens/record-addresses.ts'
import { FROM_LIST } from '#web/screens/record-page.tsx'
import { rowsPerPage } from '#web/screens/rows-per-page.ts'
import { ServerList } from '#web/screens/server-list.tsx'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useAddressOpens } from '#web/screens/use-opened.ts'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { FilterPanel } from '#web/ui/filter-panel.tsx'
import type { RowAction } from '#web/ui/row-actions.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { givenColumns } from './document-columns.tsx'
import { isFiltered, noFilters, type PagedAddress, type SetPagedAddress } from './list-address.ts'
import { type DocumentScreen, useDocumentActions } from './use-document-actions.tsx'

type Page<Row> = { results: Row[]; total: number; totalPages: number; page: number; limit: number }

type DocumentPageProps<Document extends Row, Row> = {
  screen: DocumentScreen<Document, Row>
  counted: string
  /** `razduzenje`: the document whose discharge the address asked for before it had a page. */
  at: PagedAddress & { razduzenje?: string }
  setAt: SetPagedAddress
  list: UseQueryResult<Page<Row>>
  /** The cell of the PDF calls `download`. Keep it the same function between renders. */
  columns: (download: (row: Row) => Promise<void>) => readonly Column<Row>[]
  filters: ReactNode
  /** Buttons next to the search. */
  buttons?: ReactNode
  /** The actions on a row beside those of every document. */
  moreActions?: (row: Row) => readonly RowAction[]
}

/** A screen of documents: their list, their form with its drafts, their history and deletion (spec §2). */
export function DocumentPage<Document extends Row, Row extends { id: number; pdf_fajl: string | null }>(
  props: DocumentPageProps<Document, Row>,
) {
  const { screen, counted, at, setAt, list, columns } = props
  const { vrsta, numberOf } = screen
  const {
    opened,
    show,
    openNew,
    begin,
    open,
    duplicate,
    reading,
    sayNotOpened,
    download,
    ask,
    isGoing,
    formOf,
    consequencesWindow,
  } = useDocumentActions(screen)
  const { historyOf, historyWindow } = useHistoryWindow()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const openPage = ({ id }: Row) => navigate(documentAddress(vrsta, id), { state: FROM_LIST })
  useArrival((arrival) => {
    if (arrival.begin !== undefined) void begin(arrival.begin)
    else if (arrival.openModal) openNew()
  })
  const forget = useAddressOpens(at, setAt, (id) => open(Number(id)), sayNotOpened)
  function close() {
    show(null)
    forget()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the PDF of a row is fetched the same way in each render
  const allColumns = useMemo(() => columns(download), [columns])
  const shownColumns = useMemo(() => givenColumns(allColumns, list.data?.results ?? []), [allColumns, list.data])

  if (at.razduzenje && vrsta !== 'ostalo_razduzenje')
    return <Navigate replace to={dischargeAddress(vrsta, at.razduzenje)} />
  return (
    <>
      <DraftShelf
        kind={screen.kind}
        closed={!opened}
        onOpen={(id) => (id === null ? openNew() : open(Number(id)))}
        onNotOpened={sayNotOpened}
      >
        {formOf(close)}
      </DraftShelf>
      <DocumentList
        of={vrsta}
        label={screen.label}
        counted={counted}
        at={at}
        setAt={setAt}
        list={list}
        columns={shownColumns}
        onNew={openNew}
        newText={screen.newText}
        filters={props.filters}
        buttons={props.buttons}
        rowName={numberOf}
        onOpen={openPage}
        actions={(row) => [
          vrsta === 'ostalo_razduzenje'
            ? rowAction.show(() => openPage(row))
            : {
                text: 'Razduženje',
                icon: <ListTree />,
                onChoose: () => navigate(dischargeAddress(vrsta, row.id), { state: FROM_LIST }),
              },
          rowAction.edit(() => open(row.id).catch(sayNotOpened), reading === row.id),
          duplicate(row),
          // A card has no room for the sign of the PDF.
          ...(narrow && row.pdf_fajl
            ? [{ text: 'Preuzmi PDF', icon: <FileText />, onChoose: () => download(row) }]
            : []),
          ...(props.moreActions?.(row) ?? []),
          historyOf({ vrsta, predmet: row.id, name: numberOf(row) }),
          rowAction.remove(() => ask(row), isGoing(row)),
        ]}
      />
      {historyWindow}
      {consequencesWindow}
    </>
  )
}

type ListReply<Row> = { results: Row[]; total: number; totalPages: number; page: number; limit: number }

type DocumentListProps<Row extends { id: number }> = {
  of: string
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

/** A list of documents: filters, search and the table. The server does all three, page by page (spec §2). */
function DocumentList<Row extends { id: number }>(props: DocumentListProps<Row>) {
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
 * An alert for each load that failed (spec §8); the table keeps its rows. A screen that reads again by itself has the
 * same `wanted`: a user who has closed its alert does not see it again.
 */
function useLoadAlert({ error, isSuccess, isPlaceholderData }: UseQueryResult, wanted: string) {
  const alert = useAlert()
  const told = useRef({ error: null as unknown, wanted: '' })
  useEffect(() => {
    if (isSuccess && !isPlaceholderData) told.current.wanted = ''
    // The earlier failure is still there during another attempt.
    if (!error || told.current.error === error || told.current.wanted === wanted) return
    told.current = { error, wanted }
    void alert({ text: documentScreenTexts.loadFailed, reason: reasonOf(error) })
  }, [error, isSuccess, isPlaceholderData, wanted, alert])
}
