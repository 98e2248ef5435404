import type { Rate } from '#domain/currency.ts'
import type { Db } from '#server/db/open.ts'

/** Every row of the dated rate table, newest first; of one day, in the order of the currencies (decisions §2). */
export async function loadRates(db: Db): Promise<Rate[]> {
  return db
    .selectFrom('kurs')
    .select(['valuta', 'vazi_od', 'kurs'])
    .orderBy('vazi_od', 'desc')
    .orderBy('valuta')
    .execute()
}
