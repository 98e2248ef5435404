import type { ProductRow } from '#contract/products.ts'
import { ListedLink } from '#web/screens/listed-link.tsx'
import { productAddress } from '#web/screens/record-addresses.ts'
import type { Column } from '#web/ui/data-table.tsx'

/** The columns of spec §2; sorted by the server under the same names. */
export const PRODUCT_COLUMNS: readonly Column<ProductRow>[] = [
  {
    id: 'id',
    header: 'ID proizvoda',
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
        <ListedLink to={productAddress(id)} className="max-sm:font-medium">
          {naziv}
        </ListedLink>
      </div>
    ),
  },
  {
    id: 'hs_code',
    header: 'HS kod',
    sortable: true,
    card: 'second',
    cell: (row) => <span className="code">{row.hs_code}</span>,
  },
  { id: 'jedinica_mere', header: 'Jedinica mere', sortable: true, card: 'none', cell: (row) => row.jedinica_mere },
  {
    id: 'normativ_count',
    header: 'Stavki normativa',
    sortable: true,
    align: 'right',
    card: 'second-right',
    cell: (row) => <span className="num">{row.normativ_count}</span>,
    onCard: ({ normativ_count }) => `normativ: ${normativ_count}`,
  },
]
