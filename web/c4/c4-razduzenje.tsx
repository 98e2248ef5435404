import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type C4Document, type C4RazduzenjeRow, c4Endpoints } from '#contract/c4.ts'
import { partsText } from '#domain/bom.ts'
import { fakturaOf } from '#domain/count-words.ts'
import { NO_QUANTITY } from '#domain/decimal.ts'
import { FiguresLine } from '#web/document-list/figures-line.tsx'
import { InvoiceBand } from '#web/document-list/line-columns.tsx'
import { read } from '#web/queries.ts'
import { DischargeLink, DocumentLink } from '#web/screens/document-link.tsx'
import { ListPager } from '#web/screens/list-pager.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { DrawMarks } from '#web/stock/draw-marks.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { c4Texts } from './c4-texts.ts'

const NO_ROWS: readonly C4RazduzenjeRow[] = []

/** The same question of customs from the import's side: in which exports its lines went out. */
export function C4Razduzenje({ document }: { document: C4Document }) {
  const [at, setAt] = useState({ search: '', page: 1 })
  const discharge = useQuery(read(c4Endpoints.c4Razduzenje, { params: { id: document.id }, query: at }))
  const rows = discharge.data?.results ?? NO_ROWS
  /** The first line of each invoice on this page. */
  const invoices = useMemo(() => {
    const first = new Map<string, number>()
    for (const { broj_fakture, ulaz_stavka_id } of rows)
      if (!first.has(broj_fakture)) first.set(broj_fakture, ulaz_stavka_id)
    return first
  }, [rows])
  if (discharge.isError && !discharge.data)
    return <LoadError text={c4Texts.dischargeFailed} error={discharge.error} onRetry={() => discharge.refetch()} />
  return (
    <div className="print-lying">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b px-4 py-2">
        <SearchBox
          className="w-full sm:w-72"
          value={at.search}
          onChange={(search) => setAt({ search, page: 1 })}
          placeholder="Pretraži razduženje..."
        />
        <Lots document={document} />
      </div>
      <DataTable
        label="Razduženje"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ ulaz_stavka_id, izvoz, ostalo_razduzenje: ostalo }) =>
          `${ulaz_stavka_id} ${izvoz?.c1_stavka_id} ${izvoz?.usmereno} ${ostalo?.id}`
        }
        loading={discharge.isPending}
        outdated={discharge.isPlaceholderData}
        groupBy={({ ulaz_stavka_id }) => String(ulaz_stavka_id)}
        band={([first]) =>
          first && (
            <>
              {invoices.get(first.broj_fakture) === first.ulaz_stavka_id && (
                <InvoiceBand broj={first.broj_fakture} stavke={document.stavke} />
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
  )
}

/** How far the lines of the import are discharged. */
function Lots({ document: { stavke } }: { document: C4Document }) {
  const whole = stavke.filter(({ preostalo }) => preostalo === NO_QUANTITY).length
  const untouched = stavke.filter(({ kolicina_razduzena }) => kolicina_razduzena === NO_QUANTITY).length
  const invoices = new Set(stavke.map(({ broj_fakture }) => broj_fakture)).size
  return (
    <FiguresLine
      figures={[
        { label: 'Uvoznih stavki', value: stavke.length, sub: `(${fakturaOf(invoices)})` },
        { label: 'Razduženo u celosti', value: whole },
        { label: 'Delimično razduženo', value: stavke.length - whole - untouched },
        { label: 'Nerazduženo', value: untouched },
      ]}
    />
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
    cell: ({ izvoz, ostalo_razduzenje: ostalo }) =>
      izvoz ? (
        <DischargeLink vrsta="c1" id={izvoz.c1_id} broj={izvoz.broj_c1} />
      ) : ostalo ? (
        <DocumentLink vrsta="ostalo_razduzenje" id={ostalo.id} broj={ostalo.broj} className="font-medium" />
      ) : (
        <span className="text-ink-3">nije razduženo</span>
      ),
  },
  {
    id: 'datum',
    header: 'Datum C1',
    card: 'second-right',
    cell: ({ izvoz, ostalo_razduzenje: ostalo }) => {
      const datum = izvoz?.c1_datum ?? ostalo?.datum
      return datum && <DateText value={datum} />
    },
  },
  {
    id: 'primalac',
    header: 'Primalac',
    wrap: true,
    card: 'second',
    cell: ({ izvoz, ostalo_razduzenje: ostalo }) => (
      <div className="sm:min-w-36">{izvoz?.primalac_naziv ?? ostalo?.vrsta}</div>
    ),
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
    cell: ({ izvoz, ostalo_razduzenje: ostalo, jedinica_mere }) => {
      const taken = izvoz ?? ostalo
      return (
        taken && (
          <>
            <Quantity value={taken.kolicina} unit={jedinica_mere} strong />
            {izvoz && <DrawMarks {...izvoz} />}
            {izvoz && <span className="block text-ink-3 text-xs">{partsText(izvoz)}</span>}
          </>
        )
      )
    },
  },
]
