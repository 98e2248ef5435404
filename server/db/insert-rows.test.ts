import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eachEngine } from '#server/testing.ts'
import { rowInserter } from './insert-rows.ts'

const KEY = { sqlite: 'integer primary key autoincrement', postgres: 'bigint generated always as identity primary key' }

eachEngine('rows of a table that gives them ids', (engine) => {
  test('are answered by their ids, each by its own, also behind some that are gone', async () => {
    const store = await engine.open()
    const insert = rowInserter('proba', { mesto: 'int', tekst: 'text' }, 'mesto')
    const rows = (from: number, ...texts: string[]) => texts.map((tekst, at) => ({ mesto: from + at, tekst }))
    await store.transact(async (tx) => {
      await sql`create temporary table proba (id ${sql.raw(KEY[engine.name])}, mesto bigint, tekst text)`.execute(tx)
      const first = await insert(tx, rows(1, 'a', 'b', 'c'))
      await sql`delete from proba where tekst in ('b', 'c')`.execute(tx)
      const second = await insert(tx, rows(8, 'd', 'e'))
      const stored = await sql<{ id: number; tekst: string }>`select id, tekst from proba order by id`.execute(tx)
      assert.deepEqual(stored.rows, [
        { id: first[0], tekst: 'a' },
        { id: second[0], tekst: 'd' },
        { id: second[1], tekst: 'e' },
      ])
      assert.deepEqual([...first, ...second], [1, 2, 3, 4, 5])
    })
  })
})
