import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Micro } from '#domain/decimal.ts'
import { Refusal } from '#server/refusal.ts'
import { eachEngine } from '#server/testing.ts'
import { exportMeters, meterApi } from '#server/testing-meters.ts'
import { refuseLostCover } from './consequences.ts'

/** More than a statement has parameters: 32 766 on SQLite, 65 535 on PostgreSQL. */
const MANY = 70_000
const METRE = 1_000_000 as Micro

eachEngine('lost cover', (engine) => {
  test(`an import on which ${MANY} exports depend is refused in a sentence as well`, async () => {
    const api = await meterApi(engine)
    const { id } = await exportMeters(api, 'C1-1', '2026-02-01', 1)
    const newShortages = Array.from({ length: MANY }, (_, index) => ({
      materijal_id: 'KABL1',
      c1_id: id + index,
      kolicina: METRE,
    }))
    const { transact } = api.store
    const refused = transact((tx) => refuseLostCover(tx, { newShortages }, 'edit'))
    await assert.rejects(refused, (error: Refusal) => {
      assert.ok(error instanceof Refusal)
      assert.match(error.message, /: Kabl crni \(KABL1\): 70\.000 m za C1 C1-1, .* i još 69990\.$/)
      return true
    })
  })

  test('nothing is refused where nothing is lost', async () => {
    const { store } = await meterApi(engine)
    assert.equal(await store.transact((tx) => refuseLostCover(tx, { newShortages: [] }, 'removal')), undefined)
  })
})
