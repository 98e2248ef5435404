import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { C4_HEAD, type C4Document, type C4Stavka, c4Endpoints } from '#contract/c4.ts'
import type { LINE_CARINA } from '#contract/carina.ts'
import { call } from '#web/api.ts'
import { DocumentLines } from '#web/documents/document-lines.tsx'
import { LIST_PATHS } from '#web/documents/document-link.tsx'
import { DocumentView } from '#web/documents/document-view.tsx'
import { headFacts } from '#web/documents/head-facts.tsx'
import { OpenPaperButton } from '#web/documents/open-paper-button.tsx'
import { firstPaper } from '#web/documents/paper-file.ts'
import { RecordNotShown } from '#web/documents/record-not-shown.tsx'
import { isGone } from '#web/drafts/use-conflict.ts'
import { read } from '#web/queries.ts'
import { MaterialLink } from '#web/stock/lot-columns.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { YesNo } from '#web/ui/yes-no.tsx'
import { C4Razduzenje } from './c4-razduzenje.tsx'
import { C4Rok } from './c4-rok.tsx'
import { C4_SCREEN } from './c4-screen.ts'
import { c4Texts } from './c4-texts.ts'

/** The page of one ulazni dokument. */
export function C4DocumentPage() {
  const id = Number(useParams().id)
  const query = useQuery(read(c4Endpoints.getC4, { params: { id } }))
  const { data: susedni } = useQuery(read(c4Endpoints.c4Susedni, { params: { id } }))
  const document = query.data
  const columns = useMemo(() => (document ? linesIn(document) : []), [document])
  const notShown = (
    <RecordNotShown
      list={{ path: LIST_PATHS.c4, label: C4_SCREEN.label }}
      subject={{ vrsta: 'c4', predmet: id }}
      query={query}
      text={c4Texts.loadItemsFailed}
    />
  )
  if (!document) return notShown
  return (
    <DocumentView
      key={document.id}
      gone={isGone(query.error) && notShown}
      screen={C4_SCREEN}
      document={document}
      susedni={susedni}
      facts={headFacts(C4_HEAD, document)}
      papers={
        <>
          <OpenPaperButton
            name="Razduženje (PDF)"
            draw={async () => firstPaper(await call(c4Endpoints.c4Files, { params: { id: document.id } }))}
            failed={c4Texts.paperFailed}
          />
          <Link to={`/dashboard/obracun?c4=${document.id}`} className={buttonClass()}>
            <Scale aria-hidden />
            Obračun
          </Link>
        </>
      }
      loadPdf={() => call(c4Endpoints.downloadC4Pdf, { params: { id: document.id } })}
      notice={<C4Rok document={document} />}
      lines={<DocumentLines columns={columns} stavke={document.stavke} />}
      discharge={<C4Razduzenje document={document} />}
    />
  )
}

/** The lines as they stand in the document, and how far each is discharged. */
const linesIn = ({ valuta, stavke }: C4Document): readonly Column<C4Stavka>[] => [
  { id: 'redni_broj', header: '#', card: 'none', cell: ({ redni_broj }) => <span className="num">{redni_broj}</span> },
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
    id: 'tarifni_broj',
    header: 'Tarifni broj',
    card: 'second',
    cell: ({ tarifni_broj }) => <span className="code">{tarifni_broj}</span>,
  },
  {
    id: 'zemlja_porekla',
    header: 'Zemlja porekla',
    card: 'second-right',
    cell: ({ zemlja_porekla }) => zemlja_porekla,
  },
  {
    id: 'dokazuje_poreklo',
    header: 'Poreklo',
    cell: ({ dokazuje_poreklo }) => <YesNo value={dokazuje_poreklo} />,
  },
  {
    id: 'kolicina',
    header: 'Količina',
    align: 'right',
    card: 'right',
    cell: ({ kolicina, jedinica_mere }) => <Quantity value={kolicina} unit={jedinica_mere} strong />,
  },
  {
    id: 'razduzeno',
    header: 'Razduženo',
    align: 'right',
    cell: ({ kolicina_razduzena }) => <Quantity value={kolicina_razduzena} />,
  },
  {
    id: 'preostalo',
    header: 'Preostalo',
    align: 'right',
    cell: ({ preostalo }) => <Quantity value={preostalo} />,
  },
  {
    id: 'cena_po_jedinici',
    header: 'Cena',
    align: 'right',
    cell: ({ cena_po_jedinici }) => <Quantity value={cena_po_jedinici} minPlaces={2} />,
  },
  { id: 'iznos', header: 'Iznos', align: 'right', cell: ({ iznos }) => <Money value={iznos} currency={valuta} /> },
  ...CARINA.filter(({ id }) => stavke.some((stavka) => stavka[id] !== null)),
]

/** What lines have from the customs declaration: shown where some line has it. */
const CARINA: readonly (Column<C4Stavka> & { id: keyof typeof LINE_CARINA })[] = [
  {
    id: 'stopa_carine',
    header: 'Stopa carine (%)',
    align: 'right',
    cell: ({ stopa_carine }) => stopa_carine !== null && <Quantity value={stopa_carine} />,
  },
  {
    id: 'carinska_vrednost_rsd',
    header: 'Carinska vrednost',
    align: 'right',
    cell: ({ carinska_vrednost_rsd: value }) => value !== null && <Money value={value} currency="RSD" />,
  },
  {
    id: 'vec_razduzeno',
    header: 'Već razduženo',
    align: 'right',
    cell: ({ vec_razduzeno }) => vec_razduzeno !== null && <Quantity value={vec_razduzeno} />,
  },
]
