import type { OdobrenjeRow } from '#contract/odobrenja.ts'
import { RecordsPage } from '#web/records/records-page.tsx'
import { plainColumns } from '#web/screens/figure-columns.tsx'
import { ListedLink } from '#web/screens/listed-link.tsx'
import { odobrenjeAddress } from '#web/screens/record-addresses.ts'
import { DateText } from '#web/ui/date.tsx'
import { ODOBRENJE_RECORD, OdobrenjeForm } from './odobrenje-form.tsx'

/** Odobrenja: the list, with the imports of each, and the form. */
export const OdobrenjaPage = () => <RecordsPage of={ODOBRENJE_RECORD} Form={OdobrenjeForm} columns={COLUMNS} />

/** The columns of the list, sorted by the server under the same names. */
const COLUMNS = plainColumns<OdobrenjeRow>([
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
    kind: 'day',
    sortable: true,
    width: '7rem',
    card: 'third',
    onCard: ({ vazi_od, vazi_do }) => (
      <>
        <DateText value={vazi_od} /> – {vazi_do && <DateText value={vazi_do} />}
      </>
    ),
  },
  { id: 'vazi_do', header: 'Važi do', kind: 'day', sortable: true, width: '7rem', card: 'none' },
  { id: 'broj_c4', header: 'Uvoza', kind: 'whole', width: '5rem', card: 'none' },
  {
    id: 'otvoreno_c4',
    header: 'Otvoreno',
    kind: 'whole',
    width: '5.5rem',
    card: 'third-right',
    onCard: ({ otvoreno_c4 }) => `otvoreno: ${otvoreno_c4}`,
  },
  { id: 'najblizi_rok', header: 'Najbliži rok', kind: 'day', width: '7rem', card: 'right' },
])
