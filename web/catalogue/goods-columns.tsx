import { ListedLink } from '#web/screens/listed-link.tsx'
import type { Column } from '#web/ui/data-table.tsx'

/** The first columns of a list of materials or products: the ID under this heading, and the name as a link. */
export const goodsColumns = <Row extends { id: string; naziv: string }>(
  idHeader: string,
  addressOf: (id: string) => string,
): readonly Column<Row>[] => [
  {
    id: 'id',
    header: idHeader,
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
        <ListedLink to={addressOf(id)} className="max-sm:font-medium">
          {naziv}
        </ListedLink>
      </div>
    ),
  },
]
