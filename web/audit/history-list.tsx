import type { ReactNode } from 'react'
import type { AuditRow } from '#contract/audit.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { dayText } from './entry-words.ts'
import { HistoryEntry } from './history-entry.tsx'

const SKELETON_ROWS = 6

export type HistoryListProps = {
  /** Newest first; undefined while they are read. */
  rows: readonly AuditRow[] | undefined
  emptyText: string
  /** The level of the days among the headings around them. */
  heading: 'h2' | 'h3'
  action?: (row: AuditRow) => ReactNode
}

/** Changes under the days on which they were made. */
export function HistoryList({ rows, emptyText, heading: Heading, action }: HistoryListProps) {
  if (!rows) return <Loading />
  if (rows.length === 0) return <EmptyState text={emptyText} />
  const days = Map.groupBy(rows, ({ dan }) => dan)
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={dayText(day)}>
      <Heading className="sticky top-(--sticky-top) z-1 border-line border-y bg-band px-4 py-1.5 font-medium text-ink-2 text-sm">
        {dayText(day)}
      </Heading>
      <ul>
        {ofDay.map((row) => (
          <HistoryEntry key={row.id} row={row} action={action?.(row)} />
        ))}
      </ul>
    </section>
  ))
}

const Loading = () => (
  <div aria-busy className="flex flex-col gap-5 px-4 py-5">
    <span className="sr-only">Učitavanje...</span>
    {Array.from({ length: SKELETON_ROWS }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows without a content
      <Skeleton key={row} className={row % 2 ? 'w-2/5' : 'w-3/5'} />
    ))}
  </div>
)
