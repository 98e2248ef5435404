import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { obracuniEndpoints, type PodnetRed } from '#contract/obracuni.ts'
import { read } from '#web/queries.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { PODNETI } from '#web/screens/record-addresses.ts'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** The accounts that were handed in of an authorisation, newest first, each leading to its page. */
export function ItsAccounts({ id }: { id: number }) {
  const list = useQuery(read(obracuniEndpoints.listObracuni, { query: { odobrenje_id: id } }))
  return (
    <Panel title="Obračuni">
      {list.isError && !list.data ? (
        <LoadError text="Obračuni nisu učitani." error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <DataTable
          label="Obračuni"
          columns={COLUMNS}
          rows={list.data?.results ?? []}
          rowKey={(row) => String(row.id)}
          loading={list.isPending}
          emptyText="Za ovo odobrenje nije podnet obračun."
        />
      )}
    </Panel>
  )
}

const COLUMNS: readonly Column<PodnetRed>[] = [
  {
    id: 'broj',
    header: 'Broj obračuna',
    card: 'title',
    cell: ({ id, broj }) => (
      <Link to={`${PODNETI.path}/${id}`} className="hit code font-medium text-ink">
        {broj}
      </Link>
    ),
  },
  { id: 'datum_od', header: 'Od', width: '8rem', cell: ({ datum_od }) => <DateText value={datum_od} /> },
  { id: 'datum_do', header: 'Do', width: '8rem', cell: ({ datum_do }) => <DateText value={datum_do} /> },
  { id: 'stanje', header: 'Stanje', width: '8rem', card: 'right', cell: ({ stanje }) => <Badge>{stanje}</Badge> },
]
