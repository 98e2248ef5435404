import { Badge } from '#web/ui/badge.tsx'

/** What the export draws has changed since its papers were last given out; 'Preuzmi papire' draws them again. */
export const OutdatedPapers = () => (
  <span title="Razduženje se promenilo otkako su papiri preuzeti" className="inline-flex">
    <Badge tone="warning">papiri zastareli</Badge>
  </span>
)
