import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { archiveEndpoints, type MaterialSummary } from '#contract/archive.ts'
import { MATERIAL_FIGURES } from '#contract/figures/archive.ts'
import { ARCHIVE_SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { formatDate, parseIsoDate } from '#domain/calendar-date.ts'
import { type Para, totalPara } from '#domain/decimal.ts'
import { readWhole } from '#web/queries.ts'
import { figureColumns } from '#web/screens/figure-columns.tsx'
import { materialAddress } from '#web/screens/record-addresses.ts'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { MaterialLink } from '#web/stock/lot-columns.tsx'
import { LeftAndLacking } from '#web/stock/stock-quantity.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { type ArchiveView, periodOf, soughtIn } from './archive-address.ts'
import { archiveTexts } from './archive-texts.ts'
import { type ReportFailure, useArchiveQuery } from './use-archive-query.ts'

const PAGE_ROWS = 100

const withUnit = (id: 'pocetno_stanje' | 'totalInput' | 'totalConsumed') => ({
  card: 'fact' as const,
  cell: (row: MaterialSummary) => <Quantity value={row[id]} unit={row.jedinica_mere} />,
})

const lastImportText = (day: MaterialSummary['poslednji_uvoz']): string =>
  day ? `poslednji uvoz ${formatDate(day)}` : 'nema uvoza'

type Whole = { results: readonly MaterialSummary[]; vrednost_rsd: Para }

/** The value of all materials is rounded once, as on the dashboard; after a search the shown rows are added up here. */
const totalValue = (whole: Whole | undefined, rows: readonly MaterialSummary[]) =>
  whole && rows.length === whole.results.length
    ? whole.vrednost_rsd
    : totalPara(rows.map(({ vrednost_rsd }) => vrednost_rsd))

const summaryColumns = (whole: Whole | undefined): readonly Column<MaterialSummary>[] =>
  figureColumns<MaterialSummary>(
    MATERIAL_FIGURES,
    {
      materijal_id: null,
      jedinica_mere: null,
      naziv: {
        wrap: false,
        text: ({ naziv, materijal_id }) => `${naziv} ${materijal_id}`,
        cell: ({ naziv, materijal_id }) => <MaterialLink id={materijal_id} name={naziv} />,
        under: ({ broj_c4, poslednji_uvoz }) => `C4 dokumenata ${broj_c4} · ${lastImportText(poslednji_uvoz)}`,
        total: (rows) => `Broj materijala: ${rows.length}`,
      },
      pocetno_stanje: withUnit('pocetno_stanje'),
      totalInput: withUnit('totalInput'),
      totalConsumed: withUnit('totalConsumed'),
      totalQuantity: {
        card: 'fact',
        cell: (row) => (
          <>
            <Quantity value={row.totalQuantity} unit={row.jedinica_mere} strong />
            <LeftAndLacking {...row} />
          </>
        ),
      },
      manjak: null,
      vrednost_rsd: { total: (rows) => <Money value={totalValue(whole, rows)} /> },
      broj_c4: { fold: true, cell: ({ broj_c4 }) => broj_c4 },
      poslednji_uvoz: {
        width: '9rem',
        fold: true,
        cell: ({ poslednji_uvoz }) =>
          poslednji_uvoz ? <DateText value={poslednji_uvoz} /> : <span className="text-ink-3">nema uvoza</span>,
      },
    },
    { sortable: true },
  )

/**
 * Rezime materijala: per material what came in, went out and remains, its value, its C4s, its last import. In a period
 * movements, stock before it (from its first day on) and remainder at its end.
 */
export function MaterialsSummaryTab({ at, setAt, onFailure }: ArchiveView & { onFailure: ReportFailure }) {
  const navigate = useNavigate()
  const list = useArchiveQuery(readWhole(archiveEndpoints.archiveMaterials, periodOf(at)), onFailure)
  // A period without a first day has nothing before it.
  const columns = useMemo(
    () => summaryColumns(list.data).filter(({ id }) => at.datum_od || id !== 'pocetno_stanje'),
    [list.data, at.datum_od],
  )
  return (
    <Panel>
      <DataTable
        label="Rezime materijala"
        columns={columns}
        rows={list.data?.results ?? []}
        rowKey={({ materijal_id }) => materijal_id}
        onOpen={({ materijal_id }) => navigate(materialAddress(materijal_id))}
        loading={list.isPending}
        outdated={list.isPlaceholderData}
        {...(list.data ? {} : { emptyText: archiveTexts.notLoaded })}
        skeletonRows={12}
        searchPlaceholder="Pretraži materijale..."
        search={at.search}
        onSearch={(search) => setAt({ search }, { replace: true })}
        searchDebounceMs={ARCHIVE_SEARCH_DEBOUNCE_MS}
        toolbar={
          <>
            <p className="text-ink-3 text-sm">{spanText(at)}</p>
            <SheetButton sheet="materials" query={soughtIn(at)} />
          </>
        }
        pageSize={PAGE_ROWS}
      />
    </Panel>
  )
}

/** One sentence: the days of the figures. */
function spanText({ datum_od, datum_do }: ArchiveView['at']): string {
  const [first, last] = [parseIsoDate(datum_od), parseIsoDate(datum_do)]
  const from = first ? ` od ${formatDate(first)}` : ''
  const until = last && formatDate(last)
  return until
    ? `Ulaz i izlaz${from} do ${until}, preostalo i vrednost na dan ${until}`
    : `Ulaz i izlaz${from}, preostalo i vrednost na današnji dan.`
}
