import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type ListedPopis, popisiEndpoints } from '#contract/popisi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { read } from '#web/queries.ts'
import { popisAddress } from '#web/screens/record-addresses.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** The counts of a material, newest first; nothing while it was never counted. */
export function CountsPanel({ id }: { id: string }) {
  const { data } = useQuery(read(popisiEndpoints.listPopisi, { query: { materijal_id: id } }))
  if (!data || data.total === 0) return null
  return (
    <Panel title="Popisi">
      <DataTable label="Popisi" columns={COLUMNS} rows={data.results} rowKey={(popis) => String(popis.id)} />
    </Panel>
  )
}

const amount = (name: 'knjigovodstveno' | 'izbrojano' | 'razlika', header: string): Column<ListedPopis> => ({
  id: name,
  header,
  align: 'right',
  cell: ({ stavka }) => stavka && <Quantity value={stavka[name]} unit={stavka.jedinica_mere} />,
})

const COLUMNS: readonly Column<ListedPopis>[] = [
  {
    id: 'datum',
    header: 'Datum',
    card: 'title',
    cell: ({ id, datum }) => (
      <Link to={popisAddress(id)} className="num">
        {formatDate(datum)}
      </Link>
    ),
  },
  amount('knjigovodstveno', 'Knjigovodstveno'),
  amount('izbrojano', 'Izbrojano'),
  amount('razlika', 'Razlika'),
]
