import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { Link } from 'react-router'
import { obracuniEndpoints, type PodnetRed, type ZaPodnosenje } from '#contract/obracuni.ts'
import { formatDate } from '#domain/calendar-date.ts'
import type { StanjePodnosenja } from '#domain/za-podnosenje.ts'
import { read } from '#web/queries.ts'
import { pageIn } from '#web/screens/address-values.ts'
import { Rok } from '#web/screens/document-badges.tsx'
import { ListPager } from '#web/screens/list-pager.tsx'
import { ListedLink } from '#web/screens/listed-link.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { obracunAddress, PODNETI, podnetAddress } from '#web/screens/record-addresses.ts'
import { NotShown } from '#web/screens/record-page.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { HASH_CHARACTERS, obimText, StanjeBadge } from './podnet-words.tsx'

const DEFAULTS = { page: '1' }

/** Podneti obračuni: the accounts to hand in, then the handed-in ones and their drafts, the newest first. */
export function PodnetiPage() {
  const [at, setAt] = useAddressValues(DEFAULTS)
  const list = useQuery(read(obracuniEndpoints.listObracuni, { query: { page: pageIn(at.page) } }))
  const reply = list.data
  return (
    <div className="flex flex-col gap-4">
      <ZaPodnosenjePanel />
      {reply ? (
        <Panel
          title={PODNETI.name}
          right={
            <Link to="/dashboard/obracun" className={buttonClass()}>
              <Scale aria-hidden />
              Obračun
            </Link>
          }
        >
          <DataTable
            label={PODNETI.name}
            columns={COLUMNS}
            rows={reply.results}
            rowKey={({ id }) => String(id)}
            rowName={({ broj }) => broj}
            outdated={list.isPlaceholderData}
            emptyText="Nijedan obračun još nije podnet."
            footer={
              <ListPager reply={reply} counted="obračuna" onPage={(page, how) => setAt({ page: String(page) }, how)} />
            }
          />
        </Panel>
      ) : (
        <NotShown query={list} title={PODNETI.name} text="Podneti obračuni nisu mogli da se učitaju." />
      )}
    </div>
  )
}

const COLUMNS: readonly Column<PodnetRed>[] = [
  {
    id: 'broj',
    header: 'Broj',
    card: 'title',
    cell: ({ id, broj }) => (
      <ListedLink to={podnetAddress(id)} className="code font-medium">
        {broj}
      </ListedLink>
    ),
  },
  { id: 'obim', header: 'Obim', wrap: true, card: 'second', cell: (row) => obimText(row) },
  {
    id: 'period',
    header: 'Period',
    cell: ({ datum_od, datum_do }) => (
      <span className="num whitespace-nowrap">
        {formatDate(datum_od)} – {formatDate(datum_do)}
      </span>
    ),
  },
  { id: 'stanje', header: 'Stanje', card: 'right', cell: ({ stanje }) => <StanjeBadge stanje={stanje} /> },
  {
    id: 'datum_podnosenja',
    header: 'Podnet',
    cell: ({ datum_podnosenja }) => datum_podnosenja && <DateText value={datum_podnosenja} />,
  },
  {
    id: 'rok_podnosenja',
    header: 'Rok za obračun',
    cell: ({ rok_podnosenja }) => rok_podnosenja && <DateText value={rok_podnosenja} />,
  },
  { id: 'broj_akta', header: 'Broj akta', cell: ({ broj_akta }) => <span className="code">{broj_akta ?? '—'}</span> },
  {
    id: 'sha256',
    header: 'SHA-256',
    cell: ({ sha256 }) => (
      <span className="code text-ink-3" title={sha256 ?? ''}>
        {sha256?.slice(0, HASH_CHARACTERS)}
      </span>
    ),
  },
]

/** Quarters that are shown at once. */
const PAGE_ROWS = 10

/** Za podnošenje: per authorisation the quarters whose account is due, each leading to it, and those handed in. */
function ZaPodnosenjePanel() {
  const list = useQuery(read(obracuniEndpoints.zaPodnosenje))
  return (
    <Panel title="Za podnošenje">
      {list.isError && !list.data ? (
        <LoadError text="Kvartali nisu učitani." error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <DataTable
          label="Za podnošenje"
          columns={WAITING_COLUMNS}
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

const WAITING_COLUMNS: readonly Column<ZaPodnosenje>[] = [
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
