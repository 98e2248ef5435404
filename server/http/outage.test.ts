import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Store } from '#server/db/open.ts'
import { eachEngine, testApi } from '#server/testing.ts'
import { addDocuments, c1Body, c4Body } from '#server/testing-documents.ts'
import { verify } from '#server/verify/verify.ts'

const FULL = 'Na disku servera nema dovoljno mesta, pa ništa nije sačuvano. Oslobodite prostor i pokušajte ponovo.'

/** From now on the database has no room: SQLite's file may not grow, PostgreSQL answers what it does on a full disk. */
async function fill(store: Store) {
  if (store.engine.name === 'sqlite') {
    await store.transact(async (tx) => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tx)
      await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(tx)
    })
    return
  }
  await sql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(store.read)
  for (const table of ['c4_stavka', 'razduzenje', 'pdf'])
    await sql.raw(`create trigger no_room before insert on ${table} execute function no_room()`).execute(store.read)
}

async function makeRoom(store: Store) {
  if (store.engine.name === 'sqlite') {
    await store.transact((tx) => sql`pragma max_page_count = 1000000`.execute(tx))
    return
  }
  await sql`drop function no_room cascade`.execute(store.read)
}

eachEngine('a database without room', (engine) => {
  test('a save fails whole, with a sentence; what is there can be read; with room it works again', async (t) => {
    t.mock.method(console, 'error', () => undefined)
    const api = await testApi(engine)
    const { store } = api
    await addDocuments(api)
    const before = await api.get('/archive/overview')
    const lines = Array.from({ length: 400 }, () => ({ materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 1 }))
    const c4 = c4Body('C4-3', '2026-03-01', lines)
    const items = Array.from({ length: 100 }, () => ({ proizvod_id: 'SNOP1', kolicina: 1, cena: 1 }))
    const c1 = c1Body('C1-3', '2026-03-02', items)
    const pdf = {
      name: 'a.pdf',
      bytes: new TextEncoder().encode(`%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF${'x'.repeat(200_000)}`),
    }

    await fill(store)
    for (let attempt = 1; attempt <= 3; attempt++) {
      for (const answer of [
        await api.post('/c4', c4, { 'idempotency-key': 'c4' }),
        await api.post('/c1', c1, { 'idempotency-key': 'c1', prefer: 'return=minimal' }),
        await api.upload('/c4/upload', pdf, { documentId: 'C4-3' }),
      ]) {
        assert.equal(answer.status, 503)
        assert.deepEqual(answer.body, { message: FULL })
      }
    }
    assert.deepEqual((await api.get('/archive/overview')).body, before.body)
    const verdict = await verify(store.read)
    assert.ok(verdict.ok, JSON.stringify(verdict))

    await makeRoom(store)
    assert.equal((await api.post('/c4', c4, { 'idempotency-key': 'c4' })).status, 201, 'the key was not used up')
    assert.equal((await api.post('/c1', c1, { 'idempotency-key': 'c1', prefer: 'return=minimal' })).status, 201)
    assert.equal((await api.upload('/c4/upload', pdf, { documentId: 'C4-3' })).status, 200)
    assert.ok((await verify(store.read)).ok)
  })

  if (engine.name === 'postgres') {
    test('PostgreSQL: a server that goes away is an outage, and the next save finds it again', async (t) => {
      t.mock.method(console, 'error', () => undefined)
      const { store } = await testApi(engine)
      const gone = await store
        .transact((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
        .then(
          () => null,
          (error: unknown) => error,
        )
      assert.equal(store.engine.outageOf(gone), 'away')
      assert.equal(await store.transact(async () => 7), 7)
    })
  }

  test('an error of ours is no outage', async () => {
    const { engine: dialect } = await engine.open()
    for (const error of [new Error('oops'), new TypeError('x is undefined'), null, 'text'])
      assert.equal(dialect.outageOf(error), null)
  })
})
