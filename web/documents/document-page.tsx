import type { UseQueryResult } from '@tanstack/react-query'
import { ListTree, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { reasonOf } from '#web/api.ts'
import { useHistoryWindow } from '#web/audit/use-history-window.tsx'
import { DraftShelf } from '#web/drafts/draft-shelf.tsx'
import { useAddressOpens } from '#web/screens/use-address-opens.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useOpened } from '#web/screens/use-opened.ts'
import { useWayBack } from '#web/screens/use-way-back.ts'
import { useAlert } from '#web/ui/asking.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import type { RowAction } from '#web/ui/row-actions.tsx'
import { type Consequences, ConsequencesDialog } from './consequences.tsx'
import type { DocumentKind } from './document-link.tsx'
import { DocumentList } from './document-list.tsx'
import { documentScreenTexts } from './document-texts.ts'
import type { Foreseen } from './foreseen.tsx'
import type { ListAddress, SetListAddress } from './list-address.ts'
import { useDeleteDocument } from './use-delete-document.tsx'

type Page<Row> = { results: Row[]; total: number; totalPages: number; page: number; limit: number }

type DocumentPageProps<Document, Row extends { id: number }> = {
  vrsta: DocumentKind
  label: string
  counted: string
  texts: { deleteQuestion: string; deleted: (broj: string) => string; loadItemsFailed: string }
  at: ListAddress
  setAt: SetListAddress
  list: UseQueryResult<Page<Row>>
  numberOf: (row: Row) => string
  partnerOf: (row: Row) => string
  /** Given what the cell of the PDF calls. Keep it the same function between renders. */
  columns: (download: (row: Row) => Promise<void>) => readonly Column<Row>[]
  /** Fetches a document's PDF and hands it to the user. */
  download: (row: Row) => Promise<void>
  get: (id: number) => Promise<Document>
  foresee: (id: number) => Promise<Foreseen>
  remove: (row: Row) => Promise<Pick<Consequences, 'promenjeni_c1'>>
  filters: ReactNode
  /** What can be done to a row beside what every document can. */
  moreActions?: (row: Row) => readonly RowAction[]
  /** The kind of its drafts. */
  kind: string
  form: (document: Document | null, close: () => void, tell: (consequences: Consequences) => void) => ReactNode
  discharge: (id: number, close: () => void) => ReactNode
}

/** A screen of documents: their list, their form with its drafts, their discharge, history and deletion (spec §2). */
export function DocumentPage<Document, Row extends { id: number; verzija: number }>(
  props: DocumentPageProps<Document, Row>,
) {
  const { vrsta, label, counted, texts, at, setAt, list, numberOf, partnerOf, filters, kind, columns, download } = props
  const { opened, show, open: openById, reading } = useOpened<Document | 'new', number>()
  const [consequences, setConsequences] = useState<Consequences | null>(null)
  const { historyOf, historyWindow } = useHistoryWindow()
  const alert = useAlert()
  const wayBack = useWayBack()
  useArrival(({ openModal }) => openModal && show('new'))
  const { ask, isGoing } = useDeleteDocument<Row>({
    question: texts.deleteQuestion,
    nameOf: (row) => `${numberOf(row)} · ${partnerOf(row)}`,
    numberOf,
    foresee: props.foresee,
    remove: props.remove,
    deleted: texts.deleted,
    onConsequences: setConsequences,
  })

  /** The form never opens with half of a document: it is read whole first, as it is now. */
  const open = (id: number) => openById(id, () => props.get(id))
  const sayNotOpened = (error: unknown) => alert({ text: texts.loadItemsFailed, reason: reasonOf(error) })
  const forget = useAddressOpens(at, setAt, (id) => open(Number(id)), sayNotOpened)
  function close() {
    show(null)
    forget()
  }

  const shownColumns = useMemo(
    () =>
      columns((row) =>
        download(row).catch((error) => alert({ text: documentScreenTexts.pdfDownloadFailed, reason: reasonOf(error) })),
      ),
    [columns, download, alert],
  )

  function showDischarge({ id }: Row) {
    wayBack.leave()
    setAt({ razduzenje: String(id), page: at.page })
  }
  const hideDischarge = () => wayBack.back(() => setAt({ razduzenje: '', page: at.page }, { replace: true }))

  return (
    <>
      <DraftShelf
        kind={kind}
        closed={!opened}
        onOpen={(id) => (id === null ? show('new') : open(Number(id)))}
        onNotOpened={sayNotOpened}
      >
        {opened && props.form(opened === 'new' ? null : opened, close, setConsequences)}
      </DraftShelf>
      <DocumentList
        vrsta={vrsta}
        label={label}
        counted={counted}
        at={at}
        setAt={setAt}
        list={list}
        columns={shownColumns}
        onNew={() => show('new')}
        filters={filters}
        rowName={numberOf}
        actions={(row) => [
          { text: 'Razduženje', icon: <ListTree />, onChoose: () => showDischarge(row) },
          ...(props.moreActions?.(row) ?? []),
          historyOf({ vrsta, predmet: row.id, name: numberOf(row) }),
          {
            text: 'Izmeni',
            icon: <Pencil />,
            disabled: reading === row.id,
            onChoose: () => open(row.id).catch(sayNotOpened),
          },
          { text: 'Obriši', icon: <Trash2 />, danger: true, disabled: isGoing(row), onChoose: () => ask(row) },
        ]}
      />
      {historyWindow}
      {at.razduzenje && props.discharge(Number(at.razduzenje), hideDischarge)}
      {consequences && <ConsequencesDialog consequences={consequences} onClose={() => setConsequences(null)} />}
    </>
  )
}
