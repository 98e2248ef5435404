import { useQuery } from '@tanstack/react-query'
import { ListTree, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { C4_FILTER_COUNTRIES, C4_TYPES, type C4Document, type C4Row, c4Endpoints } from '#contract/c4.ts'
import { call, reasonOf } from '#web/api.ts'
import { useHistoryWindow } from '#web/audit/use-history-window.tsx'
import { type Consequences, ConsequencesDialog } from '#web/documents/consequences.tsx'
import { DocumentList } from '#web/documents/document-list.tsx'
import { documentScreenTexts } from '#web/documents/document-texts.ts'
import { FilterFields } from '#web/documents/filter-fields.tsx'
import { LIST_DEFAULTS, listQuery } from '#web/documents/list-address.ts'
import { useDeleteDocument } from '#web/documents/use-delete-document.tsx'
import { DraftShelf } from '#web/drafts/draft-shelf.tsx'
import { read } from '#web/queries.ts'
import { downloadFile } from '#web/received-file.ts'
import { useAddressOpens } from '#web/screens/use-address-opens.ts'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useOpened } from '#web/screens/use-opened.ts'
import { useWayBack } from '#web/screens/use-way-back.ts'
import { useAlert } from '#web/ui/asking.tsx'
import { ULAZNI_DOKUMENTI } from '#web/ui/plural.ts'
import { c4Columns } from './c4-columns.tsx'
import { C4Form } from './c4-form.tsx'
import { C4_KEEPING } from './c4-keeping.ts'
import { C4RazduzenjeDialog } from './c4-razduzenje-dialog.tsx'
import { c4Texts } from './c4-texts.ts'

/** Ulazni dokumenti: the list of C4 documents and their form (spec §2). */
export function C4Page() {
  const [at, setAt] = useAddressValues(LIST_DEFAULTS)
  const { opened: form, show: showForm, open: openById, reading } = useOpened<C4Document | 'new', number>()
  const [consequences, setConsequences] = useState<Consequences | null>(null)
  const { historyOf, historyWindow } = useHistoryWindow()
  const alert = useAlert()
  const wayBack = useWayBack()
  useArrival(({ openModal }) => openModal && showForm('new'))

  const list = useQuery(
    read(c4Endpoints.listC4, { query: listQuery(at, { vrsta: 'c4', broj: 'c4Number', partner: 'posiljalac' }) }),
  )
  const { ask, deleting } = useDeleteDocument<C4Row>({
    question: c4Texts.deleteQuestion,
    nameOf: ({ broj_c4, posiljalac_naziv }) => `${broj_c4} · ${posiljalac_naziv}`,
    numberOf: ({ broj_c4 }) => broj_c4,
    remove: ({ id, verzija }) => call(c4Endpoints.deleteC4, { params: { id }, ifVersion: verzija }),
    deleted: c4Texts.deleted,
    onConsequences: setConsequences,
  })

  /** The form never opens with half of a document: it is read whole first, as it is now. */
  const open = (id: number) => openById(id, () => call(c4Endpoints.getC4, { params: { id } }))
  const sayNotOpened = (error: unknown) => alert({ text: c4Texts.loadItemsFailed, reason: reasonOf(error) })
  const forget = useAddressOpens(at, setAt, (id) => open(Number(id)), sayNotOpened)
  function close() {
    showForm(null)
    forget()
  }

  const columns = useMemo(() => {
    const download = async ({ id, broj_c4 }: C4Row) => {
      try {
        const { blob } = await call(c4Endpoints.downloadC4Pdf, { params: { id } })
        downloadFile(blob, `${broj_c4}.pdf`)
      } catch (error) {
        await alert({ text: documentScreenTexts.pdfDownloadFailed, reason: reasonOf(error) })
      }
    }
    return c4Columns(download)
  }, [alert])

  return (
    <>
      <DraftShelf
        kind={C4_KEEPING.kind}
        closed={!form}
        onOpen={(id) => (id === null ? showForm('new') : open(Number(id)))}
        onNotOpened={sayNotOpened}
      >
        {form && <C4Form document={form === 'new' ? null : form} onClose={close} onConsequences={setConsequences} />}
      </DraftShelf>
      <DocumentList
        vrsta="c4"
        label="Ulazni dokumenti"
        counted={ULAZNI_DOKUMENTI}
        at={at}
        setAt={setAt}
        list={list}
        columns={columns}
        onNew={() => showForm('new')}
        filters={
          <FilterFields
            at={at}
            setAt={setAt}
            numberLabel="C4 broj"
            partnerLabel="Pošiljalac"
            types={C4_TYPES}
            countries={C4_FILTER_COUNTRIES}
          />
        }
        rowName={(row) => row.broj_c4}
        actions={(row) => [
          {
            text: 'Razduženje',
            icon: <ListTree />,
            onChoose: () => {
              wayBack.leave()
              setAt({ razduzenje: String(row.id), page: at.page })
            },
          },
          historyOf({ vrsta: 'c4', predmet: row.id, name: row.broj_c4 }),
          {
            text: 'Izmeni',
            icon: <Pencil />,
            disabled: reading === row.id,
            onChoose: () => open(row.id).catch(sayNotOpened),
          },
          { text: 'Obriši', icon: <Trash2 />, danger: true, disabled: deleting === row.id, onChoose: () => ask(row) },
        ]}
      />
      {historyWindow}
      {at.razduzenje && (
        <C4RazduzenjeDialog
          id={Number(at.razduzenje)}
          onClose={() => wayBack.back(() => setAt({ razduzenje: '', page: at.page }, { replace: true }))}
        />
      )}
      {consequences && <ConsequencesDialog consequences={consequences} onClose={() => setConsequences(null)} />}
    </>
  )
}
