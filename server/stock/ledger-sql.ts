import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Flag } from '#server/db/schema.ts'

// How rows of the ledger and its queues are told apart in SQL.

/** Stands in place of a lot where none covers: a shortage is a row of `razduzenje` like a draw (decisions §1). */
export const NO_LOT = 0

/** Stands for the last day of a lot that exports get nothing of: other documents name all of it. */
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

/** Selects the lines that name a lot, with their days: of other discharges, and of exports that direct draws (customs §4.3). */
export const namedOf = (lot: RawBuilder<number>): RawBuilder<unknown> => sql`(
  select o.datum, o.kolicina from ostalo_razduzenje_stavka o where o.ulaz_stavka_id = ${lot}
  union all select u.datum, u.kolicina from razduzenje u where u.c4_stavka_id = ${lot} and u.usmereno = 1)`

/** The day of change-over of a lot `l` of a `c4`, where something of it had left before (customs §3.13). */
export const danPrelaska = sql<CalendarDate | null>`case when l.vec_razduzeno is not null then c4.dan_prelaska end`

// A queue per authorisation (customs §4.5): where the setting is on, exports of an authorisation discharge the lots of its
// imports alone, and those without one the lots without one, which is queue 0. Where it is off all stand in queue 0.

/** Whether each authorisation has a queue of its own. */
export const PO_REDU = sql<Flag>`coalesce((select red_po_odobrenju from podesavanja), 0)`

/**
 * All queues, as `q.red`. PostgreSQL expects few rows of an array, but hundreds of a table that it has not analysed
 * yet, and would then read all lots.
 */
export function queues({ name }: Engine): RawBuilder<unknown> {
  const own = sql`select id from odobrenje where exists (select 1 from podesavanja where red_po_odobrenju = 1)`
  return sql`(select 0 as red union all ${name === 'postgres' ? sql`select unnest(array(${own}))` : own}) q`
}

/** The queue of an export whose id `c1_id` says; read where a shortage stands, which has no lot to say it. */
export const redOfC1 = (c1_id: RawBuilder<unknown>): RawBuilder<number> => sql`
  case when ${PO_REDU} = 1 then coalesce((select odobrenje_id from c1 where id = ${c1_id}), 0) else 0 end`

/**
 * The id of the first open lot of a queue. Lots are consumed in order (decisions §1): of all that are open, exports have
 * drawn from this one at most.
 */
export const firstOpen = (
  materijal_id: RawBuilder<unknown>,
  red: RawBuilder<unknown>,
  columns = sql`o.id`,
): RawBuilder<unknown> => sql`(
  select ${columns} from c4_stavka o where o.materijal_id = ${materijal_id} and o.red = ${red} and o.utrosen is null
  order by o.datum, o.c4_id, o.id limit 1)`

/** Joins the first open lot of each queue as `l`. PostgreSQL would read all lots to join one by its id. */
export const joinFirstOpen = ({ name }: Engine, materijal_id: RawBuilder<unknown>): RawBuilder<unknown> =>
  name === 'postgres'
    ? sql`cross join lateral ${firstOpen(materijal_id, sql`q.red`, sql`o.*`)} l`
    : sql`join c4_stavka l on l.id = ${firstOpen(materijal_id, sql`q.red`)}`

/** Names the queue of a material; of queue 0 by the material alone. */
export const queueKey = ({ materijal_id, red }: { readonly materijal_id: string; readonly red: number }): string =>
  red === 0 ? materijal_id : `${materijal_id}\n${red}`
