import { POPIS_STAVKE } from '#contract/figures/carina.ts'
import type { PopisStavka } from '#contract/popisi.ts'
import { figureColumns } from '#web/screens/figure-columns.tsx'
import { materialColumn } from '#web/stock/lot-columns.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Quantity } from '#web/ui/number.tsx'

/** Counted materials that are shown at once. */
const PAGE_LINES = 50

const COLUMNS = figureColumns<PopisStavka>(POPIS_STAVKE, {
  materijal_id: null,
  materijal_naziv: materialColumn({ sortable: true, card: 'title' }),
  jedinica_mere: null,
  knjigovodstveno: {
    cell: ({ knjigovodstveno, jedinica_mere }) => <Quantity value={knjigovodstveno} unit={jedinica_mere} />,
  },
  izbrojano: { cell: ({ izbrojano, jedinica_mere }) => <Quantity value={izbrojano} unit={jedinica_mere} /> },
  razlika: {
    card: 'right',
    value: ({ razlika }) => razlika,
    sortable: true,
    cell: ({ razlika, jedinica_mere }) => <Difference razlika={razlika} unit={jedinica_mere} />,
  },
})

/** A shortage in red with its sign, a surplus with a plus. */
const Difference = ({ razlika, unit }: { razlika: PopisStavka['razlika']; unit: string }) =>
  razlika === 0 ? (
    <span className="text-ink-3">—</span>
  ) : (
    <>
      {razlika > 0 && '+'}
      <Quantity value={razlika} unit={unit} strong />
    </>
  )

/** Counted materials beside what the books have of them. */
export const PopisLines = ({ stavke }: { stavke: readonly PopisStavka[] }) => (
  <DataTable
    label="Izbrojani materijali"
    columns={COLUMNS}
    rows={stavke}
    rowKey={({ materijal_id }) => materijal_id}
    searchPlaceholder="Pretraži materijale..."
    pageSize={PAGE_LINES}
  />
)
