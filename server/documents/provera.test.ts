// Looking before saving, through the app. That it says exactly what the save does is held by server/stock/histories.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { MAX_PROVERA_ROWS } from '#contract/documents.ts'
import { sentences } from '#contract/errors.ts'
import { ownTimeMs } from '#reliability/server-process.ts'
import { eachEngine, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, c1Body, c4Body, stored } from '#server/testing-documents.ts'

test('each list of the answer has 1000 rows at most', () => assert.equal(MAX_PROVERA_ROWS, 1000))

eachEngine('looking before saving', (engine) => {
  test('names what would be drawn, what would lack and which exports would move, and writes nothing', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    await api.store.transact((tx) => sql`update c4 set rok = '2026-07-10' where broj_c4 = 'C4-1'`.execute(tx))
    const before = await booksOf()
    const early = c1Body('C1-RANI', '2026-02-01', [{ proizvod_id: 'SNOP1', kolicina: 30, cena: 1 }])
    const told = (await api.post('/c1/provera', { dokument: early })).body
    assert.equal(told.odbijeno, null)
    assert.ok(told.razduzenje.length > 0)
    assert.equal(told.razduzenje[0].lot.rok, '2026-07-10')
    assert.deepEqual(told.razduzenje[0].c1_stavka_id, null)
    assert.deepEqual(await booksOf(), before)

    const { body: saved } = await api.post('/c1', early)
    assert.deepEqual(told.manjak, saved.manjak)
    assert.equal(told.promenjenih_c1, saved.promenjeni_c1.length)
    const { body: drawn } = await api.get(`/c1/${saved.id}/razduzenje`)
    const nameless = drawn.map((row: object) => ({ ...row, c1_stavka_id: null }))
    assert.deepEqual(told.razduzenje, nameless)

    async function booksOf() {
      const { rows } = await sql`select (select count(*) from dnevnik) as dnevnik, (select count(*) from c1) as c1,
        (select count(*) from razduzenje) as razduzenje`.execute(api.store.read)
      return rows
    }
  })

  test('says the sentence with which a save or a removal would be refused', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const [{ id }] = (await api.get('/c4?limit=50')).body.documents.toReversed()
    const taken = c4Body('C4-1', '2026-05-01', [{ materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 1 }])
    const twice = (await api.post('/c4/provera', { dokument: taken })).body
    assert.deepEqual(twice.odbijeno, {
      message: sentences.documentExists,
      errors: [{ field: 'broj_c4', message: sentences.documentExists }],
    })
    const gone = (await api.post('/c4/provera', { id })).body
    const { status, body } = await api.delete(`/c4/${id}`)
    assert.equal(status, 409)
    assert.deepEqual(gone.odbijeno, { message: body.message, errors: body.errors })
    assert.ok(gone.manjak.length > 0)
    assert.equal((await api.post('/c1/provera', {})).status, 400)
    assert.equal((await api.post('/c1/provera', { id: 4711 })).status, 404)
    const unsent = { ...taken, broj_c4: 'C4-77', pdf_fajl: '/nema.pdf' }
    const pdf = (await api.post('/c4/provera', { dokument: unsent })).body
    assert.equal(pdf.odbijeno.errors[0].field, 'pdf_fajl')
  })

  test('takes 1,2 times as long as the save at most', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const lots = Array.from({ length: 200 }, (_, at) => at)
    await stored(
      api,
      '/c4',
      c4Body(
        'C4-1',
        '2026-01-10',
        lots.map((at) => ({ materijal_id: at % 2 ? 'KABL1' : 'KON8', kolicina: 5, cena_po_jedinici: 1 })),
      ),
    )
    const lines = (kolicina: number) => lots.slice(0, 100).map(() => ({ proizvod_id: 'SNOP1', kolicina, cena: 1 }))
    const { id } = await stored(api, '/c1', c1Body('C1-1', '2026-02-01', lines(1)))
    for (let at = 2; at <= 40; at++) {
      const later = c1Body(`C1-${at}`, '2026-03-01', [{ proizvod_id: 'SNOP1', kolicina: 2, cena: 1 }])
      await stored(api, '/c1', later)
    }
    const shares: number[] = []
    for (let round = 0; round < 9; round++) {
      const dokument = c1Body('C1-1', '2026-02-01', lines(1 + (round % 2) / 4))
      const looked = await timeOf(() => api.post('/c1/provera', { id, dokument }))
      const saved = await timeOf(() => api.put(`/c1/${id}`, dokument, { prefer: 'return=minimal' }))
      shares.push(looked / saved)
    }
    const median = shares.toSorted((a, b) => a - b)[4] ?? Number.NaN
    // A quarter more, for a machine that has other things to do.
    assert.ok(median <= 1.2 * 1.25, `${median.toFixed(2)} times the save`)
  })

  test('waits for nobody who saves', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const one = c1Body('C1-77', '2026-06-01', [{ proizvod_id: 'SNOP1', kolicina: 1, cena: 1 }])
    await api.store.transact(async (tx) => {
      await sql`update stanje set manjak = manjak`.execute(tx)
      const { status, body } = await api.post('/c1/provera', { dokument: one })
      assert.deepEqual([status, body.odbijeno], [200, null])
    })
    await stored(api, '/c1', one)
  })
})

/** What a call costs this thread, which on SQLite is all of it. */
async function timeOf(call: () => Promise<{ status: number }>): Promise<number> {
  const start = ownTimeMs()
  assert.equal((await call()).status, 200)
  return ownTimeMs() - start
}
