import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useParams } from 'react-router'
import { C1_CURRENCY, C1_HEAD, type C1Document, type C1Stavka, c1Endpoints } from '#contract/c1.ts'
import { formatMicro } from '#domain/decimal.ts'
import { call } from '#web/api.ts'
import { DocumentView, headFacts } from '#web/document-list/document-view.tsx'
import { DocumentLines, lineColumns } from '#web/document-list/line-columns.tsx'
import { read } from '#web/queries.ts'
import { ShortageMark } from '#web/screens/document-badges.tsx'
import { OpenPaperButton } from '#web/screens/open-paper-button.tsx'
import { ProductLink } from '#web/screens/product-link.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { C1_SCREEN } from './c1-form.tsx'
import { OutdatedPapers, paperOf, usePapers } from './c1-papers.tsx'
import { C1Razduzenje } from './c1-razduzenje.tsx'
import { c1Texts } from './c1-texts.ts'

/** The page of one izlazni dokument. */
export function C1DocumentPage() {
  const id = Number(useParams().id)
  const query = useQuery(read(c1Endpoints.getC1, { params: { id } }))
  const { data: susedni } = useQuery(read(c1Endpoints.c1Susedni, { params: { id } }))
  const { printing, papers } = usePapers()
  const paper = (kind: 'specifikacija' | 'razduzenje', name: string) => (
    <OpenPaperButton name={name} draw={() => paperOf(id, kind)} failed={c1Texts.papersFailed} />
  )
  return (
    <DocumentView
      screen={C1_SCREEN}
      query={query}
      susedni={susedni}
      parts={(document) => ({
        marks: (
          <>
            {document.ima_manjak && <ShortageMark />}
            {document.papiri_zastareli && <OutdatedPapers />}
          </>
        ),
        standing: coverOf(document),
        facts: headFacts(C1_HEAD, document),
        papers: (
          <>
            {paper('specifikacija', 'Specifikacija (PDF)')}
            {paper('razduzenje', 'Razduženje (PDF)')}
            <Button icon={<FileDown aria-hidden />} busy={printing !== undefined} onClick={() => papers(id)}>
              Preuzmi papire
            </Button>
          </>
        ),
        loadPdf: () => call(c1Endpoints.downloadC1Pdf, { params: { id } }),
        lines: <DocumentLines columns={LINES} stavke={document.stavke} />,
        discharge: <C1Razduzenje document={document} />,
      })}
    />
  )
}

/** Whether imports cover what the export needs: the answer to a call of customs. */
function coverOf({ manjak, stavke }: C1Document): string {
  if (manjak.length > 0)
    return `bez pokrića: ${manjak.map(({ materijal_id, kolicina, jedinica_mere }) => `${materijal_id} ${formatMicro(kolicina)} ${jedinica_mere}`).join(', ')}`
  return stavke.some(({ normativ }) => normativ.length > 0) ? 'sav materijal je pokriven uvozom' : 'ne troši materijal'
}

/** The lines as they stand in the document. */
const LINES: readonly Column<C1Stavka>[] = [
  lineColumns.redniBroj(),
  {
    id: 'proizvod',
    header: 'Proizvod',
    wrap: true,
    card: 'title',
    cell: ({ proizvod_naziv, proizvod_id, normativ }) => (
      <div className="sm:min-w-44">
        <ProductLink id={proizvod_id} name={proizvod_naziv} />
        {normativ.length === 0 && <span className="text-ink-3"> · bez normativa</span>}
      </div>
    ),
  },
  { id: 'hs_code', header: 'HS kod', card: 'second', cell: ({ hs_code }) => <span className="code">{hs_code}</span> },
  lineColumns.kolicina(),
  { id: 'cena', header: 'Cena', align: 'right', cell: ({ cena }) => <Quantity value={cena} minPlaces={2} /> },
  {
    id: 'iznos',
    header: 'Iznos',
    align: 'right',
    cell: ({ iznos }) => <Money value={iznos} currency={C1_CURRENCY} />,
  },
]
