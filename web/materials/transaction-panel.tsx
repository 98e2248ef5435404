import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { TRANSACTION_PAGE_ROWS } from '#contract/limits.ts'
import type { MaterialTransaction, materialEndpoints } from '#contract/materials.ts'
import type { Reply } from '#web/api.ts'
import { DocumentLink } from '#web/screens/document-link.tsx'
import { ListPager } from '#web/screens/list-pager.tsx'
import { documentAddress } from '#web/screens/record-addresses.ts'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { YesNo } from '#web/ui/yes-no.tsx'

/** The kind of document of a transaction. */
function kindOf({ type, ostalo_razduzenje_id }: MaterialTransaction) {
  if (ostalo_razduzenje_id !== null) return 'ostalo_razduzenje'
  return type === 'INPUT' ? 'c4' : 'c1'
}

/** The C4 and its line that came in or went out; empty for a shortage. */
const lotOf = ({ c4_broj, ulaz_stavka_id }: MaterialTransaction): string =>
  ulaz_stavka_id === null ? '' : `${c4_broj} #${ulaz_stavka_id}`

const columnsIn = (unit: string): readonly Column<MaterialTransaction>[] => [
  {
    id: 'document_number',
    header: 'Dokument',
    width: '8.5rem',
    cell: (row) => (
      <DocumentLink vrsta={kindOf(row)} id={row.document_id} broj={row.document_number} className="font-medium" />
    ),
  },
  { id: 'type', header: 'Tip', width: '6.75rem', cell: typeBadge },
  { id: 'date', header: 'Datum', width: '6.5rem', card: 'second-right', cell: (row) => <DateText value={row.date} /> },
  {
    id: 'quantity',
    header: 'Količina',
    width: '6.75rem',
    align: 'right',
    card: 'right',
    cell: (row) => <Quantity value={row.quantity} unit={unit} strong />,
  },
  {
    id: 'unit_price',
    header: 'Cena po jedinici',
    width: '7.75rem',
    align: 'right',
    cell: (row) => (row.unit_price === null ? '—' : <Quantity value={row.unit_price} minPlaces={2} unit="RSD" />),
  },
  {
    id: 'total_value',
    header: 'Ukupna vrednost',
    width: '8.25rem',
    align: 'right',
    cell: (row) => (row.total_value === null ? '—' : <Money value={row.total_value} currency="RSD" />),
  },
  {
    id: 'proves_origin',
    header: 'Dokazuje poreklo',
    width: '6rem',
    cell: (row) => <YesNo value={row.proves_origin} />,
  },
  {
    id: 'partner_name',
    header: 'Partner',
    width: '11.5rem',
    cut: true,
    card: 'second',
    text: (row) => row.partner_name,
    under: lotOf,
  },
  {
    id: 'lot',
    header: 'Iz uvozne stavke',
    width: '9.75rem',
    fold: true,
    cell: (row) => <span className="code text-ink-2">{lotOf(row)}</span>,
  },
]

function typeBadge({ type, manjak, ostalo_razduzenje_id }: MaterialTransaction) {
  if (ostalo_razduzenje_id !== null) return <Badge tone="accent">Razduženje</Badge>
  if (manjak) return <Badge tone="bad">Izlaz, manjak</Badge>
  return type === 'INPUT' ? <Badge tone="good">Ulaz</Badge> : <Badge tone="accent">Izlaz</Badge>
}

type TransactionPanelProps = {
  reply: Reply<typeof materialEndpoints.materialTransactions> | undefined
  /** The reply is that of another page. */
  outdated: boolean
  unit: string
  onPage: (page: number, how?: { replace: boolean }) => void
}

/** Inputs and outputs, newest first; a shortage is an output without a lot and without a price. */
export function TransactionPanel({ reply, outdated, unit, onPage }: TransactionPanelProps) {
  const navigate = useNavigate()
  const columns = useMemo(() => columnsIn(unit), [unit])
  // A transaction has no number of its own; its place in the answer tells rows apart.
  const rows = useMemo(() => (reply?.transactions ?? []).map((row, place) => ({ ...row, place })), [reply])
  return (
    <Panel title="Promet">
      <DataTable
        label="Promet"
        columns={columns as readonly Column<(typeof rows)[number]>[]}
        rows={rows}
        rowKey={(row) => String(row.place)}
        onOpen={(row) => navigate(documentAddress(kindOf(row), row.document_id))}
        loading={!reply}
        skeletonRows={TRANSACTION_PAGE_ROWS}
        outdated={outdated}
        emptyText="Nema prometa."
        footer={reply && <ListPager reply={reply} counted="transakcija" onPage={onPage} />}
      />
    </Panel>
  )
}
