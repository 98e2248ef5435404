import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { materialEndpoints, type RemainingEntry } from '#contract/materials.ts'
import { sum, totalPara } from '#domain/decimal.ts'
import { read } from '#web/queries.ts'
import { DocumentLink } from '#web/screens/document-link.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { percentOf } from '#web/ui/remaining.ts'
import { YesNo } from '#web/ui/yes-no.tsx'

const PAGE_ROWS = 10

const columnsIn = (unit: string): readonly Column<RemainingEntry>[] => [
  {
    id: 'c4_broj',
    header: 'C4',
    width: '8.5rem',
    under: (row) => `#${row.ulaz_stavka_id} · ${row.zemlja_porekla}`,
    cell: (row) => <DocumentLink vrsta="c4" id={row.c4_id} broj={row.c4_broj} className="font-medium" />,
  },
  {
    id: 'c4_datum',
    header: 'Datum',
    width: '6.5rem',
    card: 'second',
    cell: (row) => <DateText value={row.c4_datum} />,
  },
  {
    id: 'ulaz_stavka_id',
    header: 'Stavka',
    width: '5rem',
    fold: true,
    cell: (row) => <span className="code text-ink-2">#{row.ulaz_stavka_id}</span>,
  },
  { id: 'zemlja_porekla', header: 'Zemlja porekla', width: '7.5rem', fold: true, cell: (row) => row.zemlja_porekla },
  {
    id: 'dokazuje_poreklo',
    header: 'Dokazuje poreklo',
    width: '6.5rem',
    cell: (row) => <YesNo value={row.dokazuje_poreklo} />,
  },
  {
    id: 'kolicina',
    header: 'Uvezeno',
    width: '6rem',
    align: 'right',
    cell: (row) => <Quantity value={row.kolicina} />,
  },
  {
    id: 'kolicina_razduzena',
    header: 'Razduženo',
    width: '6.5rem',
    align: 'right',
    cell: (row) => <Quantity value={row.kolicina_razduzena} />,
  },
  {
    id: 'preostalo',
    header: 'Preostalo',
    width: '7.5rem',
    align: 'right',
    card: 'right',
    cell: (row) => <Quantity value={row.preostalo} unit={unit} strong />,
    total: (rows) => <Quantity value={sum(rows.map((row) => row.preostalo))} unit={unit} strong />,
  },
  {
    id: 'procenat',
    header: 'Preostalo u %',
    width: '8.75rem',
    cell: (row) => <ProgressBar percent={percentOf(row.preostalo, row.kolicina)} />,
  },
  {
    id: 'vrednost_rsd',
    header: 'Vrednost',
    width: '9rem',
    align: 'right',
    card: 'second-right',
    cell: (row) => <Money value={row.vrednost_rsd} currency="RSD" />,
    total: (rows) => <Money value={totalPara(rows.map((row) => row.vrednost_rsd))} currency="RSD" strong />,
  },
]

export const OVERVIEW_FAILED = 'Greška prilikom učitavanja pregleda materijala'

/** The rest of each C4 item, oldest first: the order in which exports take from them. */
export function RemainingPanel({ id, unit }: { id: string; unit: string }) {
  const remaining = useQuery(read(materialEndpoints.materialRemaining, { params: { id } }))
  const columns = useMemo(() => columnsIn(unit), [unit])
  return (
    <Panel title="Preostalo po C4">
      {remaining.isError && !remaining.data ? (
        <LoadError text={OVERVIEW_FAILED} error={remaining.error} onRetry={() => remaining.refetch()} />
      ) : (
        <DataTable
          label="Preostalo po C4"
          columns={columns}
          rows={remaining.data ?? []}
          rowKey={(row) => String(row.ulaz_stavka_id)}
          loading={remaining.isPending}
          skeletonRows={3}
          pageSize={PAGE_ROWS}
          emptyText="Nema preostalih količina."
        />
      )}
    </Panel>
  )
}
