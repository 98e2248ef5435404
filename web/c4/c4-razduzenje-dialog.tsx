import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type C4Document, type C4RazduzenjeRow, c4Endpoints } from '#contract/c4.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { NO_QUANTITY } from '#domain/decimal.ts'
import { call, reasonOf } from '#web/api.ts'
import { DischargeLink } from '#web/documents/document-link.tsx'
import { FiguresLine, FiguresLineSkeleton } from '#web/documents/figures-line.tsx'
import { paperBlob } from '#web/documents/paper-file.ts'
import { read } from '#web/queries.ts'
import { openPdf } from '#web/received-file.ts'
import { ListPager } from '#web/screens/list-pager.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { useAlert } from '#web/ui/asking.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import './c4-razduzenje.css'
import { c4Texts } from './c4-texts.ts'

const NO_ROWS: readonly C4RazduzenjeRow[] = []

/** The question of customs, asked from the import's side: in which exports did its lines go out. */
export function C4RazduzenjeDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const alert = useAlert()
  const [at, setAt] = useState({ search: '', page: 1 })
  const document = useQuery(read(c4Endpoints.getC4, { params: { id } }))
  const discharge = useQuery(read(c4Endpoints.c4Razduzenje, { params: { id }, query: at }))
  const openPaper = () =>
    openPdf(paperOf(id)).catch((error) => alert({ text: c4Texts.paperFailed, reason: reasonOf(error) }))
  const rows = discharge.data?.results ?? NO_ROWS
  /** The first line of each invoice on this page. */
  const invoices = useMemo(() => {
    const first = new Map<string, number>()
    for (const { broj_fakture, ulaz_stavka_id } of rows)
      if (!first.has(broj_fakture)) first.set(broj_fakture, ulaz_stavka_id)
    return first
  }, [rows])
  const failed = [document, discharge].find((query) => query.isError && !query.data)

  return (
    <Dialog
      open
      size="sheet"
      title={document.data ? `Razduženje: ${document.data.broj_c4}` : 'Razduženje'}
      onClose={onClose}
      foot={
        <>
          <Button icon={<FileText aria-hidden />} onClick={openPaper}>
            Razduženje (PDF)
          </Button>
          <Button data-autofocus onClick={onClose}>
            Zatvori
          </Button>
        </>
      }
    >
      {failed ? (
        <LoadError
          text={c4Texts.dischargeFailed}
          error={failed.error}
          onRetry={() => {
            void document.refetch()
            void discharge.refetch()
          }}
        />
      ) : (
        <>
          {document.data ? <Lots document={document.data} /> : <FiguresLineSkeleton />}
          <div className="print-lying overflow-clip rounded-panel border border-line">
            <div className="border-line border-b px-4 py-2">
              <SearchBox
                className="w-full sm:w-72"
                value={at.search}
                onChange={(search) => setAt({ search, page: 1 })}
                placeholder="Pretraži razduženje..."
              />
            </div>
            <DataTable
              label="Razduženje"
              columns={COLUMNS}
              rows={rows}
              rowKey={({ ulaz_stavka_id, izvoz }) => `${ulaz_stavka_id} ${izvoz?.c1_stavka_id}`}
              loading={discharge.isPending || document.isPending}
              outdated={discharge.isPlaceholderData}
              groupBy={({ ulaz_stavka_id }) => String(ulaz_stavka_id)}
              band={([first]) =>
                first && (
                  <>
                    {invoices.get(first.broj_fakture) === first.ulaz_stavka_id && (
                      <InvoiceBand broj={first.broj_fakture} document={document.data} />
                    )}
                    <LotBand lot={first} />
                  </>
                )
              }
              footer={
                discharge.data && (
                  <ListPager
                    reply={discharge.data}
                    counted="redova"
                    of="Razduženje"
                    onPage={(page) => setAt((before) => ({ ...before, page }))}
                  />
                )
              }
            />
          </div>
        </>
      )}
    </Dialog>
  )
}

