import type { ProductRow } from '#contract/products.ts'
import { goodsColumns } from '#web/catalogue/goods-columns.tsx'
import { productAddress } from '#web/screens/record-addresses.ts'
import type { Column } from '#web/ui/data-table.tsx'

/** The columns of spec §2; sorted by the server under the same names. */
export const PRODUCT_COLUMNS: readonly Column<ProductRow>[] = [
  ...goodsColumns<ProductRow>('ID proizvoda', productAddress),
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
