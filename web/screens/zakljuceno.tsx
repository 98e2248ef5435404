import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { OPEN_FIELDS, zakljucenjeEndpoints } from '#contract/zakljucenje.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { read } from '#web/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'

// One call for all marks of a screen; closing or opening a period has it read again.
const NEWEST = read(zakljucenjeEndpoints.getZakljucenje, { query: { limit: 1 } })
const FRESH_MS = 5 * 60 * 1000

/** The last closed day of the books; null where no period is closed, and until it is known. */
export const useZakljucenoDo = (): CalendarDate | null =>
  useQuery({ ...NEWEST, staleTime: FRESH_MS }).data?.zakljuceno_do ?? null

/** The last closed day where this one lies in the closed period; else null. */
export function useClosed(datum: CalendarDate | null | undefined): CalendarDate | null {
  const zakljuceno_do = useZakljucenoDo()
  return datum && zakljuceno_do && datum <= zakljuceno_do ? zakljuceno_do : null
}

/** Whether a field of a closed document may change all the same. */
export const isOpenField = (name: string): boolean => OPEN_FIELDS.includes(name)

const titleOf = (zakljuceno_do: CalendarDate) => `Zaključano do ${formatDate(zakljuceno_do)}`

/** In a list, beside the day of a closed document. */
export function ClosedSign({ datum }: { datum: CalendarDate }) {
  const closed = useClosed(datum)
  if (!closed) return null
  return (
    <span role="img" aria-label="Zaključano" title={titleOf(closed)} className="ml-1 inline-flex text-ink-3">
      <LockKeyhole className="size-3" aria-hidden />
    </span>
  )
}

/** On the page of a closed document, beside its number. */
export function ClosedBadge({ datum }: { datum: CalendarDate }) {
  const closed = useClosed(datum)
  if (!closed) return null
  return (
    <span title={titleOf(closed)} className="inline-flex">
      <Badge>Zaključano</Badge>
    </span>
  )
}

type ClosedNoteProps = { zakljuceno_do: CalendarDate; open: readonly string[]; pdf?: boolean }

/** Above the fields of a closed document; `open` names the fields that may change beside its PDF, if it has one. */
export const ClosedNote = ({ zakljuceno_do, open, pdf = true }: ClosedNoteProps) => (
  <div className="mb-4">
    <Banner tone="info" title={`Period do ${formatDate(zakljuceno_do)} je zaključan.`}>
      Od ovog dokumenta menja se još samo {[...(pdf ? ['PDF'] : []), ...open].join(', ')}.
    </Banner>
  </div>
)
