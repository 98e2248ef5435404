import type { UseQueryResult } from '@tanstack/react-query'
import { FileText, ListTree } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { useHistoryWindow } from '#web/beside/use-history-window.tsx'
import { DraftShelf } from '#web/drafts/draft-shelf.tsx'
import { dischargeAddress, documentAddress } from '#web/screens/document-link.tsx'
import { rowAction } from '#web/screens/list-parts.tsx'
import { FROM_LIST } from '#web/screens/record-page.tsx'
import { useAddressOpens } from '#web/screens/use-address-opens.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import type { Column } from '#web/ui/data-table.tsx'
import type { RowAction } from '#web/ui/row-actions.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { givenColumns } from './document-columns.tsx'
import { DocumentList } from './document-list.tsx'
import type { PagedAddress, SetPagedAddress } from './list-address.ts'
import { type DocumentScreen, useDocumentActions } from './use-document-actions.tsx'

type Page<Row> = { results: Row[]; total: number; totalPages: number; page: number; limit: number }

type DocumentPageProps<Document extends Row, Row> = {
  screen: DocumentScreen<Document, Row>
  counted: string
  /** `razduzenje`: the document whose discharge the address asked for before it had a page. */
  at: PagedAddress & { razduzenje?: string }
  setAt: SetPagedAddress
  list: UseQueryResult<Page<Row>>
  /** Given what the cell of the PDF calls. Keep it the same function between renders. */
  columns: (download: (row: Row) => Promise<void>) => readonly Column<Row>[]
  filters: ReactNode
  /** Beside the search. */
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
          // A card has no room for its sign.
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
