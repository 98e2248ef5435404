import { sql } from 'kysely'
import { type Atto, add, type Micro, type Para, subtract, valueToPara } from '#domain/decimal.ts'
import type { Db } from '#server/db/schema.ts'
import { sumAtto } from './exact-sums.ts'

export type ValuedMaterial = {
  materijal_id: string
  naziv: string
  jedinica_mere: string
  totalQuantity: Micro
  /** In its lots: `totalQuantity` and what its exports lack, for which nothing is taken from the value. */
  preostalo: Micro
  vrednost: Atto
  vrednost_rsd: Para
}

/** How many materials there are, how many are below zero, of how many exports lack some, and what all that remains is worth, exact in 10^-18 RSD. */
export async function stockTotals(
  db: Db,
): Promise<{ materijala: number; ispod_nule: number; sa_manjkom: number; vrednost: Atto }> {
  const rows = await db.selectFrom('stanje').select(['total_input', 'total_consumed', 'manjak', 'vrednost']).execute()
  return {
    materijala: rows.length,
    ispod_nule: rows.filter(({ total_input, total_consumed }) => total_consumed > total_input).length,
    sa_manjkom: rows.filter(({ manjak }) => manjak > 0).length,
    vrednost: sumAtto(rows.map(({ vrednost }) => BigInt(vrednost) as Atto)),
  }
}

/** The materials of which the most value remains, the most valuable first; those without any are left out. */
export async function mostValuable(db: Db, limit: number): Promise<ValuedMaterial[]> {
  // Whole numbers written without leading zeros: the longer is the larger, of equal length the later in byte order.
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
  return rows.map(({ total_input, total_consumed, manjak, ...row }) => {
    const vrednost = BigInt(row.vrednost) as Atto
    const totalQuantity = subtract(total_input, total_consumed)
    const preostalo = add(totalQuantity, manjak)
    return { ...row, totalQuantity, preostalo, vrednost, vrednost_rsd: valueToPara(vrednost) }
  })
}
