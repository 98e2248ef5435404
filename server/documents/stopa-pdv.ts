import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { type StopaPdv, stopaPdvOn } from '#domain/stopa-pdv.ts'
import type { Db } from '#server/db/schema.ts'

type Stored = {
  readonly stopa_pdv: Micro | null
  readonly stopa_pdv_od: CalendarDate | null
  readonly ranije_stope_pdv: string
}

/** All rates of tax in the order of their days; the settings hold the newest one and, as JSON, those before it. */
export const stopePdvIn = ({ stopa_pdv, stopa_pdv_od, ranije_stope_pdv }: Stored): StopaPdv[] => [
  ...(JSON.parse(ranije_stope_pdv) as StopaPdv[]),
  { od: stopa_pdv_od, stopa: stopa_pdv },
]

/** The rate of tax on a day; null if none is computed. */
export async function stopaPdv(db: Db, dan: CalendarDate): Promise<Micro | null> {
  const stored = await db
    .selectFrom('podesavanja')
    .select(['stopa_pdv', 'stopa_pdv_od', 'ranije_stope_pdv'])
    .executeTakeFirst()
  return stored ? stopaPdvOn(stopePdvIn(stored), dan) : null
}
