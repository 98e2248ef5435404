// What is answered and kept while others save the same documents: always the books of one moment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { C1Stavka } from '#contract/c1.ts'
import { eachEngine, type TestEngine, testApi } from '#server/testing.ts'
import { c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { assertBooks } from '#server/verify/testing-verify.ts'

const minimal = { prefer: 'return=minimal' }
const ROUNDS = 20

/** Materials MAT1 and MAT2, and a product of one piece of each: PRO1, PRO2; BLIZ takes MAT1 as PRO1 does. */
async function withProducts(engine: TestEngine) {
  const api = await testApi(engine)
  for (const id of ['MAT1', 'MAT2'])
    await stored(api, '/materials', {
      id,
      naziv: id,
      zemlja_porekla: 'Srbija',
      jedinica_mere: 'kom',
      tarifni_broj: '8544',
    })
  for (const [id, materijal_id] of [
    ['PRO1', 'MAT1'],
    ['PRO2', 'MAT2'],
    ['BLIZ', 'MAT1'],
  ]) {
    const normativi = [{ materijal_id, potrebna_kolicina: 1 }]
    await stored(api, '/proizvodi', { id, naziv: id, hs_code: '8544', jedinica_mere: 'kom', normativi })
  }
  return api
}

const lot = (materijal_id: string, cena_po_jedinici = 1, kolicina = 100) => ({
  materijal_id,
  kolicina,
  cena_po_jedinici,
})
const item = (proizvod_id: string, kolicina = 1) => ({ proizvod_id, kolicina, cena: 10 })

eachEngine('one moment', (engine) => {
  test('what a line cost goes to its other product, whoever changes its lots meanwhile', async () => {
    const api = await withProducts(engine)
    await stored(api, '/c4', c4Body('NOVIJI', '2026-02-01', [lot('MAT1', 100)], { valuta: 'RSD' }))
    const { id } = await stored(api, '/c1', c1Body('X', '2026-03-01', [item('PRO1')]))
    for (let round = 0; round < ROUNDS; round++) {
      const product = round % 2 === 0 ? 'BLIZ' : 'PRO1'
      const [changed, older] = await Promise.all([
        api.put(`/c1/${id}`, c1Body('X', '2026-03-01', [item(product)]), minimal),
        api.post('/c4', c4Body(`STARIJI-${round}`, '2026-01-01', [lot('MAT1', 7, 1)], { valuta: 'RSD' })),
      ])
      assert.deepEqual([changed.status, older.status], [200, 201])
      const costs = (await api.get('/archive/products')).body.results.map(
        (row: { proizvod_id: string; trosak_rsd: number }) => [row.proizvod_id, row.trosak_rsd],
      )
      assert.equal(Object.fromEntries(costs)[product], 7)
      assert.equal((await api.delete(`/c4/${older.body.id}`)).status, 200)
    }
    await assertBooks(api)
  })

  test('the answer names no shortage that is covered together with what it books', async () => {
    const api = await withProducts(engine)
    for (let round = 0; round < ROUNDS; round++) {
      const items = (kolicina: number) => c1Body(`X-${round}`, '2026-03-01', [item('PRO1', kolicina), item('PRO2')])
      const { id } = await stored(api, '/c1', items(1))
      const [both, changed] = await Promise.all([
        api.post('/c4', c4Body(`C4-${round}`, '2026-01-01', [lot('MAT1'), lot('MAT2')])),
        api.put(`/c1/${id}`, items(2), minimal),
      ])
      assert.deepEqual([both.status, changed.status], [201, 200])
      assert.ok([0, 2].includes(changed.body.manjak.length), JSON.stringify(changed.body.manjak))
      assert.equal((await api.delete(`/c1/${id}`)).status, 200)
      assert.equal((await api.delete(`/c4/${both.body.id}`)).status, 200)
    }
  })

  test('a document that is read while it is saved is that of one save', async () => {
    const api = await withProducts(engine)
    const lines = (product: string, ids: number[] = []) =>
      c1Body(
        'X',
        '2026-03-01',
        Array.from({ length: 20 }, (_, at) => ({ ...item(product, product === 'PRO1' ? 1 : 2), id: ids[at] })),
      )
    const { id, stavke } = await stored(api, '/c1', lines('PRO1'))
    const ids = stavke.map((stavka: C1Stavka) => stavka.id)
    let saving = true
    const readers = [1, 2].map(async () => {
      for (let reads = 0; saving || reads === 0; reads++) {
        // Nothing here waits for a disk: without a turn for others they would never save.
        await nextTurn()
        const { status, body } = await api.get(`/c1/${id}`)
        assert.equal(status, 200)
        assert.equal(
          body.vrednost_total,
          body.stavke.reduce((sum: number, { iznos }: { iznos: number }) => sum + iznos, 0),
        )
        for (const { proizvod_id, normativ } of body.stavke)
          assert.deepEqual(
            normativ.map(({ materijal_id }: { materijal_id: string }) => materijal_id),
            [proizvod_id === 'PRO1' ? 'MAT1' : 'MAT2'],
          )
      }
    })
    for (let round = 0; round < ROUNDS; round++) {
      const { status } = await api.put(`/c1/${id}`, lines(round % 2 === 0 ? 'PRO2' : 'PRO1', ids), minimal)
      assert.equal(status, 200)
    }
    saving = false
    await Promise.all(readers)
  })

  test('what a period had before, in it and after it is read at one moment', async () => {
    const api = await withProducts(engine)
    await stored(api, '/c4', c4Body('STALNI', '2026-01-01', [lot('MAT1'), lot('MAT2')]))
    await stored(api, '/c1', c1Body('STALNI', '2026-03-20', [item('PRO1'), item('PRO2')]))
    let saving = true
    // From the tenth: of products whole months are added up, and the days before taken off.
    const readers = ['materials', 'products'].map(async (view) => {
      for (let reads = 0; saving || reads === 0; reads++) {
        await nextTurn()
        const { status, body } = await api.get(`/archive/${view}?datum_od=2026-03-10&datum_do=2026-12-05`)
        assert.equal(status, 200)
        for (const row of body.results)
          for (const [name, figure] of Object.entries(row))
            assert.ok(typeof figure !== 'number' || figure >= 0, `${view}: ${name} is ${figure}`)
      }
    })
    for (let round = 0; round < ROUNDS; round++) {
      const c4 = await stored(api, '/c4', c4Body('STARI', '2026-02-01', [lot('MAT1', 1, 7), lot('MAT2', 1, 7)]))
      const c1 = await stored(api, '/c1', c1Body('STARI', '2026-03-05', [item('PRO1', 5), item('PRO2', 5)]))
      assert.equal((await api.delete(`/c1/${c1.id}`)).status, 200)
      assert.equal((await api.delete(`/c4/${c4.id}`)).status, 200)
    }
    saving = false
    await Promise.all(readers)
  })

  test('the newest entry of the trail is the last change, in whatever order changes were asked for', async () => {
    const api = await withProducts(engine)
    const { id } = await stored(api, '/c1', c1Body('X', '2026-01-01', [item('PRO1')]))
    for (let round = 0; round < ROUNDS; round++) {
      // Of those that wait the oldest day is saved first.
      const answers = await Promise.all(
        ['2026-07-01', '2026-06-05', '2026-05-05'].map((day) => {
          const datum = `${day.slice(0, 8)}${String(round + 1).padStart(2, '0')}`
          return api.put(`/c1/${id}`, c1Body('X', datum, [item('PRO1')]), minimal)
        }),
      )
      assert.ok(answers.every(({ status }) => status === 200))
      const { datum } = (await api.get(`/c1/${id}`)).body
      const [newest] = (await api.get(`/audit?vrsta=c1&predmet=${id}`)).body.results
      assert.equal((await api.get(`/audit/${newest.id}`)).body.posle.datum, datum)
    }
  })
})
