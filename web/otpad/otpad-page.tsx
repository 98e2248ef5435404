import { useQuery } from '@tanstack/react-query'
import { OBRACUN_FIGURES } from '#contract/figures/obracun.ts'
import { type OtpadRaspored, type OtpadStanje, otpadEndpoints } from '#contract/otpad.ts'
import { read } from '#web/queries.ts'
import { RecordsPage } from '#web/records/records-page.tsx'
import { figureColumns, plainColumns } from '#web/screens/figure-columns.tsx'
import { TablePanel } from '#web/screens/table-panel.tsx'
import { materialColumn } from '#web/stock/lot-columns.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { OtpadForm, RASPORED } from './otpad-form.tsx'

/** Materials whose balance is shown at once. */
const PAGE_ROWS = 25

/** Otpad: the balance of each material, and what became of waste. */
export const OtpadPage = () => (
  <RecordsPage of={RASPORED} Form={OtpadForm} columns={COLUMNS}>
    <Balance />
  </RecordsPage>
)

/** The columns of the list, sorted by the server under the same names. */
const COLUMNS = plainColumns<OtpadRaspored>([
  { id: 'datum', header: 'Datum', kind: 'day', sortable: true, width: '7rem', card: 'second' },
  { id: 'vrsta', header: 'Vrsta', sortable: true, width: '10rem', card: 'third', text: ({ vrsta }) => vrsta },
  materialColumn({ id: 'materijal_id', sortable: true, card: 'title' }),
  {
    id: 'kolicina',
    header: 'Količina',
    kind: 'quantity',
    withUnit: 'jedinica_mere',
    strong: true,
    sortable: true,
    width: '10rem',
    card: 'right',
  },
  { id: 'broj_jci', header: 'Broj JCI', kind: 'code', width: '9rem', card: 'third-right' },
  {
    id: 'napomena',
    header: 'Napomena',
    width: '16rem',
    card: 'none',
    fold: true,
    cut: true,
    text: ({ napomena }) => napomena ?? '',
  },
])

function Balance() {
  const query = useQuery(read(otpadEndpoints.otpadStanje))
  return (
    <TablePanel
      title="Bilans otpada"
      query={query}
      failed="Bilans otpada nije učitan."
      columns={BALANCE_COLUMNS}
      rowsOf={({ results }) => results}
      rowKey={({ materijal_id }) => materijal_id}
      emptyText="Otpad nastaje izvozom proizvoda čiji normativ ima procenat otpada."
      pageSize={PAGE_ROWS}
    />
  )
}

/** The balance of each material: what came, what became of it, and what is left. */
const BALANCE_COLUMNS = figureColumns<OtpadStanje>(OBRACUN_FIGURES.otpad, {
  materijal_id: null,
  materijal_naziv: materialColumn({ card: 'title', wrap: false }),
  jedinica_mere: null,
  pocetno: null,
  stanje: {
    card: 'right',
    cell: ({ stanje, jedinica_mere }) => (
      <span className={stanje < 0 ? 'text-bad' : ''}>
        <Quantity value={stanje} unit={jedinica_mere} strong />
      </span>
    ),
  },
})
