import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { RAZDUZENJE_STAVKE } from '#contract/figures/carina.ts'
import {
  type OstaloRazduzenje,
  ostalaRazduzenjaEndpoints,
  RAZDUZENJE,
  type RazduzenjeStavka,
} from '#contract/ostala-razduzenja.ts'
import type { Para } from '#domain/decimal.ts'
import { call } from '#web/api.ts'
import { DocumentView } from '#web/document-list/document-view.tsx'
import { lineColumns } from '#web/document-list/line-columns.tsx'
import { read } from '#web/queries.ts'
import { DocumentLink } from '#web/screens/document-link.tsx'
import { figureColumns, withoutEmpty } from '#web/screens/figure-columns.tsx'
import { OpenPaperButton } from '#web/screens/open-paper-button.tsx'
import { firstPaper } from '#web/screens/paper-file.ts'
import { documentAddress } from '#web/screens/record-addresses.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Money } from '#web/ui/number.tsx'
import { razduzenjeScreenTexts } from './razduzenje-draft.ts'
import { RAZDUZENJE_SCREEN } from './razduzenje-form.tsx'

/** Lines of a document that are shown at once. */
const PAGE_LINES = 50

/** The page of one other discharge: what left which lots, and why. */
export function RazduzenjePage() {
  const id = Number(useParams().id)
  const query = useQuery(read(ostalaRazduzenjaEndpoints.getRazduzenje, { params: { id } }))
  const { data: susedni } = useQuery(read(ostalaRazduzenjaEndpoints.razduzenjeSusedni, { params: { id } }))
  return (
    <DocumentView
      screen={RAZDUZENJE_SCREEN}
      query={query}
      susedni={susedni}
      parts={(document) => ({
        facts: factsOf(document),
        ...(document.c4_id !== null && { changed: <OfImport document={document} /> }),
        papers: (
          <OpenPaperButton
            name="Razduženje (PDF)"
            draw={async () => firstPaper(await call(ostalaRazduzenjaEndpoints.razduzenjeFiles, { params: { id } }))}
            failed={razduzenjeScreenTexts.paperFailed}
          />
        ),
        loadPdf: () => call(ostalaRazduzenjaEndpoints.downloadRazduzenjePdf, { params: { id } }),
        lines: (
          <DataTable
            label="Stavke"
            columns={withoutEmpty(LINES, document.stavke)}
            rows={document.stavke}
            rowKey={({ ulaz_stavka_id }) => String(ulaz_stavka_id)}
            pageSize={PAGE_LINES}
          />
        ),
      })}
    />
  )
}

/** A discharge that comes from the lines of an import is changed there. */
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

const LINES = [
  lineColumns.materijal<RazduzenjeStavka>(),
  lineColumns.kolicina<RazduzenjeStavka>(),
  ...figureColumns<RazduzenjeStavka>(
    RAZDUZENJE_STAVKE,
    {
      broj_c4: { cell: ({ c4_id, broj_c4 }) => <DocumentLink vrsta="c4" id={c4_id} broj={broj_c4} /> },
      broj_fakture: {
        header: 'Faktura / st.',
        cell: ({ broj_fakture, redni_broj }) => (
          <span className="num">
            <span className="code">{broj_fakture}</span> / {redni_broj}
          </span>
        ),
      },
      redni_broj: null,
      tarifni_broj: lineColumns.tarifniBroj(),
      materijal_id: null,
      materijal_naziv: null,
      zemlja_porekla: lineColumns.zemljaPorekla(),
      jedinica_mere: null,
      kolicina: null,
    },
    { totals: false },
  ),
]
