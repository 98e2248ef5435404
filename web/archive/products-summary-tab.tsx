import { useNavigate } from 'react-router'
import { archiveEndpoints, type ProductSummary } from '#contract/archive.ts'
import { PRODUCT_FIGURES } from '#contract/figures/archive.ts'
import { ARCHIVE_SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { formatPara } from '#domain/decimal.ts'
import { readWhole } from '#web/queries.ts'
import { figureColumns } from '#web/screens/figure-columns.tsx'
import { ProductLink } from '#web/screens/product-link.tsx'
import { productAddress } from '#web/screens/record-addresses.ts'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { type ArchiveView, periodOf, soughtIn } from './archive-address.ts'
import { archiveTexts } from './archive-texts.ts'
import { type ReportFailure, useArchiveQuery } from './use-archive-query.ts'

const PAGE_ROWS = 100

const COLUMNS: readonly Column<ProductSummary>[] = figureColumns<ProductSummary>(
  PRODUCT_FIGURES,
  {
    proizvod_id: null,
    jedinica_mere: null,
    naziv: {
      wrap: false,
      text: ({ naziv, proizvod_id }) => `${naziv} ${proizvod_id}`,
      cell: ({ naziv, proizvod_id }) => <ProductLink id={proizvod_id} name={naziv} />,
      under: ({ broj_c1, vrednost_eur }) => `C1 dokumenata ${broj_c1} · ${formatPara(vrednost_eur)} EUR`,
      total: (rows) => `Broj proizvoda: ${rows.length}`,
    },
    kolicina: {
      cell: ({ kolicina, jedinica_mere }) => <Quantity value={kolicina} unit={jedinica_mere} strong />,
    },
    broj_c1: { fold: true, cell: ({ broj_c1 }) => broj_c1 },
    vrednost_eur: { card: 'fact', fold: true },
    vrednost_rsd: { card: 'fact' },
    trosak_rsd: {
      card: 'fact',
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
    razlika_rsd: { card: 'fact' },
    ima_manjak: null,
  },
  { sortable: true },
)

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
