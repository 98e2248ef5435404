import { createContext, type ReactNode, use, useMemo } from 'react'
import type { C4Document, C4Stavka } from '#contract/c4.ts'
import { NO_QUANTITY } from '#domain/decimal.ts'
import { Quantity } from '#web/ui/number.tsx'

/** The lots of the document in the form as they are stored, by ID. */
const StoredLots = createContext<ReadonlyMap<number, C4Stavka>>(new Map())

/** Lets the lines of a form say how far they are discharged. */
export function StoredLotsOf({ stored, children }: { stored: C4Document | null; children: ReactNode }) {
  const lots = useMemo(() => new Map(stored?.stavke.map((stavka) => [stavka.id, stavka])), [stored])
  return <StoredLots value={lots}>{children}</StoredLots>
}

/** Under a stored line: how much of it went out. Its quantity cannot fall below that (decisions §1). */
export function Discharged({ id }: { id: number }) {
  const lot = use(StoredLots).get(id)
  if (!lot) return null
  const { kolicina_razduzena, kolicina, jedinica_mere } = lot
  if (kolicina_razduzena === NO_QUANTITY) return <span className="text-ink-3">nije razduženo</span>
  return (
    <span className="text-ink-2">
      razduženo <Quantity value={kolicina_razduzena} /> od <Quantity value={kolicina} unit={jedinica_mere} />
    </span>
  )
}
