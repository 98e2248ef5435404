import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Para } from '#domain/decimal.ts'
import type { Db } from '#server/db/open.ts'
import { integerOf } from '#server/stock/exact-sums.ts'

export type Period = { readonly datum_od?: CalendarDate | undefined; readonly datum_do?: CalendarDate | undefined }

/** SQL that says whether a column lies in the period; an absent bound is none. */
export function within({ datum_od, datum_do }: Period, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const bounds = [
    ...(datum_od ? [sql`${column} >= ${datum_od}`] : []),
    ...(datum_do ? [sql`${column} <= ${datum_do}`] : []),
  ]
  return bounds.length ? sql.join(bounds, sql` and `) : sql`1 = 1`
}

/** How many documents of each kind are dated in the period and what all of them are worth in RSD. */
export async function documentTotals(db: Db, period: Period): Promise<{ c4: number; c1: number; vrednost_rsd: Para }> {
  const totals = (table: 'c4' | 'c1') => sql`
    select count(*) as broj, coalesce(sum(vrednost_rsd), 0) as vrednost
    from ${sql.table(table)} where ${within(period, sql`datum`)}`
  const { rows } = await sql<{ c4: number; c1: number; vrednost: string }>`
    select c4.broj as c4, c1.broj as c1, cast(c4.vrednost + c1.vrednost as text) as vrednost
    from (${totals('c4')}) c4 cross join (${totals('c1')}) c1`.execute(db)
  const [row] = rows
  return { c4: row?.c4 ?? 0, c1: row?.c1 ?? 0, vrednost_rsd: integerOf<Para>(row?.vrednost ?? '0') }
}
