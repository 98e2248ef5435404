import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#domain/fifo.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { type Ledger, openLedger, release } from './ledger.ts'
import { PO_REDU } from './ledger-sql.ts'

// A change of the setting of the queues (customs §4.5) discharges every material of an authorisation's document again,
// from its first export on, with each lot and each requirement in its new queue.

/** Before everything that stands in the queue of a material. */
const FROM_THE_START = { datum: '', c1_id: 0, c1_stavka_id: 0 } as unknown as Position

/** Releases everything that the setting can move, from its old queue. Call it before the setting is stored. */
export async function releaseQueues(tx: Tx): Promise<Ledger> {
  const materials = await materialsInQueues(tx)
  const ledger = await openLedger(tx, materials)
  await release(ledger, new Map(materials.map((materijal_id) => [materijal_id, FROM_THE_START])))
  return ledger
}

/** The materials with a lot or an export under an authorisation: the setting moves these to another queue. */
async function materialsInQueues(db: Db): Promise<string[]> {
  const { rows } = await sql<{ materijal_id: string }>`
    select l.materijal_id from c4 join c4_stavka l on l.c4_id = c4.id where c4.odobrenje_id is not null
    union
    select r.materijal_id from c1 join c1_stavka i on i.c1_id = c1.id join razduzenje r on r.c1_stavka_id = i.id
    where c1.odobrenje_id is not null`.execute(db)
  return rows.map(({ materijal_id }) => materijal_id)
}

/** Puts released requirements and all stored lots into the queues of the setting. Call it when the setting is stored. */
export async function intoQueues({ tx, materials }: Ledger): Promise<void> {
  await writeQueues(tx)
  const books = [...materials.values()]
  const exports = new Set(books.flatMap(({ needs }) => (needs ?? []).map(({ c1_id }) => c1_id)))
  const ofExports = sql`select id, case when ${PO_REDU} = 1 then coalesce(odobrenje_id, 0) else 0 end as red from c1`
  const redOfExport = await queuesById(tx, ofExports, [...exports])
  const lots = books.flatMap((book) => [...book.lots.keys()])
  const redOfLot = await queuesById(tx, sql`select id, red from c4_stavka`, lots)
  for (const book of books) {
    book.oldest = null
    book.needs = book.needs?.map((need) => ({ ...need, red: redOfExport.get(need.c1_id) ?? 0 })) ?? null
    for (const [id, lot] of book.lots) book.lots.set(id, { ...lot, red: redOfLot.get(id) ?? 0 })
  }
}

/** The queues of the rows that `select` reads, by these ids. */
async function queuesById(tx: Tx, select: RawBuilder<unknown>, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; red: number }>`${select} where id in ${engineOf(tx).list(ids)}`.execute(tx)
  return new Map(rows.map(({ id, red }) => [id, red]))
}

/** Writes the queues of the stored setting into the lots. */
async function writeQueues(tx: Tx): Promise<void> {
  const red = sql`case when ${PO_REDU} = 1 then coalesce(
    (select odobrenje_id from c4 where c4.id = c4_stavka.c4_id), 0) else 0 end`
  await sql`update c4_stavka set red = ${red} where red <> ${red}`.execute(tx)
}
