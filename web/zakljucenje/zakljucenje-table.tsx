import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CLOSING_PAGE_ROWS } from '#contract/limits.ts'
import { type Zakljucenje, zakljucenjeEndpoints } from '#contract/zakljucenje.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { read } from '#web/queries.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { localDay, localTime } from '#web/ui/local-time.ts'
import { Pager } from '#web/ui/pager.tsx'

/** Every period that was closed, the newest first, with who closed it, and who opened it again and why. */
export function ZakljucenjeTable() {
  const [page, setPage] = useState(1)
  const list = useQuery(read(zakljucenjeEndpoints.getZakljucenje, { query: { page, limit: CLOSING_PAGE_ROWS } }))
  const { results = [], total = 0 } = list.data ?? {}
  if (list.isError && !list.data)
    return <LoadError text="Greška pri učitavanju zaključavanja" error={list.error} onRetry={() => list.refetch()} />
  return (
    <div className="overflow-clip rounded-panel border border-line [--sticky-top:0px]">
      <DataTable
        label="Zaključavanja"
        columns={COLUMNS}
        rows={results}
        rowKey={({ id }) => String(id)}
        loading={list.isPending}
        skeletonRows={3}
        emptyText="Još ništa nije zaključavano."
        footer={
          total > CLOSING_PAGE_ROWS && (
            <Pager page={page} totalPages={list.data?.totalPages ?? 1} onPage={setPage} of="zaključavanja" />
          )
        }
      />
    </div>
  )
}

/** Who, when and why, each under the other. */
const Deed = ({ who, when, why }: { who: string; when: number; why: string | null }) => (
  <div className="min-w-0">
    <div className="truncate" title={who}>
      {who}
    </div>
    <div className="num text-ink-3 text-sm">{`${formatDate(localDay(when))} ${localTime(when)}`}</div>
    {why && <div className="wrap-anywhere text-ink-2 text-sm">{why}</div>}
  </div>
)

const COLUMNS: readonly Column<Zakljucenje>[] = [
  {
    id: 'do_dana',
    header: 'Do dana',
    width: '7rem',
    card: 'title',
    cell: ({ do_dana, otkljucano }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <DateText value={do_dana} />
        {otkljucano === null ? <Badge tone="good">zaključano</Badge> : <Badge>otključano</Badge>}
      </span>
    ),
  },
  {
    id: 'zakljucio',
    header: 'Zaključao',
    wrap: true,
    card: 'second',
    cell: ({ korisnik, vreme, razlog }) => <Deed who={korisnik} when={vreme} why={razlog} />,
  },
  {
    id: 'otkljucao',
    header: 'Otključao',
    wrap: true,
    cell: ({ otkljucao, otkljucano, razlog_otkljucavanja }) =>
      otkljucao !== null && otkljucano !== null ? (
        <Deed who={otkljucao} when={otkljucano} why={razlog_otkljucavanja} />
      ) : null,
  },
]