/** The paper as the books are now; rejects as `call` does. */
async function paperOf(id: number): Promise<{ blob: Blob; name: string }> {
  const { files } = await call(c4Endpoints.c4Files, { params: { id } })
  const [paper] = files
  if (!paper) throw new Error('the server sent no paper')
  return { blob: paperBlob(paper), name: paper.name }
}

/** How far the lines of the import are discharged. */
function Lots({ document }: { document: C4Document }) {
  const { tip_dokumenta, datum, posiljalac_naziv, posiljalac_grad, stavke } = document
  const whole = stavke.filter(({ preostalo }) => preostalo === NO_QUANTITY).length
  const untouched = stavke.filter(({ kolicina_razduzena }) => kolicina_razduzena === NO_QUANTITY).length
  const invoices = new Set(stavke.map(({ broj_fakture }) => broj_fakture)).size
  return (
    <>
      <p className="mb-1 text-ink-2">
        {tip_dokumenta} · <span className="num">{formatDate(datum)}</span> · {posiljalac_naziv}, {posiljalac_grad}
      </p>
      <FiguresLine
        figures={[
          { label: 'Uvoznih stavki', value: stavke.length, sub: `(faktura: ${invoices})` },
          { label: 'Razduženo u celosti', value: whole },
          { label: 'Delimično razduženo', value: stavke.length - whole - untouched },
          { label: 'Nerazduženo', value: untouched },
        ]}
      />
    </>
  )
}

/** Above the first line of an invoice on each page. */
function InvoiceBand({ broj, document }: { broj: string; document: C4Document | undefined }) {
  const lines = document?.stavke.filter(({ broj_fakture }) => broj_fakture === broj).length ?? 0
  return (
    <p className="invoice-band">
      Faktura <strong className="code">{broj}</strong> · broj stavki: {lines}
    </p>
  )
}

function LotBand({ lot }: { lot: C4RazduzenjeRow }) {
  const { redni_broj, materijal_naziv, materijal_id, jedinica_mere } = lot
  return (
    <>
      <strong>
        {redni_broj}. {materijal_naziv}
      </strong>{' '}
      <span className="code">{materijal_id}</span>
      {' · uvezeno '}
      <Quantity value={lot.kolicina} unit={jedinica_mere} />
      {' · razduženo '}
      <Quantity value={lot.kolicina_razduzena} unit={jedinica_mere} />
      {' · preostalo '}
      <Quantity value={lot.preostalo} unit={jedinica_mere} />
    </>
  )
}

const COLUMNS: readonly Column<C4RazduzenjeRow>[] = [
  {
    id: 'c1',
    header: 'C1 broj',
    cell: ({ izvoz }) =>
      izvoz ? (
        <DischargeLink vrsta="c1" id={izvoz.c1_id} broj={izvoz.broj_c1} />
      ) : (
        <span className="text-ink-3">nije razduženo</span>
      ),
  },
  {
    id: 'datum',
    header: 'Datum C1',
    card: 'second-right',
    cell: ({ izvoz }) => izvoz && <DateText value={izvoz.c1_datum} />,
  },
  {
    id: 'primalac',
    header: 'Primalac',
    wrap: true,
    card: 'second',
    cell: ({ izvoz }) => izvoz && <div className="sm:min-w-36">{izvoz.primalac_naziv}</div>,
  },
  {
    id: 'faktura',
    header: 'Faktura izvoza',
    cell: ({ izvoz }) =>
      izvoz && (
        <span className="code">
          {izvoz.broj_fakture} <span className="text-ink-3">/ {izvoz.redni_broj}</span>
        </span>
      ),
  },
  {
    id: 'proizvod',
    header: 'Proizvod',
    wrap: true,
    cell: ({ izvoz }) =>
      izvoz && (
        <div className="sm:min-w-44">
          <NameWithId name={izvoz.proizvod_naziv} id={izvoz.proizvod_id} />
        </div>
      ),
  },
  {
    id: 'kolicina',
    header: 'Razduženo',
    align: 'right',
    card: 'right',
    cell: ({ izvoz, jedinica_mere }) => izvoz && <Quantity value={izvoz.kolicina} unit={jedinica_mere} strong />,
  },
]
