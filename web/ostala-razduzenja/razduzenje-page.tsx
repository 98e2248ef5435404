import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import {
  type OstaloRazduzenje,
  ostalaRazduzenjaEndpoints,
  RAZDUZENJE,
  type RazduzenjeStavka,
} from '#contract/ostala-razduzenja.ts'
import type { Para } from '#domain/decimal.ts'
import { call } from '#web/api.ts'
import { DocumentLink, documentAddress, LIST_PATHS } from '#web/documents/document-link.tsx'
import { DocumentView } from '#web/documents/document-view.tsx'
import { OpenPaperButton } from '#web/documents/open-paper-button.tsx'
import { firstPaper } from '#web/documents/paper-file.ts'
import { RecordNotShown } from '#web/documents/record-not-shown.tsx'
import { isGone } from '#web/drafts/use-conflict.ts'
import { read } from '#web/queries.ts'
import { MaterialLink } from '#web/stock/lot-columns.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { RAZDUZENJE_SCREEN } from './razduzenje-screen.ts'
import { razduzenjeScreenTexts } from './razduzenje-texts.ts'

/** Lines of a document that are shown at once. */
const PAGE_LINES = 50

/** The page of one other discharge: what left which lots, and why. */
export function RazduzenjePage() {
  const id = Number(useParams().id)
  const query = useQuery(read(ostalaRazduzenjaEndpoints.getRazduzenje, { params: { id } }))
  const { data: susedni } = useQuery(read(ostalaRazduzenjaEndpoints.razduzenjeSusedni, { params: { id } }))
  const document = query.data
  const notShown = (
    <RecordNotShown
      list={{ path: LIST_PATHS.ostalo_razduzenje, label: RAZDUZENJE_SCREEN.label }}
      subject={{ vrsta: 'ostalo_razduzenje', predmet: id }}
      query={query}
      text={razduzenjeScreenTexts.loadItemsFailed}
    />
  )
  if (!document) return notShown
  return (
    <DocumentView
      key={document.id}
      gone={isGone(query.error) && notShown}
      screen={RAZDUZENJE_SCREEN}
      document={document}
      susedni={susedni}
      facts={factsOf(document)}
      {...(document.c4_id !== null && { changed: <OfImport document={document} /> })}
      papers={
        <OpenPaperButton
          name="Razduženje (PDF)"
          draw={async () => firstPaper(await call(ostalaRazduzenjaEndpoints.razduzenjeFiles, { params: { id } }))}
          failed={razduzenjeScreenTexts.paperFailed}
        />
      }
      loadPdf={() => call(ostalaRazduzenjaEndpoints.downloadRazduzenjePdf, { params: { id: document.id } })}
      lines={
        <DataTable
          label="Stavke"
          columns={COLUMNS.filter(({ given }) => !given || document.stavke.some(given))}
          rows={document.stavke}
          rowKey={({ ulaz_stavka_id }) => String(ulaz_stavka_id)}
          pageSize={PAGE_LINES}
        />
      }
    />
  )
}

/** A discharge that the lines of an import say is changed there. */
const OfImport = ({ document: { c4_id, stavke } }: { document: OstaloRazduzenje }) => (
  <Link to={documentAddress('c4', c4_id ?? 0)} className={buttonClass('primary')}>
    Dokument {stavke[0]?.broj_c4}
  </Link>
)

function factsOf({ broj_jci, carinski_organ, razlog, stavke }: OstaloRazduzenje) {
  const value = stavke.reduce((sum, { vrednost_rsd }) => sum + vrednost_rsd, 0) as Para
  return [
    { name: RAZDUZENJE.razlog.label, value: razlog },
    { name: RAZDUZENJE.broj_jci.label, value: broj_jci ? <span className="code">{broj_jci}</span> : '—' },
    { name: RAZDUZENJE.carinski_organ.label, value: carinski_organ || '—' },
    { name: 'Vrednost u RSD', value: <Money value={value} currency="RSD" strong /> },
    ...(stavke.some(({ iznos_carine }) => iznos_carine !== null)
      ? [{ name: 'Carina i PDV, informativno', value: <Money value={dutyIn(stavke)} currency="RSD" /> }]
      : []),
  ]
}

const dutyIn = (stavke: readonly RazduzenjeStavka[]) =>
  stavke.reduce((sum, { iznos_carine, iznos_pdv }) => sum + (iznos_carine ?? 0) + (iznos_pdv ?? 0), 0) as Para

/** `given`: the column is shown where some line has it. */
const COLUMNS: readonly (Column<RazduzenjeStavka> & { given?: (line: RazduzenjeStavka) => boolean })[] = [
  {
    id: 'materijal',
    header: 'Materijal',
    wrap: true,
    card: 'title',
    cell: ({ materijal_naziv, materijal_id }) => (
      <div className="sm:min-w-44">
        <MaterialLink id={materijal_id} name={materijal_naziv} />
      </div>
    ),
  },
  {
    id: 'c4',
    header: 'C4',
    cell: ({ c4_id, broj_c4 }) => <DocumentLink vrsta="c4" id={c4_id} broj={broj_c4} />,
  },
  { id: 'c4_datum', header: 'Datum uvoza', cell: ({ c4_datum }) => <DateText value={c4_datum} /> },
  {
    id: 'faktura',
    header: 'Faktura / st.',
    cell: ({ broj_fakture, redni_broj }) => (
      <span className="num">
        <span className="code">{broj_fakture}</span> / {redni_broj}
      </span>
    ),
  },
  {
    id: 'tarifni_broj',
    header: 'Tarifni broj',
    card: 'second',
    cell: ({ tarifni_broj }) => <span className="code">{tarifni_broj}</span>,
  },
  { id: 'zemlja_porekla', header: 'Zemlja porekla', cell: ({ zemlja_porekla }) => zemlja_porekla },
  {
    id: 'kolicina',
    header: 'Količina',
    align: 'right',
    card: 'right',
    cell: ({ kolicina, jedinica_mere }) => <Quantity value={kolicina} unit={jedinica_mere} strong />,
  },
  {
    id: 'vrednost_rsd',
    header: 'Vrednost',
    align: 'right',
    cell: ({ vrednost_rsd }) => <Money value={vrednost_rsd} currency="RSD" />,
  },
  {
    id: 'stopa_carine',
    header: 'Stopa carine (%)',
    align: 'right',
    given: ({ stopa_carine }) => stopa_carine !== null,
    cell: ({ stopa_carine }) => stopa_carine !== null && <Quantity value={stopa_carine} />,
  },
  {
    id: 'carinska_vrednost_rsd',
    header: 'Carinska vrednost',
    align: 'right',
    given: ({ carinska_vrednost_rsd }) => carinska_vrednost_rsd !== null,
    cell: ({ carinska_vrednost_rsd: value }) => value !== null && <Money value={value} currency="RSD" />,
  },
  {
    id: 'iznos_carine',
    header: 'Carina, informativno',
    align: 'right',
    given: ({ iznos_carine }) => iznos_carine !== null,
    cell: ({ iznos_carine: value }) => value !== null && <Money value={value} currency="RSD" />,
  },
  {
    id: 'iznos_pdv',
    header: 'PDV, informativno',
    align: 'right',
    given: ({ iznos_pdv }) => iznos_pdv !== null,
    cell: ({ iznos_pdv: value }) => value !== null && <Money value={value} currency="RSD" />,
  },
]
