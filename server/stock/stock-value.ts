import { sql } from 'kysely'
import { add, type Micro, nearSum, type Para, subtract } from '#domain/decimal.ts'
import type { Db } from '#server/db/schema.ts'
import { integerOf } from './exact-sums.ts'

export type ValuedMaterial = {
  materijal_id: string
  naziv: string
  jedinica_mere: string
  totalQuantity: Micro
  /** In lots: `totalQuantity` plus the shortages of exports, which take nothing from the value. */
  preostalo: Micro
  vrednost_rsd: Para
}

/** The number of materials, of those below zero, of exports with a shortage, and the value of all that remains. */
export async function stockTotals(
  db: Db,
): Promise<{ materijala: number; ispod_nule: number; sa_manjkom: number; vrednost_rsd: Para }> {
  const rows = await db.selectFrom('stanje').select(['total_input', 'total_consumed', 'manjak', 'vrednost']).execute()
  return {
    materijala: rows.length,
    ispod_nule: rows.filter(({ total_input, total_consumed }) => total_consumed > total_input).length,
    sa_manjkom: rows.filter(({ manjak }) => manjak > 0).length,
    vrednost_rsd: nearSum(rows.map(({ vrednost }) => integerOf<Para>(vrednost))),
  }
}

/** The materials with the most value in stock, the most valuable first; those without any are left out. */
export async function mostValuable(db: Db, limit: number): Promise<ValuedMaterial[]> {
  // Integers written without leading zeros: the longer is the larger; of equal length, the later in byte order.
  const rows = await db
    .selectFrom('stanje')
    .innerJoin('materijal', 'materijal.id', 'materijal_id')
    .select(['materijal_id', 'naziv', 'jedinica_mere', 'total_input', 'total_consumed', 'vrednost', 'manjak'])
    .where('vrednost', '<>', '0')
    .orderBy(sql`length(vrednost)`, 'desc')
    .orderBy('vrednost', 'desc')
    .orderBy('materijal_id')
    .limit(limit)
    .execute()
  return rows.map(({ total_input, total_consumed, manjak, vrednost, ...row }) => {
    const totalQuantity = subtract(total_input, total_consumed)
    const preostalo = add(totalQuantity, manjak)
    return { ...row, totalQuantity, preostalo, vrednost_rsd: integerOf<Para>(vrednost) }
  })
}
