import type { RazduzenjeRow } from '#contract/ostala-razduzenja.ts'
import { documentColumns } from '#web/document-list/document-columns.tsx'
import { ListedDocumentLink } from '#web/screens/document-link.tsx'
import type { Column } from '#web/ui/data-table.tsx'

/** The columns of the list, sorted by the server under the same names. */
export const razduzenjeColumns = (onDownload: (row: RazduzenjeRow) => void): readonly Column<RazduzenjeRow>[] => [
  {
    id: 'broj',
    header: 'Broj razduženja',
    sortable: true,
    width: '10rem',
    card: 'title',
    under: ({ vrsta }) => vrsta,
    cell: ({ id, broj }) => <ListedDocumentLink vrsta="ostalo_razduzenje" id={id} broj={broj} />,
  },
  documentColumns.date(),
  {
    id: 'vrsta',
    header: 'Vrsta',
    sortable: true,
    width: '14rem',
    fold: true,
    cut: true,
    card: 'third',
    text: ({ vrsta }) => vrsta,
  },
  { id: 'razlog', header: 'Razlog', cut: true, card: 'second', text: ({ razlog }) => razlog },
  {
    id: 'broj_jci',
    header: 'Broj JCI',
    width: '8rem',
    fold: true,
    card: 'none',
    text: ({ broj_jci }) => broj_jci ?? '',
    cell: ({ broj_jci }) => <span className="code">{broj_jci}</span>,
  },
  {
    id: 'broj_stavki',
    header: 'Stavki',
    align: 'right',
    width: '4.5rem',
    card: 'right',
    cell: ({ broj_stavki }) => <span className="num">{broj_stavki}</span>,
  },
  documentColumns.pdf('Preuzmi', (row) => row.broj, onDownload),
]
