import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { engineOf, insertion } from '#server/db/engine.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'

// The trail is a chain: `pecat` has for each entry a hash over the entry and the hash of the one sealed before it.
// Saves pay nothing for it: entries are sealed after them, within a second.

export type Entry = Selectable<Schema['dnevnik']>
export type Seal = Schema['pecat']

const EVERY_MS = 1_000
/** The limits of one transaction, in entries and in bytes of their texts: some milliseconds, for which others wait. */
const BATCH_ENTRIES = 250
export const BATCH_BYTES = 1024 * 1024
/** Others get most of the time, even when there is much to seal. */
const REST_TIMES = 3
/**
 * PostgreSQL gives an entry its id before its transaction commits, so it may appear behind others that are sealed
 * already. At intervals this many ids are searched for such entries.
 */
const LATE_IDS = 10_000
const LATE_EVERY_MS = 30_000
/**
 * No save takes this long. An entry that appears later with an older moment does not come from the program, and is not
 * sealed.
 */
export const LATE_MS = 3_600_000
/** The instance with this lock of PostgreSQL seals; the number is nobody else's. */
const LOCK = 7_342_001
/** The start of the chain, before the first entry. */
const NOTHING = { redni: 0, otisak: '' }

const sha256 = (text: string) => hash('sha256', text, 'hex')

/**
 * The seal of an entry behind one with the hash `before`: SHA-256, in hexadecimal, of a JSON list of that hash and all
 * columns of the entry in the order of their table, the two long ones as their own SHA-256. It is the same on every
 * engine. The content of `pomereno` follows from the entry (server/verify/verify-trail.ts).
 */
export const otisakOf = (before: string, entry: Entry): string => {
  const { id, vreme, korisnik_id, korisnik, radnja, vrsta, predmet, opis, sazetak, trazi, pre, posle } = entry
  const long = [pre, posle].map((text) => (text === null ? null : sha256(text)))
  return sha256(
    JSON.stringify([before, id, vreme, korisnik_id, korisnik, radnja, vrsta, predmet, opis, sazetak, trazi, ...long]),
  )
}

/** The newest entry that is sealed, 0 without any. */
const HIGHEST = sql<number>`(select coalesce(max(dnevnik_id), 0) from pecat)`

/** The oldest entries behind all that are sealed, as many as one transaction takes. */
const newEntries = statement<Entry, []>(
  () => sql`
    select d.* from (
      select id, sum(coalesce(octet_length(pre), 0) + coalesce(octet_length(posle), 0)) over (order by id)
        - coalesce(octet_length(pre), 0) - coalesce(octet_length(posle), 0) as bytes
      from (select id, pre, posle from dnevnik where id > ${HIGHEST} order by id limit ${sql.lit(BATCH_ENTRIES)}) n
    ) few join dnevnik d on d.id = few.id where few.bytes < ${sql.lit(BATCH_BYTES)} order by d.id`,
)

/** Entries that came up behind others that are sealed. */
const lateEntries = statement<Entry, []>(
  () => sql`
    select d.* from dnevnik d where d.id < ${HIGHEST} and d.id > ${HIGHEST} - ${sql.lit(LATE_IDS)}
      and not exists (select 1 from pecat where dnevnik_id = d.id)
      and d.vreme > (select vreme from dnevnik where id = ${HIGHEST}) - ${sql.lit(LATE_MS)}
    order by d.id limit ${sql.lit(BATCH_ENTRIES)}`,
)

const insertSeals = insertion('pecat', { redni: 'int', dnevnik_id: 'int', otisak: 'text' })

/** The newest seal; that of no entry, with number 0, where there is none. */
export async function newestSeal(db: Db): Promise<Pick<Seal, 'redni' | 'otisak'>> {
  const seal = db.selectFrom('pecat').select(['redni', 'otisak']).orderBy('redni', 'desc').limit(1)
  return (await seal.executeTakeFirst()) ?? NOTHING
}

/** Seals some unsealed entries and answers their number: 0 if another instance seals. */
async function sealSome(tx: Tx, entriesOf: (db: Db) => Promise<Entry[]>): Promise<number> {
  const engine = engineOf(tx)
  if (engine.name === 'postgres') {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(tx)
    if (!rows[0]?.mine) return 0
  }
  let { redni, otisak } = await newestSeal(tx)
  const seals: Seal[] = []
  for (const entry of await entriesOf(tx)) {
    otisak = otisakOf(otisak, entry)
    seals.push({ redni: ++redni, dnevnik_id: entry.id, otisak })
  }
  await engine.write(tx, [insertSeals(seals)])
  return seals.length
}

/** The newest entry there is, 0 without any. */
const NEWEST = sql<number>`(select coalesce(max(id), 0) from dnevnik)`

async function idOf(db: Db, id: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ id: number }>`select ${id} as id`.execute(db)
  return rows[0]?.id ?? 0
}

/**
 * Seals all entries, and with `late` those that appeared late; lets others go on in between. Entries that are written
 * meanwhile wait for the next call: sealing each save at once would cost it a second commit.
 */
export async function sealAll(store: Store, late = true): Promise<void> {
  if (late) await store.transact((tx) => sealSome(tx, lateEntries))
  const newest = await idOf(store.readBeforeWrite(), NEWEST)
  while ((await idOf(store.readBeforeWrite(), HIGHEST)) < newest) {
    const started = performance.now()
    if ((await store.transact((tx) => sealSome(tx, newEntries))) === 0) return
    await sleep((performance.now() - started) * REST_TIMES)
  }
}

/**
 * Seals the trail from now on, every second, if there is something new. Answers the function that ends it, which first
 * seals the rest.
 */
export function keepSealed(store: Store): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY
  let failing = false
  let running = Promise.resolve()
  let timer: NodeJS.Timeout

  async function turn() {
    const late = performance.now() - lookedAt > LATE_EVERY_MS
    try {
      await sealAll(store, late)
      if (late) lookedAt = performance.now()
      failing = false
    } catch (error) {
      // It is logged once: an outage of the database lasts for many turns.
      if (!failing) console.error(`Dnevnik se trenutno ne pečati: ${(error as Error).message}`)
      failing = true
    }
  }
  const next = () => {
    timer = setTimeout(() => {
      running = turn()
      void running.then(next)
    }, EVERY_MS).unref()
  }
  next()
  return async () => {
    clearTimeout(timer)
    await running
    clearTimeout(timer)
    await turn()
  }
}
