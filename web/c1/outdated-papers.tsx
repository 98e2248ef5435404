import { FileClock } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'

const WHY = 'Razduženje se promenilo otkako su papiri preuzeti'

/**
 * The mark of an export whose draws have changed since its papers were given out; 'Preuzmi papire' draws them again.
 */
export const OutdatedPapers = () => (
  <span title={WHY} className="inline-flex">
    <Badge tone="warning">papiri zastareli</Badge>
  </span>
)

/** The same where its words have no room: beside a number in the list. */
export const OutdatedPapersSign = () => (
  <span role="img" aria-label="papiri zastareli" title={WHY} className="inline-flex text-warning">
    <FileClock className="size-4" aria-hidden />
  </span>
)

/** The same with its reason, between the head of a form and its invoices. */
export const OutdatedPapersNote = () => (
  <p className="mt-4 flex flex-wrap items-center gap-2 text-ink-2 text-sm">
    <OutdatedPapers />
    {WHY}.
  </p>
)
