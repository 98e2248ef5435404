import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'

export type Period = { readonly datum_od?: CalendarDate | undefined; readonly datum_do?: CalendarDate | undefined }

/** Conditions that keep a column of days to the period, both its days included: one for each bound that is given. */
export const bounds = ({ datum_od, datum_do }: Period, column: string): RawBuilder<SqlBool>[] => [
  ...(datum_od ? [sql<SqlBool>`${sql.ref(column)} >= ${datum_od}`] : []),
  ...(datum_do ? [sql<SqlBool>`${sql.ref(column)} <= ${datum_do}`] : []),
]

/** The same as one condition; without bounds it holds for every day. */
export function within(period: Period, column: string): RawBuilder<SqlBool> {
  const named = bounds(period, column)
  return named.length > 0 ? sql.join(named, sql` and `) : sql<SqlBool>`1 = 1`
}
