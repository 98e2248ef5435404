import { type RawBuilder, sql } from 'kysely'
import type { Micro } from '#domain/decimal.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Db, Flag } from '#server/db/schema.ts'

// A queue per authorisation (customs §4.5): where the setting is on, exports of an authorisation discharge the lots of its
// imports alone, and those without one the lots without one, which is queue 0. Where it is off all stand in queue 0.

/** Whether each authorisation has a queue of its own. */
export const PO_REDU = sql<Flag>`coalesce((select red_po_odobrenju from podesavanja), 0)`

/** The same, asked by itself. */
export async function isPoRedu(db: Db): Promise<boolean> {
  const { rows } = await sql<{ po_redu: Flag }>`select ${PO_REDU} as po_redu`.execute(db)
  return rows[0]?.po_redu === 1
}

/**
 * All queues that there are, as `q.red`. Of an array PostgreSQL expects few rows, of a table that it has not looked at yet
 * hundreds: for so many it would read all lots.
 */
export function queues({ name }: Engine): RawBuilder<unknown> {
  const own = sql`select id from odobrenje where exists (select 1 from podesavanja where red_po_odobrenju = 1)`
  return sql`(select 0 as red union all ${name === 'postgres' ? sql`select unnest(array(${own}))` : own}) q`
}

/** The queue of an export whose id `c1_id` says; read where a shortage stands, which has no lot to say it. */
export const redOfC1 = (c1_id: RawBuilder<unknown>): RawBuilder<number> => sql`
  case when ${PO_REDU} = 1 then coalesce((select odobrenje_id from c1 where id = ${c1_id}), 0) else 0 end`

/** The begun lot of each queue: its material, its id, and what remains of it. */
export const BEGUN: RawBuilder<unknown> = sql`(
  select materijal_id, zapocet_lot as id, zapocet_preostalo as ostalo from stanje where zapocet_lot is not null
  union all
  select materijal_id, id, zapoceto from c4_stavka where zapoceto is not null)`

/** Names the queue of a material; of queue 0 by the material alone. */
export const queueKey = ({ materijal_id, red }: { readonly materijal_id: string; readonly red: number }): string =>
  red === 0 ? materijal_id : `${materijal_id}\n${red}`

/** What `zapoceto` is of a lot of which so much remains. */
export const zapocetoOf = (red: number, preostalo: Micro, capacity: Micro): Micro | null =>
  red !== 0 && preostalo > 0 && preostalo < capacity ? preostalo : null
