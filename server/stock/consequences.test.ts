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
      assert.match(error.message, /: Kabl crni \(KABL1\): 70\.000 m za izvoze C1-1, .* i još 69990\.$/)
      assert.match(error.errors?.[0]?.message ?? '', /^Kabl crni \(KABL1\): 70\.000 m za C1-1, .* i još 69000$/)
      assert.equal(error.errors?.length, 1)
      return true
    })
  })

  test('of more materials than are listed the number is said', async () => {
    const { store } = await meterApi(engine)
    const ids = Array.from({ length: 1001 }, (_, index) => `Z${String(index).padStart(4, '0')}`)
    const refused = store.transact(async (tx) => {
      const { id: _, ...like } = await tx
        .selectFrom('materijal')
        .selectAll()
        .where('id', '=', 'KABL1')
        .executeTakeFirstOrThrow()
      for (const id of ids)
        await tx
          .insertInto('materijal')
          .values({ ...like, id })
          .execute()
      const newShortages = ids.map((materijal_id) => ({ materijal_id, c1_id: 1, kolicina: METRE }))
      return refuseLostCover(tx, { newShortages }, 'removal')
    })
    await assert.rejects(refused, ({ message, errors = [] }: Refusal) => {
      assert.match(message, /; i još 991 materijal\.$/)
      assert.deepEqual([errors.length, errors.at(-1)], [1001, { field: 'stavke', message: 'i još 1 materijal' }])
      return true
    })
  })

  test('an export that loses cover in many lines is named once', async () => {
    const api = await meterApi(engine)
    const { id } = await exportMeters(api, 'C1-1', '2026-02-01', 1)
    const newShortages = Array.from({ length: 12 }, () => ({ materijal_id: 'KABL1', c1_id: id, kolicina: METRE }))
    const refused = api.store.transact((tx) => refuseLostCover(tx, { newShortages }, 'edit'))
    await assert.rejects(refused, (error: Refusal) => /\(KABL1\): 12 m za izvoz C1-1\.$/.test(error.message))
  })

  test('nothing is refused where nothing is lost', async () => {
    const { store } = await meterApi(engine)
    assert.equal(await store.transact((tx) => refuseLostCover(tx, { newShortages: [] }, 'removal')), undefined)
  })
})
