import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { material } from '#reliability/documents.ts'
import { eachEngine, testApi } from '#server/testing.ts'
import { insertion, NewerDatabase } from './engine.ts'
import type { Store } from './open.ts'

const LATER = '9999-kasnija'
const REFUSED = {
  message: 'Program je u međuvremenu zamenjen novijom verzijom, pa ništa nije sačuvano. Osvežite stranicu i ponovite.',
}

/** What a newer program that migrates the database leaves in it. */
const migrated = ({ transact }: Store) =>
  transact((tx) =>
    sql`insert into kysely_migration (name, timestamp) values (${LATER}, '2030-01-01T00:00:00Z')`.execute(tx),
  )
const undone = ({ read }: Store) => sql`delete from kysely_migration where name = ${LATER}`.execute(read)

eachEngine('a program whose database a newer one has taken over', (engine) => {
  test('refuses every save with a sentence, and still reads', async (t) => {
    t.mock.method(console, 'error', () => undefined)
    const api = await testApi(engine)
    const { store } = api
    await migrated(store)
    try {
      const { status, body } = await api.post('/materials', material('MAT1'), { 'idempotency-key': 'k1' })
      assert.deepEqual([status, body], [503, REFUSED])
      const together = await Promise.all(['MAT1', 'MAT2', 'MAT3'].map((id) => api.post('/materials', material(id))))
      for (const answer of together) assert.deepEqual([answer.status, answer.body], [503, REFUSED])
      assert.deepEqual((await api.get('/materials')).body.total, 0)
    } finally {
      if (engine.name === 'postgres') await undone(store)
    }
    if (engine.name === 'postgres') assert.equal((await api.post('/materials', material('MAT1'))).status, 201)
  })

  test('writes nothing either where no answer is waited for, and says which version it was', async () => {
    const store = await engine.open()
    await migrated(store)
    try {
      const rows = [{ valuta: 'EUR', vazi_od: '2031-01-01', kurs: 1 }]
      const columns = { valuta: 'text', vazi_od: 'text', kurs: 'int' } as const
      const write = insertion('kurs', columns)(rows)
      await assert.rejects(
        store.transact((tx) => store.engine.write(tx, [write])),
        (error) => error instanceof NewerDatabase && error.message.includes(LATER),
      )
      assert.equal((await sql`select 1 from kurs where vazi_od = '2031-01-01'`.execute(store.read)).rows.length, 0)
    } finally {
      if (engine.name === 'postgres') await undone(store)
    }
  })
})
