import { TriangleAlert } from 'lucide-react'

/** Beside the number of an export in a table: some of its material is not covered by any import (decisions §1). */
export const ShortageMark = () => (
  <span title="Manjak: deo materijala nije pokriven uvozom" className="text-bad">
    <TriangleAlert className="size-4" aria-hidden />
    <span className="sr-only">manjak</span>
  </span>
)
