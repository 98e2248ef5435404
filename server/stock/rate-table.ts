import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import type { Tx } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'

const NEWEST_RATE = statement<{ kurs: Micro }, [valuta: string, datum: CalendarDate]>(
  () => sql`select kurs from kurs where valuta = ${''} and vazi_od <= ${''} order by vazi_od desc limit 1`,
)

/** The rate of a currency on a day: the newest row not after it. Null for a currency without any. */
export async function findRate(tx: Tx, valuta: string, datum: CalendarDate): Promise<Micro | null> {
  const [row] = await NEWEST_RATE(tx, valuta, datum)
  return row?.kurs ?? null
}
