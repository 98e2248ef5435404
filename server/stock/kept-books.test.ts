import assert from 'node:assert/strict'
import { test } from 'node:test'
import { c1Endpoints } from '#contract/c1.ts'
import type { Atto, Micro } from '#domain/decimal.ts'
import { logger } from '#server/audit/log.ts'
import { saveC1 } from '#server/c1/c1-save.ts'
import type { Store, Tx } from '#server/db/open.ts'
import { eachEngine, type TestApi } from '#server/testing.ts'
import { c1Body } from '#server/testing-documents.ts'
import { drawsOf, exportMeters, importMeters, meterApi, pieces } from '#server/testing-meters.ts'
import { assertBooks } from '#server/verify/testing-verify.ts'
import { type Books, KeptBooks, MAX_KEPT_BOOKS } from './kept-books.ts'

class Undone extends Error {}

/** Does `work` in a transaction that is not committed. */
async function undone(store: Store, work: (tx: Tx) => Promise<unknown>) {
  const failing = store.transact(async (tx) => {
    await work(tx)
    throw new Undone()
  })
  await assert.rejects(failing, Undone)
}

/** Exports metres in a transaction that is not committed. */
const exportInVain = ({ store }: TestApi, metres: number) =>
  undone(store, (tx) => {
    const body = c1Endpoints.createC1.body.parse(c1Body('C1-X', '2026-02-01', pieces(metres)))
    return saveC1(store.engine, tx, logger(store.engine, tx, { id: 1, email: 'a@firma.rs' }, 0), null, body, null)
  })

eachEngine('what a save leaves for the next one', (engine) => {
  test('is what was committed: a save that came to nothing has drawn nothing', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-05', 10)
    await importMeters(api, 'C4-2', '2026-01-06', 10)
    await exportMeters(api, 'C1-1', '2026-02-01', 4)
    await exportInVain(api, 8)
    const c1 = await exportMeters(api, 'C1-2', '2026-02-02', 10)
    assert.deepEqual(await drawsOf(api, c1), ['C4-1 6', 'C4-2 4'])
    await assertBooks(api)
  })

  test('holds also what the next one cannot be covered by, and a lot that comes in between', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-05', 10)
    const short = await exportMeters(api, 'C1-1', '2026-02-01', 14)
    const more = await exportMeters(api, 'C1-2', '2026-02-02', 3)
    assert.deepEqual(await drawsOf(api, more), ['manjak 3'])
    await importMeters(api, 'C4-2', '2026-02-02', 10)
    assert.deepEqual(await drawsOf(api, short), ['C4-1 10', 'manjak 4'])
    assert.deepEqual(await drawsOf(api, more), ['C4-2 3'])
    assert.deepEqual(await drawsOf(api, await exportMeters(api, 'C1-3', '2026-02-03', 8)), ['C4-2 7', 'manjak 1'])
    await assertBooks(api)
  })

  test('is forgotten with the material: another one of that ID begins anew', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-05', 10)
    const { id } = await exportMeters(api, 'C1-1', '2026-02-01', 4)
    await api.delete(`/c1/${id}`)
    const { body } = await api.get('/c4')
    await api.delete(`/c4/${body.results[0].id}`)
    await exportInVain(api, 1)
    const normativi = [{ materijal_id: 'KON8', potrebna_kolicina: 1 }]
    await api.put('/proizvodi/METAR', { naziv: 'Metar', hs_code: '8544', jedinica_mere: 'm', normativi })
    for (const product of (await api.get('/proizvodi')).body.results)
      if (product.id !== 'METAR') await api.delete(`/proizvodi/${product.id}`)
    assert.equal((await api.delete('/materials/KABL1')).status, 200)
    const cable = { id: 'KABL1', naziv: 'Kabl', zemlja_porekla: 'Srbija', jedinica_mere: 'm', tarifni_broj: '8544' }
    assert.equal((await api.post('/materials', cable)).status, 201)
    await importMeters(api, 'C4-2', '2026-01-06', 3)
    assert.deepEqual((await api.get('/materials/KABL1/stock')).body, {
      totalInput: 3,
      totalConsumed: 0,
      totalQuantity: 3,
    })
    await assertBooks(api)
  })

  test('is seen once it is committed, by one who takes it out, and no more of it than the limit', async () => {
    const store = await engine.open()
    if (engine.name !== 'sqlite') return assert.equal(store.engine.locksRows, true, 'others write too: nothing is kept')
    const kept = new KeptBooks()
    await store.transact(async (tx) => {
      kept.keep(tx, 'KABL1', booksOf(1))
      assert.deepEqual(kept.take(tx, 'KABL1'), booksOf(1), 'what it has written itself')
      kept.keep(tx, 'KABL1', booksOf(2))
    })
    await undone(store, async (tx) => {
      assert.deepEqual(kept.take(tx, 'KABL1'), booksOf(2), 'what was committed before')
      kept.keep(tx, 'KABL1', booksOf(3))
    })
    await store.transact(async (tx) => assert.equal(kept.take(tx, 'KABL1'), undefined, 'whoever failed had it'))
    const id = (at: number) => `M${at}`
    await store.transact(async (tx) => {
      for (let at = 0; at <= MAX_KEPT_BOOKS; at++) kept.keep(tx, id(at), booksOf(at))
    })
    await store.transact(async (tx) => {
      assert.equal(kept.take(tx, id(0)), undefined)
      for (let at = 1; at <= MAX_KEPT_BOOKS; at++) assert.deepEqual(kept.take(tx, id(at)), booksOf(at))
    })
  })
})

const booksOf = (total: number): Books => ({
  totals: {
    total_input: total as Micro,
    total_consumed: 0 as Micro,
    vrednost: 0n as Atto,
    poslednji_izvoz: null,
    zapocet_lot: null,
    zapocet_preostalo: null,
  },
  lots: [],
})
