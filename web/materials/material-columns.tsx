import type { MaterialRow } from '#contract/materials.ts'
import { ListedLink } from '#web/screens/listed-link.tsx'
import { materialAddress } from '#web/screens/record-addresses.ts'
import { StockQuantity } from '#web/stock/stock-quantity.tsx'
import type { Column } from '#web/ui/data-table.tsx'

/** The columns of spec §2, sorted by the server under the same names. */
export const MATERIAL_COLUMNS: readonly Column<MaterialRow>[] = [
  {
    id: 'id',
    header: 'ID',
    sortable: true,
    width: '9rem',
    card: 'behind',
    cell: ({ id }) => <span className="code">{id}</span>,
  },
  {
    id: 'naziv',
    header: 'Naziv',
    sortable: true,
    wrap: true,
    card: 'title',
    cell: ({ id, naziv }) => (
      <div className="max-sm:inline sm:min-w-40">
        <ListedLink to={materialAddress(id)} className="max-sm:font-medium">
          {naziv}
        </ListedLink>
      </div>
    ),
  },
  { id: 'zemlja_porekla', header: 'Zemlja porekla', sortable: true, card: 'second', cell: (row) => row.zemlja_porekla },
  { id: 'jedinica_mere', header: 'Jedinica mere', sortable: true, card: 'none', cell: (row) => row.jedinica_mere },
  {
    id: 'totalQuantity',
    header: 'Količina na stanju',
    sortable: true,
    align: 'right',
    card: 'right',
    cell: (row) => <StockQuantity {...row} />,
  },
  {
    id: 'tarifni_broj',
    header: 'Tarifni broj',
    sortable: true,
    card: 'second-right',
    cell: (row) => <span className="code">{row.tarifni_broj}</span>,
  },
]
