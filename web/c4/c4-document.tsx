import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Scale } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import { C4_HEAD, type C4Document, type C4Stavka, c4Endpoints } from '#contract/c4.ts'
import { PRODUZENJE, type Produzenje, rokTexts } from '#contract/carina.ts'
import { counted } from '#domain/count-words.ts'
import { nearSum, worthOf } from '#domain/decimal.ts'
import { call } from '#web/api.ts'
import { DocumentView, headFacts } from '#web/document-list/document-view.tsx'
import { DocumentLines, givenColumn, givenIn, lineColumns } from '#web/document-list/line-columns.tsx'
import { SmallForm } from '#web/drafts/small-form.tsx'
import { read } from '#web/queries.ts'
import { Rok, RokBadge } from '#web/screens/document-badges.tsx'
import { OpenPaperButton } from '#web/screens/open-paper-button.tsx'
import { firstPaper } from '#web/screens/paper-file.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { YesNo } from '#web/ui/yes-no.tsx'
import { C4_SCREEN } from './c4-form.tsx'
import { C4Razduzenje } from './c4-razduzenje.tsx'
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

const NEW_PRODUZENJE = { novi_rok: null, broj_akta: null, datum_akta: null, napomena: null }
const NO_PRODUZENJA: readonly Produzenje[] = []

/** The warnings of an import, its deadline and the extensions of that; nothing where it has none of these. */
function C4Rok({ document }: { document: C4Document }) {
  const params = { id: document.id }
  const { rok, rok_obracuna, stanje_roka, upozorenja } = document
  const { data = NO_PRODUZENJA } = useQuery({ ...read(c4Endpoints.c4Produzenja, { params }), enabled: rok !== null })
  const [prolonging, setProlonging] = useState(false)
  const alert = useAlert()
  return (
    <>
      {upozorenja.map((text) => (
        <Banner key={text} tone="warning" title={text} />
      ))}
      {rok && (
        <Panel
          title="Rok razduženja"
          right={
            <Button icon={<CalendarClock aria-hidden />} changes data-opens-modal onClick={() => setProlonging(true)}>
              Produži rok
            </Button>
          }
        >
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
            <span className="font-semibold">
              <Rok rok={rok} />
            </span>
            {stanje_roka && <RokBadge stanje={stanje_roka} />}
            {rok_obracuna && (
              <span className="text-ink-3">
                obračun do <DateText value={rok_obracuna} />
              </span>
            )}
          </p>
          {data.length > 0 && (
            <DataTable
              label="Produženja roka"
              columns={PRODUZENJA_COLUMNS}
              rows={data}
              rowKey={({ id }) => String(id)}
              pageSize={data.length}
            />
          )}
        </Panel>
      )}
      {prolonging && (
        <SmallForm
          title="Produženje roka"
          table={PRODUZENJE}
          stored={NEW_PRODUZENJE}
          body={c4Endpoints.addProduzenje.body}
          save={async (body) => {
            const { promenjen_rok_c1 = [] } = await call(c4Endpoints.addProduzenje, { params, body })
            if (promenjen_rok_c1.length > 0) void alert({ text: rokTexts.closed(promenjen_rok_c1) })
          }}
          texts={{ saved: 'Rok je produžen.', notSaved: 'Rok nije produžen.' }}
          onClose={() => setProlonging(false)}
        />
      )}
    </>
  )
}

const PRODUZENJA_COLUMNS: readonly Column<Produzenje>[] = [
  { id: 'novi_rok', header: 'Novi rok', card: 'title', cell: ({ novi_rok }) => <DateText value={novi_rok} /> },
  {
    id: 'broj_akta',
    header: 'Broj akta',
    cell: ({ broj_akta }) => (broj_akta ? <span className="code">{broj_akta}</span> : '—'),
  },
  {
    id: 'datum_akta',
    header: 'Datum akta',
    cell: ({ datum_akta }) => (datum_akta ? <DateText value={datum_akta} /> : '—'),
  },
  { id: 'napomena', header: 'Napomena', wrap: true, cell: ({ napomena }) => napomena ?? '—' },
  { id: 'korisnik', header: 'Uneo', cell: ({ korisnik }) => korisnik },
]
