import { useNavigate } from 'react-router'
import { archiveEndpoints, type ProductSummary } from '#contract/archive.ts'
import { ARCHIVE_SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { formatMicro, formatPara, type Para, totalPara } from '#domain/decimal.ts'
import { SheetButton } from '#web/documents/sheet-button.tsx'
import { readWhole } from '#web/queries.ts'
import { ProductLink } from '#web/screens/product-link.tsx'
import { productAddress } from '#web/screens/record-addresses.ts'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { type ArchiveView, periodOf, soughtIn } from './archive-address.ts'
import { archiveTexts } from './archive-texts.ts'
import { type ReportFailure, useArchiveQuery } from './use-archive-query.ts'

const PAGE_ROWS = 100

type AmountOf = (row: ProductSummary) => Para

const amountColumn = (id: string, header: string, amountOf: AmountOf): Column<ProductSummary> => ({
  id,
  header,
  align: 'right',
  card: 'fact',
  sortable: true,
  value: amountOf,
  text: (row) => formatPara(amountOf(row)),
  cell: (row) => <Money value={amountOf(row)} />,
  total: (rows) => <Money value={totalPara(rows.map(amountOf))} />,
})

const COLUMNS: readonly Column<ProductSummary>[] = [
  {
    id: 'naziv',
    header: 'Proizvod',
    sortable: true,
    value: ({ naziv }) => naziv,
    text: ({ naziv, proizvod_id }) => `${naziv} ${proizvod_id}`,
    cell: ({ naziv, proizvod_id }) => <ProductLink id={proizvod_id} name={naziv} />,
    under: ({ broj_c1, vrednost_eur }) => `C1 dokumenata ${broj_c1} · ${formatPara(vrednost_eur)} EUR`,
    total: (rows) => `Broj proizvoda: ${rows.length}`,
  },
  {
    id: 'kolicina',
    header: 'Izvezeno',
    align: 'right',
    sortable: true,
    value: ({ kolicina }) => kolicina,
    text: ({ kolicina }) => formatMicro(kolicina),
    cell: ({ kolicina, jedinica_mere }) => <Quantity value={kolicina} unit={jedinica_mere} strong />,
  },
  {
    id: 'broj_c1',
    header: 'C1 dokumenata',
    align: 'right',
    fold: true,
    sortable: true,
    value: ({ broj_c1 }) => broj_c1,
    cell: ({ broj_c1 }) => broj_c1,
  },
  { ...amountColumn('vrednost_eur', 'Vrednost (EUR)', ({ vrednost_eur }) => vrednost_eur), fold: true },
  amountColumn('vrednost_rsd', 'Vrednost (RSD)', ({ vrednost_rsd }) => vrednost_rsd),
  {
    ...amountColumn('trosak_rsd', 'Trošak materijala (RSD)', ({ trosak_rsd }) => trosak_rsd),
    cell: ({ trosak_rsd, ima_manjak }) => (
      <span className="inline-flex items-center gap-2">
        {ima_manjak && (
          <span title={archiveTexts.costOpen}>
            <Badge tone="bad">manjak</Badge>
          </span>
        )}
        <Money value={trosak_rsd} />
      </span>
    ),
  },
  amountColumn('razlika_rsd', 'Razlika (RSD)', ({ razlika_rsd }) => razlika_rsd),
]

/** Rezime proizvoda: per product what was exported in the period, for how much, and what its material cost. */
export function ProductsSummaryTab({ at, setAt, onFailure }: ArchiveView & { onFailure: ReportFailure }) {
  const navigate = useNavigate()
  const list = useArchiveQuery(readWhole(archiveEndpoints.archiveProducts, periodOf(at)), onFailure)
  const rows = list.data?.results ?? []
  return (
    <Panel>
      <DataTable
        label="Rezime proizvoda"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ proizvod_id }) => proizvod_id}
        onOpen={({ proizvod_id }) => navigate(productAddress(proizvod_id))}
        loading={list.isPending}
        outdated={list.isPlaceholderData}
        {...(list.data ? {} : { emptyText: archiveTexts.notLoaded })}
        skeletonRows={12}
        searchPlaceholder="Pretraži proizvode..."
        search={at.search}
        onSearch={(search) => setAt({ search }, { replace: true })}
        searchDebounceMs={ARCHIVE_SEARCH_DEBOUNCE_MS}
        toolbar={
          <>
            {rows.some(({ ima_manjak }) => ima_manjak) && (
              <p className="flex items-center gap-2 text-ink-3 text-sm">
                <Badge tone="bad">manjak</Badge>
                {archiveTexts.costOpen}
              </p>
            )}
            <SheetButton sheet="products" query={soughtIn(at)} />
          </>
        }
        pageSize={PAGE_ROWS}
      />
    </Panel>
  )
}
