import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { C4_HEAD, type C4Document, type C4Stavka, c4Endpoints } from '#contract/c4.ts'
import { counted } from '#domain/count-words.ts'
import { nearSum, worthOf } from '#domain/decimal.ts'
import { call } from '#web/api.ts'
import { DocumentLines } from '#web/document-list/document-lines.tsx'
import { DocumentView } from '#web/document-list/document-view.tsx'
import { headFacts } from '#web/document-list/head-facts.tsx'
import { givenColumn, givenIn, lineColumns } from '#web/document-list/line-columns.tsx'
import { read } from '#web/queries.ts'
import { Rok } from '#web/screens/document-badges.tsx'
import { OpenPaperButton } from '#web/screens/open-paper-button.tsx'
import { firstPaper } from '#web/screens/paper-file.ts'
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
  return (
    <DocumentView
      screen={C4_SCREEN}
      query={query}
      susedni={susedni}
      parts={(document) => ({
        standing: <Standing of={document} />,
        facts: headFacts(C4_HEAD, document),
        papers: (
          <>
            <OpenPaperButton
              name="Razduženje (PDF)"
              draw={async () => firstPaper(await call(c4Endpoints.c4Files, { params: { id } }))}
              failed={c4Texts.paperFailed}
            />
            <Link to={`/dashboard/obracun?c4=${id}`} className={buttonClass()}>
              <Scale aria-hidden />
              Obračun
            </Link>
          </>
        ),
        loadPdf: () => call(c4Endpoints.downloadC4Pdf, { params: { id } }),
        notice: <C4Rok document={document} />,
        lines: <C4Lines document={document} />,
        discharge: <C4Razduzenje document={document} />,
      })}
    />
  )
}

/** The rest of the import and its deadline: the answer to a call of customs. */
function Standing({ of: { stavke, kurs, rok } }: { of: C4Document }) {
  const open = stavke.filter(({ preostalo }) => preostalo > 0)
  const worth = nearSum(open.map(({ preostalo, cena_po_jedinici }) => worthOf(preostalo, cena_po_jedinici, kurs)))
  if (open.length === 0) return 'sve stavke su razdužene'
  return (
    <>
      ostalo {open.length} od {stavke.length} {counted(stavke.length, 'stavke', 'stavke', 'stavki')} ·{' '}
      <Money value={worth} currency="RSD" />
      {rok && (
        <>
          {' '}
          · rok <Rok rok={rok} />
        </>
      )}
    </>
  )
}

function C4Lines({ document }: { document: C4Document }) {
  const columns = useMemo(() => linesIn(document), [document])
  return <DocumentLines columns={columns} stavke={document.stavke} />
}

/** The lines as they stand in the document, and how far each is discharged. */
const linesIn = ({ valuta, stavke }: C4Document): readonly Column<C4Stavka>[] => [
  lineColumns.redniBroj(),
  lineColumns.materijal(),
  lineColumns.tarifniBroj(),
  lineColumns.zemljaPorekla(),
  {
    id: 'dokazuje_poreklo',
    header: 'Poreklo',
    cell: ({ dokazuje_poreklo }) => <YesNo value={dokazuje_poreklo} />,
  },
  lineColumns.kolicina(),
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
  ...givenIn<C4Stavka>(
    [
      givenColumn.quantity('stopa_carine', 'Stopa carine (%)', ({ stopa_carine }) => stopa_carine),
      givenColumn.dinars(
        'carinska_vrednost_rsd',
        'Carinska vrednost',
        ({ carinska_vrednost_rsd }) => carinska_vrednost_rsd,
      ),
      givenColumn.quantity('vec_razduzeno', 'Već razduženo', ({ vec_razduzeno }) => vec_razduzeno),
    ],
    stavke,
  ),
]
