import { useQuery } from '@tanstack/react-query'
import { obracuniEndpoints, type ZaPodnosenje } from '#contract/obracuni.ts'
import type { StanjePodnosenja } from '#domain/za-podnosenje.ts'
import { read } from '#web/queries.ts'
import { Rok } from '#web/screens/document-badges.tsx'
import { ListedLink } from '#web/screens/listed-link.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { obracunAddress, podnetAddress } from '#web/screens/record-addresses.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** Quarters that are shown at once. */
const PAGE_ROWS = 10

/** Za podnošenje: per authorisation the quarters whose account is due, each leading to it, and those handed in. */
export function ZaPodnosenjePanel() {
  const list = useQuery(read(obracuniEndpoints.zaPodnosenje))
  return (
    <Panel title="Za podnošenje">
      {list.isError && !list.data ? (
        <LoadError text="Kvartali nisu učitani." error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <DataTable
          label="Za podnošenje"
          columns={COLUMNS}
          rows={list.data?.results ?? []}
          rowKey={({ odobrenje_id, datum_od }) => `${odobrenje_id} ${datum_od}`}
          rowName={nameOf}
          loading={list.isPending}
          skeletonRows={3}
          pageSize={PAGE_ROWS}
          emptyText="U poslednje dve godine nema uvoza za koji se podnosi obračun."
        />
      )}
    </Panel>
  )
}

const nameOf = ({ odobrenje_broj, naziv }: ZaPodnosenje) => `${odobrenje_broj ?? 'Svi uvozi'}, ${naziv}`

const TONES: Record<StanjePodnosenja, BadgeTone> = {
  kasni: 'bad',
  'za podnošenje': 'warning',
  'u toku': 'neutral',
  podnet: 'good',
}

const addressOf = ({ odobrenje_id, datum_od, datum_do, obracun_id }: ZaPodnosenje) =>
  obracun_id === null ? obracunAddress({ odobrenje: odobrenje_id, datum_od, datum_do }) : podnetAddress(obracun_id)

const COLUMNS: readonly Column<ZaPodnosenje>[] = [
  {
    id: 'period',
    header: 'Period',
    card: 'title',
    cell: (row) => (
      <ListedLink to={addressOf(row)} className="font-medium">
        {row.naziv}
      </ListedLink>
    ),
  },
  {
    id: 'odobrenje',
    header: 'Odobrenje',
    card: 'second',
    cell: ({ odobrenje_broj }) =>
      odobrenje_broj === null ? 'Svi uvozi' : <span className="code">{odobrenje_broj}</span>,
  },
  {
    id: 'stanje',
    header: 'Stanje',
    card: 'right',
    cell: ({ stanje }) => <Badge tone={TONES[stanje]}>{stanje}</Badge>,
  },
  {
    id: 'rok_podnosenja',
    header: 'Rok za obračun',
    cell: ({ rok_podnosenja, stanje }) =>
      rok_podnosenja === null ? (
        '—'
      ) : stanje === 'podnet' ? (
        <DateText value={rok_podnosenja} />
      ) : (
        <Rok rok={rok_podnosenja} />
      ),
  },
  {
    id: 'obracun_broj',
    header: 'Podneti obračun',
    cell: ({ obracun_broj }) => <span className="code">{obracun_broj ?? '—'}</span>,
  },
]
