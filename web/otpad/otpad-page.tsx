import { useQuery } from '@tanstack/react-query'
import { OBRACUN_FIGURES } from '#contract/figures/obracun.ts'
import { type OtpadRaspored, type OtpadStanje, otpadEndpoints } from '#contract/otpad.ts'
import { read } from '#web/queries.ts'
import { RecordsPage } from '#web/records/records-page.tsx'
import { figureColumns } from '#web/screens/figure-columns.tsx'
import { NotShown } from '#web/screens/record-page.tsx'
import { materialColumn } from '#web/stock/lot-columns.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
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
const COLUMNS: readonly Column<OtpadRaspored>[] = [
  {
    id: 'datum',
    header: 'Datum',
    sortable: true,
    width: '7rem',
    card: 'second',
    cell: ({ datum }) => <DateText value={datum} />,
  },
  { id: 'vrsta', header: 'Vrsta', sortable: true, width: '10rem', card: 'third', text: ({ vrsta }) => vrsta },
  materialColumn({ id: 'materijal_id', sortable: true, card: 'title' }),
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

function Balance() {
  const query = useQuery(read(otpadEndpoints.otpadStanje))
  if (!query.data) return <NotShown query={query} title="Bilans otpada" text="Bilans otpada nije učitan." />
  return (
    <Panel title="Bilans otpada">
      <DataTable
        label="Bilans otpada"
        columns={BALANCE_COLUMNS}
        rows={query.data.results}
        rowKey={({ materijal_id }) => materijal_id}
        emptyText="Otpad nastaje izvozom proizvoda čiji normativ ima procenat otpada."
        pageSize={PAGE_ROWS}
      />
    </Panel>
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
