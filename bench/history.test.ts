// How much of the books a save reads, as PostgreSQL counts it: rows and entries of indexes, the same on every machine.
// At the end of long books a save reads as much as at the end of short ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { eachEngine } from '#server/testing.ts'
import { addOdobrenje, c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { exportMeters, importMeters, meterApi, meters, pieces } from '#server/testing-meters.ts'

/** Documents of each kind in the short books and in the long ones. */
const SHORT = 20
const LONG = 200
/** Lines of a document that is read, and documents of each kind with as many beside it. */
const LINES = 100
const MORE = 6
/**
 * Rows that a line may read, in all of its tables and indexes; seen are 57. With full tables read again and again it is
 * 100,000.
 */
const ROWS_A_LINE = 100
/** Seen is 1 at most: an older version of a row, that the one before left in an index. */
const SLACK = 5

/** Rows read by this connection since its last report, which never comes within a transaction. */
async function readIn(db: Db): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::bigint as read
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`.execute(db)
  return rows[0]?.read ?? Number.NaN
}

/** The same store, with all counted that its transactions read. */
function counted(store: Store): { store: Store; meter: { read: number } } {
  const meter = { read: 0 }
  const transact: Store['transact'] = (work, options) =>
    store.transact(async (tx) => {
      const before = await readIn(tx)
      const done = await work(tx)
      meter.read += (await readIn(tx)) - before
      return done
    }, options)
  const readAtOnce: Store['readAtOnce'] = (work) =>
    store.readAtOnce(async (db) => {
      const before = await readIn(db)
      const done = await work(db)
      meter.read += (await readIn(db)) - before
      return done
    })
  return { store: { ...store, readAtOnce, transact }, meter }
}

/** PostgreSQL does so once a minute, and reads otherwise with what it then knows: both books are read as looked at. */
const LOOKED_AT = 'vacuum analyze'
/** Autovacuum, at work meanwhile, would keep `vacuum` from removing old versions of rows, and a save reads those, too. */
const LEFT_ALONE = `
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table %I set (autovacuum_enabled = false)', name);
    end loop;
  end $$`

const dayOf = (i: number) => new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10) as CalendarDate

eachEngine('long books', (engine) => {
  if (engine.name === 'sqlite') return // it counts nothing; both run the same statements

  async function countingApi() {
    const { store, meter } = counted(await engine.open())
    await sql.raw(LEFT_ALONE).execute(store.read)
    const readBy = async (work: () => Promise<unknown>) => {
      meter.read = 0
      await work()
      assert.ok(meter.read > 0, 'nothing was counted')
      return meter.read
    }
    return { api: await meterApi(engine, { store }), store, readBy }
  }

  test('cost a save at their end nothing', async () => {
    const { api, store, readBy } = await countingApi()
    let documents = 0
    const grow = async (to: number) => {
      for (; documents < to; documents++) {
        // A little more comes in than goes out, so that exports draw from lots that are older than they.
        await importMeters(api, `C4-${documents}`, dayOf(documents), 10)
        await exportMeters(api, `C1-${documents}`, dayOf(documents), 10 - (documents % 2))
      }
    }
    const measure = async (name: string) => {
      await sql.raw(LOOKED_AT).execute(store.read)
      const today = dayOf(documents)
      let [c4, c1] = [{ id: 0 }, { id: 0 }]
      return {
        'new C4': await readBy(async () => {
          c4 = await importMeters(api, `C4-${name}`, today, 10)
        }),
        'new C1': await readBy(async () => {
          c1 = await exportMeters(api, `C1-${name}`, today, 9)
        }),
        'C4 with another quantity': await readBy(async () => {
          const { status } = await api.put(`/c4/${c4.id}`, c4Body(`C4-${name}`, today, meters(11)))
          assert.equal(status, 200)
        }),
        'C1 gone': await readBy(async () => assert.equal((await api.delete(`/c1/${c1.id}`)).status, 200)),
        'C4 gone': await readBy(async () => assert.equal((await api.delete(`/c4/${c4.id}`)).status, 200)),
      }
    }
    await grow(SHORT)
    const short = await measure('kratko')
    await grow(LONG)
    const long = await measure('dugo')
    const more = Object.entries(long).filter(([name, read]) => !(read <= short[name as keyof typeof short] + SLACK))
    assert.deepEqual(more, [], JSON.stringify(short))
  })

  test('nor a document, also where PostgreSQL last looked at its tables while they were nearly empty', async () => {
    const { api, store, readBy } = await countingApi()
    await importMeters(api, 'C4-0', dayOf(0), 10)
    await exportMeters(api, 'C1-0', dayOf(0), 2, 3)
    await sql.raw('analyze').execute(store.read)
    const lines = Array<number>(LINES).fill(1)
    const c4Of = (i: number) => c4Body(`C4-${i}`, dayOf(i), meters(...lines))
    const c1Of = (i: number) => c1Body(`C1-${i}`, dayOf(i), pieces(...lines))
    const [c4, c1] = [await stored(api, '/c4', c4Of(1)), await stored(api, '/c1', c1Of(1))]
    for (let i = 2; i < MORE; i++) {
      await stored(api, '/c4', c4Of(i))
      await stored(api, '/c1', c1Of(i))
    }
    const read: [string, number][] = []
    for (const document of [`/c1/${c1.id}`, `/c4/${c4.id}`])
      for (const path of [document, `${document}/razduzenje`, `${document}/files`])
        read.push([path, await readBy(async () => assert.equal((await api.get(path)).status, 200, path))])
    assert.deepEqual(
      read.filter(([, rows]) => rows > LINES * ROWS_A_LINE),
      [],
    )
  })

  test('nor do lots that wait in the queue of another authorisation', async () => {
    const { api, store, readBy } = await countingApi()
    const [theirs, own] = [await addOdobrenje(api, { broj: 'A' }), await addOdobrenje(api, { broj: 'B' })]
    assert.equal((await api.put('/podesavanja', { upozorenje_roka_dana: 30, red_po_odobrenju: true })).status, 200)
    const add = (broj: string, odobrenje_id: number) =>
      stored(api, '/c4', c4Body(broj, dayOf(0), meters(10), { odobrenje_id }))
    let waiting = 0
    const measure = async (upTo: number) => {
      for (; waiting < upTo; waiting++) await add(`C4-${waiting}`, theirs)
      await add(`C4-B${upTo}`, own)
      await sql.raw(LOOKED_AT).execute(store.read)
      return readBy(() => stored(api, '/c1', c1Body(`C1-${upTo}`, dayOf(1), pieces(10), { odobrenje_id: own })))
    }
    const [short, long] = [await measure(SHORT), await measure(LONG)]
    assert.ok(long <= short + SLACK, `${short} rows beside ${SHORT} lots, ${long} beside ${LONG}`)
  })
})
