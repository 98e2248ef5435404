import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { material } from '#reliability/documents.ts'
import { type FreshDatabase, freshDatabase, postgresUrl } from '#reliability/fresh-database.ts'
import { openStore, type Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import { testApi } from '#server/testing.ts'
import { until } from '#server/testing-until.ts'
import { UnknownCommit } from './errors.ts'
import { type Cut, type Line, lineTo } from './testing-cut.ts'

const CUTS: readonly Cut[] = ['before', 'after']

describe('a connection that is lost', { skip: !postgresUrl }, () => {
  let database: FreshDatabase
  let line: Line
  let store: Store
  beforeEach(async (t) => {
    // What the pool says of connections that end unasked is expected here.
    if ('mock' in t) t.mock.method(console, 'error', () => undefined)
    database = await freshDatabase()
    line = await lineTo(database.url)
    store = await openStore({ databaseUrl: line.url, dataDir: '' })
  })
  afterEach(async () => {
    await store.close()
    await line.close()
    await database.drop()
  })

  const addRate = (tx: Tx) => sql`insert into kurs (valuta, vazi_od, kurs) values ('EUR', '2026-01-01', 1)`.execute(tx)
  const rates = async () => (await sql`select 1 from kurs where vazi_od = '2026-01-01'`.execute(store.read)).rows.length
  const end = (tx: Tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)

  test('before the commit: the work runs again, and is done once', async () => {
    let runs = 0
    const answer = await store.transact(async (tx) => {
      await addRate(tx)
      if (++runs === 1) await end(tx)
      return runs
    })
    assert.equal(answer, 2)
    assert.equal(await rates(), 1)
  })

  test('again and again: the error is answered in the end', async () => {
    await assert.rejects(
      store.transact((tx) => end(tx)),
      (error) => store.engine.outageOf(error) === 'away',
    )
    assert.equal(await store.transact(async () => 7), 7, 'and the next one has a connection')
  })

  for (const cut of CUTS) {
    const happened = cut === 'after' ? 1 : 0
    test(`at the commit, ${cut} it happened: the work does not run again by itself`, async () => {
      let runs = 0
      line.cutAtCommit(cut)
      await assert.rejects(
        store.transact(async (tx) => {
          runs++
          await addRate(tx)
        }),
        (error) => error instanceof UnknownCommit,
      )
      assert.equal(runs, 1)
      assert.equal(await rates(), happened)
    })

    test(`at the commit, ${cut} it happened: with an Idempotency-Key the request is done, once`, async () => {
      const api = await testApi({ name: 'postgres', open: async () => store })
      line.cutAtCommit(cut)
      const { status, body } = await api.post('/materials', material('MAT1'), { 'idempotency-key': 'k1' })
      assert.equal(status, 201, JSON.stringify(body))
      assert.equal((await api.get('/materials')).body.total, 1)
      const [{ entries } = { entries: 0 }] = (
        await sql<{ entries: number }>`select count(*) as entries from dnevnik where vrsta = 'materijal'`.execute(
          store.read,
        )
      ).rows
      assert.equal(entries, 1)
    })

    test(`at the commit, ${cut} it happened: without a key the answer says that nobody knows`, async () => {
      const api = await testApi({ name: 'postgres', open: async () => store })
      line.cutAtCommit(cut)
      const { status, body } = await api.post('/materials', material('MAT1'))
      assert.equal(status, 503)
      assert.match(body.message, /^Veza sa bazom se prekinula pri čuvanju/)
      assert.equal((await api.get('/materials')).body.total, happened)
    })
  }

  test('under a read: the error says that the database is away, and reads have a connection again', async () => {
    const ends = sql`select pg_terminate_backend(pg_backend_pid())`.execute(store.read)
    await assert.rejects(ends, (error) => store.engine.outageOf(error) === 'away')
    // The pool hears a little later that the connection is gone.
    await until('reads have a connection again', () =>
      rates().then(
        (found) => found === 0,
        () => false,
      ),
    )
  })
})
