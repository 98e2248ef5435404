import type { OdobrenjeRow } from '#contract/odobrenja.ts'
import { RecordsPage } from '#web/records/records-page.tsx'
import { ListedLink } from '#web/screens/listed-link.tsx'
import { odobrenjeAddress } from '#web/screens/record-addresses.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { ODOBRENJE_RECORD, OdobrenjeForm } from './odobrenje-form.tsx'

/** Odobrenja: the list, with the imports of each, and the form. */
export const OdobrenjaPage = () => <RecordsPage of={ODOBRENJE_RECORD} Form={OdobrenjeForm} columns={COLUMNS} />

/** The columns of the list, sorted by the server under the same names. */
const COLUMNS: readonly Column<OdobrenjeRow>[] = [
  {
    id: 'broj',
    header: 'Broj odobrenja',
    sortable: true,
    width: '15rem',
    card: 'title',
    under: ({ vrsta_postupka }) => vrsta_postupka ?? '',
    cell: ({ id, broj }) => (
      <ListedLink to={odobrenjeAddress(id)} className="document-number code font-medium">
        {broj}
      </ListedLink>
    ),
  },
  {
    id: 'vrsta_postupka',
    header: 'Vrsta postupka',
    sortable: true,
    fold: true,
    cut: true,
    card: 'second',
    text: ({ vrsta_postupka }) => vrsta_postupka ?? '',
  },
  {
    id: 'vazi_od',
    header: 'Važi od',
    sortable: true,
    width: '7rem',
    card: 'third',
    cell: (row) => <DateText value={row.vazi_od} />,
    onCard: ({ vazi_od, vazi_do }) => (
      <>
        <DateText value={vazi_od} /> – {vazi_do && <DateText value={vazi_do} />}
      </>
    ),
  },
  {
    id: 'vazi_do',
    header: 'Važi do',
    sortable: true,
    width: '7rem',
    card: 'none',
    cell: ({ vazi_do }) => vazi_do && <DateText value={vazi_do} />,
  },
  {
    id: 'broj_c4',
    header: 'Uvoza',
    align: 'right',
    width: '5rem',
    card: 'none',
    cell: ({ broj_c4 }) => <span className="num">{broj_c4}</span>,
  },
  {
    id: 'otvoreno_c4',
    header: 'Otvoreno',
    align: 'right',
    width: '5.5rem',
    card: 'third-right',
    cell: ({ otvoreno_c4 }) => <span className="num">{otvoreno_c4}</span>,
    onCard: ({ otvoreno_c4 }) => `otvoreno: ${otvoreno_c4}`,
  },
  {
    id: 'najblizi_rok',
    header: 'Najbliži rok',
    width: '7rem',
    card: 'right',
    cell: ({ najblizi_rok }) => najblizi_rok && <DateText value={najblizi_rok} />,
  },
]
