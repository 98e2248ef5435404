import type { OtpadRaspored, OtpadStanje } from '#contract/otpad.ts'
import type { Micro } from '#domain/decimal.ts'
import { MaterialLink } from '#web/stock/lot-columns.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Quantity } from '#web/ui/number.tsx'

/** The columns of the list, sorted by the server under the same names. */
export const OTPAD_COLUMNS: readonly Column<OtpadRaspored>[] = [
  {
    id: 'datum',
    header: 'Datum',
    sortable: true,
    width: '7rem',
    card: 'second',
    cell: ({ datum }) => <DateText value={datum} />,
  },
  { id: 'vrsta', header: 'Vrsta', sortable: true, width: '10rem', card: 'third', text: ({ vrsta }) => vrsta },
  {
    id: 'materijal_id',
    header: 'Materijal',
    sortable: true,
    card: 'title',
    text: ({ materijal_naziv, materijal_id }) => `${materijal_naziv} ${materijal_id}`,
    cell: ({ materijal_id, materijal_naziv }) => <MaterialLink id={materijal_id} name={materijal_naziv} />,
  },
  {
    id: 'kolicina',
    header: 'Količina',
    sortable: true,
    align: 'right',
    width: '10rem',
    card: 'right',
    cell: ({ kolicina, jedinica_mere }) => <Quantity value={kolicina} unit={jedinica_mere} strong />,
  },
  {
    id: 'broj_jci',
    header: 'Broj JCI',
    width: '9rem',
    card: 'third-right',
    text: ({ broj_jci }) => broj_jci ?? '',
    cell: ({ broj_jci }) => <span className="code">{broj_jci}</span>,
  },
  {
    id: 'napomena',
    header: 'Napomena',
    width: '16rem',
    card: 'none',
    fold: true,
    cut: true,
    text: ({ napomena }) => napomena ?? '',
  },
]

const quantity = (id: string, header: string, of: (row: OtpadStanje) => Micro): Column<OtpadStanje> => ({
  id,
  header,
  align: 'right',
  cell: (row) => <Quantity value={of(row)} />,
})

/** The balance of each material: what came, what became of it, and what is left. */
export const BALANCE_COLUMNS: readonly Column<OtpadStanje>[] = [
  {
    id: 'materijal',
    header: 'Materijal',
    card: 'title',
    text: ({ materijal_naziv, materijal_id }) => `${materijal_naziv} ${materijal_id}`,
    cell: ({ materijal_id, materijal_naziv }) => <MaterialLink id={materijal_id} name={materijal_naziv} />,
  },
  quantity('nastalo', 'Nastalo', (row) => row.nastalo),
  quantity('izvezeno', 'Izvezeno', (row) => row.izvezeno),
  quantity('pusteno', 'Pušteno', (row) => row.pusteno),
  quantity('unisteno', 'Uništeno', (row) => row.unisteno),
  quantity('reciklirano', 'Reciklirano', (row) => row.reciklirano),
  {
    id: 'stanje',
    header: 'Stanje',
    align: 'right',
    card: 'right',
    cell: ({ stanje, jedinica_mere }) => (
      <span className={stanje < 0 ? 'text-bad' : ''}>
        <Quantity value={stanje} unit={jedinica_mere} strong />
      </span>
    ),
  },
]
