import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'

/** What stands in place of a lot where none covers: a shortage is a row of `razduzenje` like a draw (decisions §1). */
export const NO_LOT = 0

/** Stands for the day on which a lot ended of which exports get nothing: all of it is named by other documents. */
export const NEVER_DRAWN = '' as CalendarDate

/**
 * That a row `r` is a shortage; a requirement of nothing has a row of no lot too. The number is written out, so that
 * both engines use the indexes that hold these rows alone.
 */
export const isShortage = sql<SqlBool>`r.c4_stavka_id = ${sql.lit(NO_LOT)} and r.kolicina > 0`

/**
 * That a row `r` was found by FIFO and not directed. Said so, since PostgreSQL takes equality for rare in a table that it
 * has not looked at yet, and then reads all draws to find these.
 */
export const isFound = sql<SqlBool>`r.usmereno <> 1`

/** What names a lot, each with its day: lines of other discharges, and of exports that direct their draws (customs §4.3). */
export const namedOf = (lot: RawBuilder<number>): RawBuilder<unknown> => sql`(
  select o.datum, o.kolicina from ostalo_razduzenje_stavka o where o.ulaz_stavka_id = ${lot}
  union all select u.datum, u.kolicina from razduzenje u where u.c4_stavka_id = ${lot} and u.usmereno = 1)`

/** The day of change-over of a lot `l` of a `c4`, where something of it had left before (customs §3.13). */
export const danPrelaska = sql<CalendarDate | null>`case when l.vec_razduzeno is not null then c4.dan_prelaska end`
