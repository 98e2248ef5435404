import { archiveEndpoints, type MaterialSummary } from '#contract/archive.ts'
import { ARCHIVE_SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { formatDate, parseIsoDate } from '#domain/calendar-date.ts'
import { formatMicro, formatPara, type Micro, totalPara } from '#domain/decimal.ts'
import { readWhole } from '#web/queries.ts'
import { MaterialLink } from '#web/stock/lot-columns.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { countText, MATERIJALI } from '#web/ui/plural.ts'
import { type ArchiveView, periodOf } from './archive-address.ts'
import { archiveTexts } from './archive-texts.ts'
import { SheetButton } from './sheet-button.tsx'
import { type ReportFailure, useArchiveQuery } from './use-archive-query.ts'

const PAGE_ROWS = 100

type QuantityOf = (row: MaterialSummary) => Micro

const quantityColumn = (
  id: string,
  header: string,
  quantityOf: QuantityOf,
  strong = false,
): Column<MaterialSummary> => ({
  id,
  header,
  align: 'right',
  card: 'fact',
  sortable: true,
  value: quantityOf,
  text: (row) => formatMicro(quantityOf(row)),
  cell: (row) => <Quantity value={quantityOf(row)} unit={row.jedinica_mere} strong={strong} />,
})

const COLUMNS: readonly Column<MaterialSummary>[] = [
  {
    id: 'naziv',
    header: 'Materijal',
    sortable: true,
    value: ({ naziv }) => naziv,
    text: ({ naziv, materijal_id }) => `${naziv} ${materijal_id}`,
    cell: ({ naziv, materijal_id }) => <MaterialLink id={materijal_id} name={naziv} />,
    total: (rows) => countText(rows.length, MATERIJALI),
  },
  quantityColumn('pocetno_stanje', 'Početno stanje', ({ pocetno_stanje }) => pocetno_stanje),
  quantityColumn('totalInput', 'Ulaz', ({ totalInput }) => totalInput),
  quantityColumn('totalConsumed', 'Razduženo', ({ totalConsumed }) => totalConsumed),
  quantityColumn('totalQuantity', 'Preostalo', ({ totalQuantity }) => totalQuantity, true),
  {
    id: 'vrednost_rsd',
    header: 'Vrednost (RSD)',
    align: 'right',
    sortable: true,
    value: ({ vrednost_rsd }) => vrednost_rsd,
    text: ({ vrednost_rsd }) => formatPara(vrednost_rsd),
    cell: ({ vrednost_rsd }) => <Money value={vrednost_rsd} />,
    total: (rows) => <Money value={totalPara(rows.map(({ vrednost_rsd }) => vrednost_rsd))} />,
  },
  {
    id: 'broj_c4',
    header: 'Broj C4',
    align: 'right',
    sortable: true,
    value: ({ broj_c4 }) => broj_c4,
    cell: ({ broj_c4 }) => broj_c4,
  },
  {
    id: 'poslednji_uvoz',
    header: 'Poslednji uvoz',
    sortable: true,
    width: '9rem',
    value: ({ poslednji_uvoz }) => poslednji_uvoz,
    text: ({ poslednji_uvoz }) => (poslednji_uvoz ? formatDate(poslednji_uvoz) : ''),
    cell: ({ poslednji_uvoz }) =>
      poslednji_uvoz ? <DateText value={poslednji_uvoz} /> : <span className="text-ink-3">nema uvoza</span>,
  },
]

/** What has no first day has nothing before it. */
const COLUMNS_WITHOUT_FIRST_DAY = COLUMNS.filter(({ id }) => id !== 'pocetno_stanje')

/**
 * Rezime materijala: per material what came in, went out and remains, its value, its C4s, its last import. In a period
 * what moved in it, what there was before it (from its first day on) and what remained at its end.
 */
export function MaterialsSummaryTab({ at, onFailure }: ArchiveView & { onFailure: ReportFailure }) {
  const list = useArchiveQuery(readWhole(archiveEndpoints.archiveMaterials, periodOf(at)), onFailure)
  return (
    <Panel>
      <DataTable
        label="Rezime materijala"
        columns={at.datum_od ? COLUMNS : COLUMNS_WITHOUT_FIRST_DAY}
        rows={list.data ?? []}
        rowKey={({ materijal_id }) => materijal_id}
        loading={list.isPending}
        outdated={list.isPlaceholderData}
        {...(list.data ? {} : { emptyText: archiveTexts.notLoaded })}
        skeletonRows={12}
        searchPlaceholder="Pretraži materijale..."
        searchDebounceMs={ARCHIVE_SEARCH_DEBOUNCE_MS}
        toolbar={
          <>
            <p className="text-ink-3 text-sm">{spanText(at)}</p>
            <SheetButton sheet="materials" query={periodOf(at)} />
          </>
        }
        pageSize={PAGE_ROWS}
      />
    </Panel>
  )
}

/** Of which days the figures are, in a sentence. */
function spanText({ datum_od, datum_do }: ArchiveView['at']): string {
  const [first, last] = [parseIsoDate(datum_od), parseIsoDate(datum_do)]
  const from = first ? ` od ${formatDate(first)}` : ''
  const until = last && formatDate(last)
  return until
    ? `Ulaz i razduženje${from} do ${until}, preostalo i vrednost na dan ${until}`
    : `Ulaz i razduženje${from}, preostalo i vrednost na današnji dan.`
}
