import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type AuditRow, auditEndpoints } from '#contract/audit.ts'
import { read } from '#web/queries.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EntryChanges } from './entry-changes.tsx'
import { deedOf } from './entry-words.ts'

/** One change as a sentence: when, who, what, its number; it opens to what was before and what is after. */
export function HistoryEntry({ row, action }: { row: AuditRow; action?: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const sentence = <Sentence row={row} />
  const shape = 'flex min-w-0 flex-1 gap-2 px-4 py-2 text-left'
  return (
    <li className="border-line-quiet border-b last:border-b-0">
      <div className="flex items-start hover:bg-hover">
        {row.ima_razlike ? (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            className={`-outline-offset-2 ${shape}`}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight aria-hidden className={`mt-0.5 size-4 flex-none text-ink-3 ${open ? 'rotate-90' : ''}`} />
            {sentence}
          </button>
        ) : (
          <div className={shape}>
            <span aria-hidden className="size-4 flex-none" />
            {sentence}
          </div>
        )}
        {action && <div className="flex-none py-1 pr-3">{action}</div>}
      </div>
      {/* Sticky parts of its tables stay under the day, which sticks above them. */}
      <div
        id={id}
        hidden={!open}
        className="isolate border-line-quiet border-t bg-page px-4 py-4 [--sticky-top:auto] sm:pl-10"
      >
        {open && <OpenEntry row={row} />}
      </div>
    </li>
  )
}

function Sentence({ row }: { row: AuditRow }) {
  const { deed, name } = deedOf(row)
  return (
    <span className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[3rem_minmax(9rem,13rem)_minmax(0,1fr)]">
      <span className="flex gap-2 text-ink-3 text-sm sm:contents sm:text-base">
        <time dateTime={new Date(row.vreme).toISOString()} className="num">
          {row.sat}
        </time>
        <span className="min-w-0 truncate sm:text-ink-2" title={row.korisnik}>
          {row.korisnik}
        </span>
      </span>
      <span className="min-w-0">
        {deed} {name && <strong className="code inline-block max-w-full font-semibold">{name}</strong>}
        {row.sazetak && <span className="block text-ink-3 text-sm">{row.sazetak}</span>}
      </span>
    </span>
  )
}

/** An entry never changes, so it is read once. */
function OpenEntry({ row: { id, predmet } }: { row: AuditRow }) {
  const asked = read(auditEndpoints.getAudit, { params: { id }, query: { predmet } })
  const entry = useQuery({ ...asked, staleTime: Number.POSITIVE_INFINITY })
  if (entry.data) return <EntryChanges entry={entry.data} />
  if (entry.isError)
    return <LoadError text="Greška pri učitavanju izmene" error={entry.error} onRetry={() => entry.refetch()} />
  return <Skeleton className="w-1/2" />
}
