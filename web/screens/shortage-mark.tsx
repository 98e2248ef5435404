import { Badge } from '#web/ui/badge.tsx'

/** Beside the number of an export: some of its material is not covered by any import (decisions §1). */
export const ShortageMark = () => (
  <span title="Manjak: deo materijala nije pokriven uvozom" className="inline-flex">
    <Badge tone="bad">manjak</Badge>
  </span>
)
