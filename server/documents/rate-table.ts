import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import type { Tx } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import { Refusal } from '#server/refusal.ts'

const NEWEST_RATE = statement<{ kurs: Micro }, [valuta: string, datum: CalendarDate]>(
  () => sql`select kurs from kurs where valuta = ${''} and vazi_od <= ${''} order by vazi_od desc limit 1`,
)

type Dated = { readonly valuta: string; readonly datum: CalendarDate }

/**
 * The rate that a document is saved with: its own while currency and date stay, else the newest of the table not after
 * its day (decisions §2). Refuses a currency without any.
 */
export async function rateFor(
  tx: Tx,
  { valuta, datum }: Dated,
  stored: (Dated & { readonly kurs: Micro }) | null,
): Promise<Micro> {
  if (stored && stored.valuta === valuta && stored.datum === datum) return stored.kurs
  const [newest] = await NEWEST_RATE(tx, valuta, datum)
  if (newest) return newest.kurs
  const message = `Za valutu ${valuta} nema kursa.`
  throw new Refusal('invalid', message, [{ field: 'valuta', message }])
}
