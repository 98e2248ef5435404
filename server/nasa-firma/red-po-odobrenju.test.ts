// A queue per authorisation (customs §4.5, §7.8): what it changes, what its preview says, and what it refuses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { eachEngine, type TestApi } from '#server/testing.ts'
import { addOdobrenje, c1Body, c4Body, column, type Fields, stored } from '#server/testing-documents.ts'
import { drawsOf, meterApi, meters, movedBy, pieces } from '#server/testing-meters.ts'
import { assertBooks } from '#server/verify/testing-verify.ts'

const turn = (api: TestApi, on: boolean, path = '/podesavanja') =>
  api.put(path, { upozorenje_roka_dana: 30, red_po_odobrenju: on })
const look = (api: TestApi, on: boolean) => turn(api, on, '/podesavanja?dryRun=true')

async function left(api: TestApi) {
  const { body } = await api.get('/materials/KABL1/remaining')
  return body.map((lot: Fields) => `${lot.c4_broj} ${lot.preostalo}`)
}

eachEngine('a queue per authorisation', (engine) => {
  /** Example 8: A 10.01. 100, B 05.02. 100, and an export under B of 60. */
  async function example() {
    const api = await meterApi(engine)
    const [a, b] = [await addOdobrenje(api, { broj: 'A' }), await addOdobrenje(api, { broj: 'B' })]
    const importUnder = (broj: string, datum: string, odobrenje_id: number | null, kolicina = 100) =>
      stored(api, '/c4', c4Body(broj, datum, meters(kolicina), { odobrenje_id }))
    const exportBody = (broj: string, datum: string, odobrenje_id: number | null, kolicina: number) =>
      c1Body(broj, datum, pieces(kolicina), { odobrenje_id })
    const c4 = [await importUnder('C4-A', '2026-01-10', a), await importUnder('C4-B', '2026-02-05', b)] as const
    const c1 = await stored(api, '/c1', exportBody('C1-1', '2026-03-01', b, 60))
    return { api, a, b, c4, c1, importUnder, exportBody }
  }

  test('an export discharges lots of its authorisation alone, and as before when the setting is off again', async () => {
    const { api, c1 } = await example()
    assert.deepEqual(await left(api), ['C4-A 40', 'C4-B 100'])
    const told = await look(api, true)
    assert.deepEqual(await left(api), ['C4-A 40', 'C4-B 100'])
    const done = await turn(api, true)
    assert.deepEqual([done.status, done.body.red_po_odobrenju], [200, true])
    assert.deepEqual(told.body, { ...done.body, verzija: 0 })
    assert.deepEqual(movedBy(done.body), ['C1-1'])
    const [{ pre, posle }] = done.body.promenjeni_c1
    const shown = (cover: Fields[]) => cover.map((row) => `${row.c4_broj} ${row.kolicina}`)
    assert.deepEqual([shown(pre), shown(posle)], [['C4-A 60'], ['C4-B 60']])
    assert.deepEqual(await left(api), ['C4-A 100', 'C4-B 40'])
    assert.deepEqual(await drawsOf(api, c1), ['C4-B 60'])
    const { results } = (await api.get('/rokovi?datum=2026-03-05')).body
    assert.deepEqual(
      results.map((row: Fields) => [row.broj_c4, row.vrednost_rsd]).sort(),
      [
        ['C4-A', 23500],
        ['C4-B', 9400],
      ],
      'what is left of the begun lot',
    )
    const { body: card } = await api.get('/materials/KABL1/transactions')
    assert.deepEqual(
      card.results.map((row: Fields) => `${row.type} ${row.c4_broj} ${row.quantity}`),
      ['OUTPUT C4-B 60', 'INPUT C4-B 100', 'INPUT C4-A 100'],
    )
    const { results: ledger } = (await api.get('/razduzenje?materijal_id=KABL1')).body
    assert.equal(ledger.length, 1)
    await assertBooks(api)
    assert.deepEqual(movedBy((await turn(api, false)).body), ['C1-1'])
    assert.deepEqual(await left(api), ['C4-A 40', 'C4-B 100'])
    await assertBooks(api)
  })

  test('an export under an authorisation lacks what other queues have, and the preview says so', async () => {
    const { api, b, exportBody } = await example()
    await stored(api, '/c1', exportBody('C1-2', '2026-03-02', b, 70))
    await stored(api, '/c1', exportBody('C1-3', '2026-03-03', null, 10))
    const told = await look(api, true)
    assert.deepEqual(
      told.body.manjak.map((row: Fields) => `${row.materijal_id} ${row.kolicina}`),
      ['KABL1 40'],
    )
    assert.deepEqual(movedBy(told.body), ['C1-1', 'C1-2', 'C1-3'])
    const { body: done } = await turn(api, true)
    assert.deepEqual(told.body, { ...done, verzija: 0 })
    assert.deepEqual(await left(api), ['C4-A 100'])
    // Without an authorisation it stands in the queue of those without one.
    const { body: c1 } = await api.get('/c1?limit=10')
    assert.deepEqual(
      c1.results.map((row: Fields) => [row.broj_c1, row.ima_manjak]),
      [
        ['C1-3', true],
        ['C1-2', true],
        ['C1-1', false],
      ],
    )
    await assertBooks(api)
  })

  test('what would move a draw of a closed period is refused, and nothing is changed', async () => {
    const { api } = await example()
    const row = { do_dana: '2026-03-31' as CalendarDate, korisnik: 'ana@firma.rs', vreme: 0 }
    await api.store.transact((tx) => tx.insertInto('zakljucenje').values(row).execute())
    const refused = await turn(api, true)
    assert.equal(refused.status, 409)
    assert.match(refused.body.message, /31\.03\.2026\./)
    const told = await look(api, true)
    assert.deepEqual([told.status, told.body.odbijeno.message], [200, refused.body.message])
    const [moved] = told.body.promenjeni_c1
    assert.deepEqual(
      [
        movedBy(told.body),
        ...[moved.pre, moved.posle].map(([cover]: Fields[]) => `${cover?.c4_broj} ${cover?.kolicina}`),
      ],
      [['C1-1'], 'C4-A 60', 'C4-B 60'],
      'what the lock keeps from moving is listed',
    )
    assert.equal((await api.get('/podesavanja')).body.red_po_odobrenju, false)
    assert.deepEqual(await left(api), ['C4-A 40', 'C4-B 100'])
    // It was closed past the call, so the trail knows nothing of it.
    await api.store.transact((tx) => tx.deleteFrom('zakljucenje').execute())
    await assertBooks(api)
  })

  test('another authorisation of an export or an import moves it to another queue', async () => {
    const { api, a, b, c4, c1, exportBody } = await example()
    await turn(api, true)
    const said = await api.post('/c1/provera', { id: c1.id, dokument: exportBody('C1-1', '2026-03-01', a, 60) })
    assert.deepEqual(
      said.body.razduzenje.map((row: { lot: Fields }) => [row.lot.c4_broj, row.lot.preostalo]),
      [['C4-A', 40]],
    )
    assert.equal((await api.put(`/c1/${c1.id}`, exportBody('C1-1', '2026-03-01', a, 60))).status, 200)
    assert.deepEqual(await left(api), ['C4-A 40', 'C4-B 100'])
    await assertBooks(api)
    const under = (odobrenje_id: number) => c4Body('C4-A', '2026-01-10', meters(100), { odobrenje_id })
    const lost = await api.put(`/c4/${c4[0].id}`, under(b))
    assert.equal(lost.status, 409)
    assert.match(lost.body.message, /60 m za izvoz C1-1/)
    assert.equal(
      (await api.put(`/c4/${c4[1].id}`, c4Body('C4-B', '2026-01-05', meters(100), { odobrenje_id: a }))).status,
      200,
    )
    assert.deepEqual(await left(api), ['C4-B 40', 'C4-A 100'])
    await assertBooks(api)
  })

  test('draws are directed to lots of the own queue alone, and such a lot stays in it', async () => {
    const { api, a, b, c4, exportBody } = await example()
    await turn(api, true)
    const lotOf = async ({ id }: Fields) => (await api.get(`/c4/${id}`)).body.stavke[0].id
    const directed = async (odobrenje_id: number, lot: number) => {
      const { stavke, ...head } = exportBody('C1-9', '2026-03-09', odobrenje_id, 5)
      const usmerenja = [{ materijal_id: 'KABL1', ulaz_stavka_id: lot, kolicina: 5, razlog: 'R' }]
      return api.post('/c1', { ...head, stavke: stavke.map((line) => ({ ...line, usmerenja })) })
    }
    const refused = await directed(b, await lotOf(c4[0]))
    assert.deepEqual(
      [refused.status, refused.body.message],
      [
        400,
        'Stavka 1 fakture F-1 (C4-A) nije u redu ovog izvoza: dok svako odobrenje ima svoj red, usmerava se samo na uvoz po istom odobrenju.',
      ],
    )
    const offered = async (red: number) =>
      column(
        (await api.get(`/ostala-razduzenja/mogucnosti?materijal_id=KABL1&red_odobrenja=${red}`)).body.results,
        'broj_c4',
      )
    assert.deepEqual([await offered(a), await offered(b), await offered(0)], [['C4-A'], ['C4-B'], []])
    assert.equal((await directed(a, await lotOf(c4[0]))).status, 201)
    const moved = await api.put(`/c4/${c4[0].id}`, c4Body('C4-A', '2026-01-10', meters(100), { odobrenje_id: b }))
    assert.deepEqual(
      [moved.status, moved.body.message],
      [
        409,
        'Stavka 1 fakture F-1 je razdužena i dokumentom C1-9; dok svako odobrenje ima svoj red, uvoz ne može da pređe u drugi.',
      ],
    )
    await assertBooks(api)
  })
})
