import { sql } from 'kysely'
import { compareLots, type Position } from '#domain/fifo.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { type Ledger, LOT, type PricedLot } from './open-ledger.ts'
import { PO_REDU, queueKey } from './queues.ts'

// The setting of the queues changes (customs §4.5): every material of an authorisation's document is discharged anew from
// its first export on, each lot and each requirement in the queue that it belongs to now.

/** Before everything that stands in the queue of a material. */
export const FROM_THE_START = { datum: '', c1_id: 0, c1_stavka_id: 0 } as unknown as Position

/** The materials of which a lot or an export stands in another queue when each authorisation has one of its own. */
export async function materialsInQueues(db: Db): Promise<string[]> {
  const { rows } = await sql<{ materijal_id: string }>`
    select l.materijal_id from c4 join c4_stavka l on l.c4_id = c4.id where c4.odobrenje_id is not null
    union
    select r.materijal_id from c1 join c1_stavka i on i.c1_id = c1.id join razduzenje r on r.c1_stavka_id = i.id
    where c1.odobrenje_id is not null`.execute(db)
  return rows.map(({ materijal_id }) => materijal_id)
}

/**
 * Puts what `release` gave back of these materials, from their first exports on, into the queues of the ledger: what was
 * released, and all of their open lots, which stand in `returned` from then on.
 */
export async function intoQueues(ledger: Ledger, materials: readonly string[]): Promise<void> {
  const { tx, engine, released, returned, poRedu } = ledger
  const exports = new Set<number>()
  for (const id of materials) for (const { c1_id } of released.get(id) ?? []) exports.add(c1_id)
  const c1 = poRedu ? await odobrenjaOf(tx, 'c1', [...exports]) : new Map<number, number>()
  for (const id of materials) {
    const rows = released.get(id) ?? []
    released.set(
      id,
      rows.map((row) => ({ ...row, red: c1.get(row.c1_id) ?? 0 })),
    )
  }
  const { rows: open } = await sql<PricedLot>`
    select ${LOT} from c4_stavka l where l.utrosen is null and l.materijal_id in ${engine.list(materials)}`.execute(tx)
  for (const lot of open) if (!returned.has(lot.id)) returned.set(lot.id, { ...lot, upisano: lot.preostalo })
  const c4 = poRedu
    ? await odobrenjaOf(tx, 'c4', [...new Set([...returned.values()].map(({ c4_id }) => c4_id))])
    : new Map<number, number>()
  for (const [id, lot] of returned) returned.set(id, { ...lot, red: c4.get(lot.c4_id) ?? 0 })
}

/** The lots of `returned`, which are all that their queues have, queue by queue in FIFO order. */
export function requeuedLots({ returned }: Ledger): Map<string, PricedLot[]> {
  const queues = Map.groupBy(returned.values(), queueKey)
  for (const lots of queues.values()) lots.sort(compareLots)
  return queues
}

/** The authorisations of these documents, by their ids; of those that have one. */
async function odobrenjaOf(tx: Tx, table: 'c1' | 'c4', ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; odobrenje_id: number }>`
    select id, odobrenje_id from ${sql.table(table)}
    where odobrenje_id is not null and id in ${engineOf(tx).list(ids)}`.execute(tx)
  return new Map(rows.map(({ id, odobrenje_id }) => [id, odobrenje_id]))
}

/** Lots that are written at once. */
const LOTS_AT_ONCE = 5_000

/** Writes the queues of the stored setting into the lots. */
export async function writeQueues(tx: Tx): Promise<void> {
  const red = sql`case when ${PO_REDU} = 1 then coalesce(
    (select odobrenje_id from c4 where c4.id = c4_stavka.c4_id), 0) else 0 end`
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from c4_stavka`.execute(tx)
  for (let from = 0; from < (rows[0]?.last ?? 0); from += LOTS_AT_ONCE)
    await sql`
      update c4_stavka set red = ${red}
      where id > ${from} and id <= ${from + LOTS_AT_ONCE} and red <> ${red}`.execute(tx)
}
