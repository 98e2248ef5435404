import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Flag } from '#server/db/schema.ts'

// How rows of the ledger and its queues are told apart in SQL.

/** Stands in place of a lot where no lot covers: a shortage is a row of `razduzenje` like a draw (decisions §1). */
export const NO_LOT = 0

/** The last day of a lot that exports can take nothing of: other documents name all of it. */
export const NEVER_DRAWN = '' as CalendarDate

/**
 * True if a row `r` is a shortage; a requirement of nothing has a row of no lot too. The number is written out, so that
 * both engines use the indexes that hold these rows alone.
 */
export const isShortage = sql<SqlBool>`r.c4_stavka_id = ${sql.lit(NO_LOT)} and r.kolicina > 0`

/**
 * True if FIFO found a row `r`, and no export directed it. It is not written as an equality: PostgreSQL takes equality
 * for rare in a table that it has not analysed yet, and then reads all draws.
 */
export const isFound = sql<SqlBool>`r.usmereno <> 1`

/** Selects the lines that name a lot, with their days: of other discharges, and of exports that direct draws (customs §4.3). */
export const namedOf = (lot: RawBuilder<number>): RawBuilder<unknown> => sql`(
  select o.datum, o.kolicina from ostalo_razduzenje_stavka o where o.ulaz_stavka_id = ${lot}
  union all select u.datum, u.kolicina from razduzenje u where u.c4_stavka_id = ${lot} and u.usmereno = 1)`

/** The day of change-over of a lot `l` of a `c4`, if some of it had left before (customs §3.13). */
export const danPrelaska = sql<CalendarDate | null>`case when l.vec_razduzeno is not null then c4.dan_prelaska end`

// A queue per authorisation (customs §4.5). With the setting on, exports of an authorisation discharge only the lots of
// its imports, and exports without one only the lots without one (queue 0). With it off, all stand in queue 0.

/** True if each authorisation has a queue of its own. */
export const PO_REDU = sql<Flag>`coalesce((select red_po_odobrenju from podesavanja), 0)`

/**
 * All queues, as `q.red`. They are read as an array: PostgreSQL expects few rows of an array, but hundreds of a table
 * that it has not analysed yet, and would then read all lots.
 */
export function queues({ name }: Engine): RawBuilder<unknown> {
  const own = sql`select id from odobrenje where exists (select 1 from podesavanja where red_po_odobrenju = 1)`
  return sql`(select 0 as red union all ${name === 'postgres' ? sql`select unnest(array(${own}))` : own}) q`
}

/** The queue of an export whose id `c1_id` says. A shortage needs it: it has no lot that says the queue. */
export const redOfC1 = (c1_id: RawBuilder<unknown>): RawBuilder<number> => sql`
  case when ${PO_REDU} = 1 then coalesce((select odobrenje_id from c1 where id = ${c1_id}), 0) else 0 end`

/**
 * The id of the first open lot of a queue. Lots are consumed in order (decisions §1), so it is the only open lot from
 * which exports may have drawn.
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
