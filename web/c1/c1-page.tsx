import { useQuery } from '@tanstack/react-query'
import { FileDown, ListTree, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { C1_CURRENCY, C1_FILTER_COUNTRIES, C1_TYPES, type C1Document, type C1Row, c1Endpoints } from '#contract/c1.ts'
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
import { downloadFile, openPdf } from '#web/received-file.ts'
import { useAddressOpens } from '#web/screens/use-address-opens.ts'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useOpened } from '#web/screens/use-opened.ts'
import { useWayBack } from '#web/screens/use-way-back.ts'
import { useAlert } from '#web/ui/asking.tsx'
import { Field } from '#web/ui/field.tsx'
import { IZLAZNI_DOKUMENTI } from '#web/ui/plural.ts'
import { Select } from '#web/ui/select.tsx'
import { c1Columns } from './c1-columns.tsx'
import { C1Form } from './c1-form.tsx'
import { C1_KEEPING } from './c1-keeping.ts'
import { downloadPapers, papersOf } from './c1-papers.ts'
import { c1Texts } from './c1-texts.ts'
import { RazduzenjeDialog } from './razduzenje-dialog.tsx'

const SHORTAGE_CHOICES = [
  { value: 'true', text: 'Sa manjkom' },
  { value: 'false', text: 'Bez manjka' },
]

/** Izlazni dokumenti: the list of C1 documents, their form, their papers and their discharge (spec §2). */
export function C1Page() {
  const [at, setAt] = useAddressValues(LIST_DEFAULTS)
  const { opened: form, show: showForm, open: openById, reading } = useOpened<C1Document | 'new', number>()
  const [printing, setPrinting] = useState<number>()
  const [consequences, setConsequences] = useState<Consequences | null>(null)
  const { historyOf, historyWindow } = useHistoryWindow()
  const alert = useAlert()
  const wayBack = useWayBack()
  useArrival(({ openModal }) => openModal && showForm('new'))

  const list = useQuery(
    read(c1Endpoints.listC1, { query: listQuery(at, { vrsta: 'c1', broj: 'c1Number', partner: 'primalac' }) }),
  )
  const { ask, deleting } = useDeleteDocument<C1Row>({
    question: c1Texts.deleteQuestion,
    nameOf: ({ broj_c1, primalac_naziv }) => `${broj_c1} · ${primalac_naziv}`,
    numberOf: ({ broj_c1 }) => broj_c1,
    remove: ({ id, verzija }) => call(c1Endpoints.deleteC1, { params: { id }, ifVersion: verzija }),
    deleted: c1Texts.deleted,
    onConsequences: setConsequences,
  })

  const saying = (text: string) => (error: unknown) => alert({ text, reason: reasonOf(error) })

  /** The form never opens with half of a document: it is read whole first, as it is now. */
  const open = (id: number) => openById(id, () => call(c1Endpoints.getC1, { params: { id } }))
  const sayNotOpened = saying(c1Texts.loadItemsFailed)
  const forget = useAddressOpens(at, setAt, (id) => open(Number(id)), sayNotOpened)
  function close() {
    showForm(null)
    forget()
  }

  async function papers({ id }: C1Row) {
    setPrinting(id)
    await papersOf(id).then(downloadPapers).catch(saying(c1Texts.papersFailed))
    setPrinting(undefined)
  }

  const columns = useMemo(() => {
    /** Where the download by id fails, the newest PDF of that number opens in a new tab (spec §8). */
    const download = async ({ id, broj_c1 }: C1Row) => {
      try {
        const { blob } = await call(c1Endpoints.downloadC1Pdf, { params: { id } })
        downloadFile(blob, `${broj_c1}.pdf`)
      } catch {
        await openPdf(call(c1Endpoints.pdfByBrojC1, { params: { brojC1: broj_c1 } })).catch((error) =>
          alert({ text: documentScreenTexts.pdfDownloadFailed, reason: reasonOf(error) }),
        )
      }
    }
    return c1Columns(download)
  }, [alert])

  return (
    <>
      <DraftShelf
        kind={C1_KEEPING.kind}
        closed={!form}
        onOpen={(id) => (id === null ? showForm('new') : open(Number(id)))}
        onNotOpened={sayNotOpened}
      >
        {form && <C1Form document={form === 'new' ? null : form} onClose={close} onConsequences={setConsequences} />}
      </DraftShelf>
      <DocumentList
        vrsta="c1"
        label="Izlazni dokumenti"
        counted={IZLAZNI_DOKUMENTI}
        at={at}
        setAt={setAt}
        list={list}
        columns={columns}
        onNew={() => showForm('new')}
        filters={
          <>
            <FilterFields
              at={at}
              setAt={setAt}
              numberLabel="C1 broj"
              partnerLabel="Primalac"
              types={C1_TYPES}
              countries={C1_FILTER_COUNTRIES}
              currency={C1_CURRENCY}
            />
            <Field label="Manjak">
              <Select
                options={SHORTAGE_CHOICES}
                emptyText="Svejedno"
                value={at.ima_manjak}
                onChange={(event) => setAt({ ima_manjak: event.currentTarget.value })}
              />
            </Field>
          </>
        }
        rowName={(row) => row.broj_c1}
        actions={(row) => [
          {
            text: 'Razduženje',
            icon: <ListTree />,
            onChoose: () => {
              wayBack.leave()
              setAt({ razduzenje: String(row.id), page: at.page })
            },
          },
          { text: 'Preuzmi papire', icon: <FileDown />, disabled: printing === row.id, onChoose: () => papers(row) },
          historyOf({ vrsta: 'c1', predmet: row.id, name: row.broj_c1 }),
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
        <RazduzenjeDialog
          id={Number(at.razduzenje)}
          onClose={() => wayBack.back(() => setAt({ razduzenje: '', page: at.page }, { replace: true }))}
        />
      )}
      {consequences && <ConsequencesDialog consequences={consequences} onClose={() => setConsequences(null)} />}
    </>
  )
}
