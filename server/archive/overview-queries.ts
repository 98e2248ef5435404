import { sql } from 'kysely'
import type { Para } from '#domain/decimal.ts'
import { type Period, within } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { integerOf } from '#server/stock/exact-sums.ts'

/** How many documents of each kind are dated in the period and what all of them are worth in RSD. */
export async function periodTotals(db: Db, period: Period): Promise<{ c4: number; c1: number; vrednost_rsd: Para }> {
  const totals = (table: 'c4' | 'c1') => sql`
    select count(*) as broj, coalesce(sum(vrednost_rsd), 0) as vrednost
    from ${sql.table(table)} where ${within(period, 'datum')}`
  const { rows } = await sql<{ c4: number; c1: number; vrednost: string }>`
    select c4.broj as c4, c1.broj as c1, cast(c4.vrednost + c1.vrednost as text) as vrednost
    from (${totals('c4')}) c4 cross join (${totals('c1')}) c1`.execute(db)
  const [row] = rows
  return { c4: row?.c4 ?? 0, c1: row?.c1 ?? 0, vrednost_rsd: integerOf<Para>(row?.vrednost ?? '0') }
}
