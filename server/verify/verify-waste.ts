import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { add, formatMicro, type Micro, NO_QUANTITY } from '#domain/decimal.ts'
import { type DatedWaste, firstOverdrawn, leastLeft } from '#domain/waste-balance.ts'
import type { Db } from '#server/db/schema.ts'
import { wasteOfExports } from '#server/stock/waste-balance.ts'
import { Difference } from './difference.ts'

/**
 * Holds what became of waste against what exports gave of it: of no material and on no day is there less than nothing
 * (customs §3, `otpad_raspored`). Exports are read in portions, and of a material a sum for each day is kept. Throws the
 * first Difference.
 */
export async function verifyWaste(db: Db): Promise<void> {
  const disposed = await db
    .selectFrom('otpad_raspored')
    .select(['materijal_id', 'datum', 'vrsta', 'kolicina'])
    .orderBy('materijal_id')
    .execute()
  const movesOf = Map.groupBy(disposed, ({ materijal_id }) => materijal_id)
  if (movesOf.size === 0) return
  const came = new Map([...movesOf.keys()].map((id) => [id, new Map<CalendarDate, Micro>()]))
  // Of all exports: to look for those of some materials would take longer than to read the others.
  for await (const draws of wasteOfExports(db, null))
    for (const { materijal_id, datum, kolicina } of draws) {
      const days = came.get(materijal_id)
      days?.set(datum, add(days.get(datum) ?? NO_QUANTITY, kolicina))
    }
  for (const [id, gone] of movesOf) {
    const days = [...(came.get(id) ?? [])].map(([datum, kolicina]): DatedWaste => ({ datum, kolicina, vrsta: null }))
    const moves = [...days, ...gone]
    if (leastLeft(moves) >= 0) continue
    const { datum, nastalo, rasporedjeno } = firstOverdrawn(moves) as NonNullable<ReturnType<typeof firstOverdrawn>>
    const [has, had] = [rasporedjeno, nastalo].map((value) => formatMicro(value))
    throw new Difference(`Otpad materijala ${id} do ${formatDate(datum)}: raspoređeno je ${has}, a nastalo ${had}.`)
  }
}
