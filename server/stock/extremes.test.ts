// The largest figures that may be entered, and many of them: no screen fails on what a form has accepted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api as contract } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { eachEngine } from '#server/testing.ts'
import { c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { meterApi } from '#server/testing-meters.ts'
import { verify } from '#server/verify/verify.ts'

const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((feature): Endpoint[] => Object.values(feature))
const MOST = 1_000_000_000

eachEngine('the largest figures', (engine) => {
  test('are added up everywhere', async () => {
    const api = await meterApi(engine)
    const full = [{ materijal_id: 'KABL1', kolicina: MOST, cena_po_jedinici: 70_000 }]
    for (const n of [1, 2, 3, 4]) await stored(api, '/c4', c4Body(`C4-${n}`, '2026-01-10', full, { valuta: 'RSD' }))
    const dear = [{ materijal_id: 'KON8', kolicina: 0.000001, cena_po_jedinici: MOST }]
    await stored(api, '/c4', c4Body('C4-5', '2026-01-10', dear))
    const line = { proizvod_id: 'METAR', kolicina: MOST, cena: 590 }
    const c1 = []
    for (const n of [1, 2, 3]) c1.push(await stored(api, '/c1', c1Body(`C1-${n}`, '2026-02-01', [line])))
    const stock = (await api.get('/materials/KABL1')).body
    assert.deepEqual([stock.totalInput, stock.totalConsumed, stock.vrednost_rsd], [4 * MOST, 3 * MOST, 70_000 * MOST])
    assert.equal((await api.get('/materials/KON8')).body.vrednost_rsd, 117_500)
    const ids: Record<string, string> = { c4: '1', c1: String(c1[0].id), materials: 'KABL1', proizvodi: 'METAR' }
    for (const { method, path, reply } of endpoints) {
      if (method !== 'GET' || reply === 'file') continue
      const id = ids[path.split('/')[1] ?? ''] ?? 'METAR'
      const beside: Record<string, string> = {
        '/beleske': '?vrsta=materijal&predmet=KABL1',
        '/prilozi': '?uz=c4&predmet=1',
      }
      const of = beside[path] ?? ''
      const { status } = await api.get(path.replace('{id}', id) + of)
      assert.ok(status === 200 || status === 404, `${path}: ${status}`)
    }
    const verdict = await verify(api.store.read)
    assert.equal(verdict.ok, true, JSON.stringify(verdict))
  })

  test('nor of many materials of one authorisation, of many lots of a material and of many pieces with a small norm', async () => {
    const api = await meterApi(engine)
    const more = { naziv: 'Kabl beli', jedinica_mere: 'm', zemlja_porekla: 'Nemačka', tarifni_broj: '8544.49' }
    await stored(api, '/materials', { id: 'KABL2', ...more })
    const normativi = [{ materijal_id: 'KABL1', potrebna_kolicina: 0.000001 }]
    await stored(api, '/proizvodi', { id: 'MRVA', naziv: 'Mrva', hs_code: '8544', jedinica_mere: 'kom', normativi })
    const stavke = [{ tarifni_broj: '8544.49', najvise_kolicina: MOST, jedinica_mere: 'm' }]
    const odobrenje = await stored(api, '/odobrenja', { broj: 'O-1', vazi_od: '2026-01-01', stavke })
    const lots = (materijal_id: string, count: number, cena_po_jedinici: number) =>
      Array.from({ length: count }, () => ({ materijal_id, kolicina: MOST, cena_po_jedinici }))
    const c4 = (n: number, lines: ReturnType<typeof lots>) =>
      stored(api, '/c4', c4Body(`C4-${n}`, '2026-01-10', lines, { valuta: 'RSD', odobrenje_id: odobrenje.id }))
    await c4(1, lots('KABL1', 5, 10_000))
    const { id, upozorenja } = await c4(2, lots('KABL2', 5, 10_000))
    const said = 'Količina po odobrenju je 1.000.000.000 m; sa ovim uvozom je 10.000.000.000 m.'
    assert.deepEqual(upozorenja, [said])
    assert.deepEqual((await api.get(`/c4/${id}`)).body.upozorenja, [said])
    await c4(3, lots('KABL1', 3, 20_000))
    for (const n of [1, 2]) {
      const lines = Array<object>(5).fill({ proizvod_id: 'MRVA', kolicina: MOST, cena: 1 })
      await stored(api, '/c1', c1Body(`C1-${n}`, '2026-02-01', lines as never))
    }
    const { body } = await api.get(`/odobrenja/${odobrenje.id}/kolicine`)
    assert.deepEqual([body.stavke[0].uvezeno, body.stavke[0].preostalo], [13 * MOST, 13 * MOST - 10_000])
    const account = (await api.get(`/obracun?odobrenje_id=${odobrenje.id}&datum_do=2026-03-31`)).body
    assert.deepEqual(
      account.ukupno.map((row: Record<string, unknown>) => row.vrednost_rsd),
      [110_000 * MOST - 10_000 * 10_000, 50_000 * MOST],
    )
    assert.deepEqual([account.normativi[0].izvezeno, account.normativi[0].ukupno], [10 * MOST, 10_000])
    assert.equal((await api.post('/zakljucenje', { do_dana: '2026-03-31', potvrda: true })).status, 201)
    const of = { datum_od: '2026-01-01', datum_do: '2026-03-31' }
    await stored(api, '/obracuni', { broj: 'O-1/26', ...of, potvrda_manjka: true })
  })

  test('stay exact to the millionth, whatever the order in which lines are changed', async () => {
    const api = await meterApi(engine)
    const lines = (...kolicine: number[]) =>
      kolicine.map((kolicina) => ({ materijal_id: 'KABL1', kolicina, cena_po_jedinici: 1 }))
    await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lines(...Array<number>(7).fill(MOST)), { valuta: 'RSD' }))
    const before = lines(0.000002, MOST, 400_000_000, 0.000001)
    const { id, stavke } = await stored(api, '/c4', c4Body('C4-2', '2026-01-11', before, { valuta: 'RSD' }))
    const after = lines(MOST, 0.000002, 400_000_000, 0.000001).map((line, at) => ({ ...line, id: stavke[at].id }))
    const { status } = await api.put(`/c4/${id}`, c4Body('C4-2', '2026-01-11', after, { valuta: 'RSD' }))
    assert.equal(status, 200)
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalInput, 8_400_000_000.000003)
    const verdict = await verify(api.store.read)
    assert.equal(verdict.ok, true, JSON.stringify(verdict))
  })

  test('and at the end of a past day, with as much lacking as there is', async () => {
    const api = await meterApi(engine)
    const most = Array<number>(8).fill(MOST)
    await stored(
      api,
      '/c1',
      c1Body(
        'C1-1',
        '2026-01-01',
        most.map((kolicina) => ({ proizvod_id: 'METAR', kolicina, cena: 1 })),
      ),
    )
    const lines = [...most, 0.000001].map((kolicina) => ({ materijal_id: 'KABL1', kolicina, cena_po_jedinici: 1 }))
    await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lines, { valuta: 'RSD' }))
    await stored(api, '/c4', c4Body('C4-2', '2026-03-01', [{ materijal_id: 'KON8', kolicina: 1, cena_po_jedinici: 1 }]))
    const kabl = async (query: string) => {
      const { status, body } = await api.get(`/archive/materials${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.results.find((row: { materijal_id: string }) => row.materijal_id === 'KABL1')
    }
    const [past, now] = [await kabl('?datum_do=2026-02-01'), await kabl('')]
    assert.deepEqual([now.totalConsumed, now.totalQuantity], [8 * MOST, 0.000001])
    assert.deepEqual([past.totalConsumed, past.totalQuantity], [8 * MOST, 0.000001])
  })

  test('and where many exports are added to one month of their product', async () => {
    const api = await meterApi(engine)
    await stored(api, '/proizvodi', { id: 'BEZ', naziv: 'Bez normativa', hs_code: '8544', jedinica_mere: 'kom' })
    const lines = [...Array<number>(8).fill(MOST), 0.000001].map((kolicina) => ({
      proizvod_id: 'BEZ',
      kolicina,
      cena: 1,
    }))
    for (const n of [1, 2, 3]) await stored(api, '/c1', c1Body(`C1-${n}`, '2026-02-01', lines))
    const verdict = await verify(api.store.read)
    assert.equal(verdict.ok, true, JSON.stringify(verdict))
  })

  test('a rate that would carry them beyond the books is refused with the document, not with the rate', async () => {
    const api = await meterApi(engine)
    const rate = { valuta: 'EUR', vazi_od: '2026-01-01', kurs: MOST }
    assert.equal((await api.post('/rates', rate)).status, 201)
    const lines = [{ materijal_id: 'KABL1', kolicina: 1000, cena_po_jedinici: 71 }]
    const refused = await api.post('/c4', c4Body('C4-1', '2026-01-10', lines))
    assert.equal(refused.status, 400)
    assert.equal(refused.body.message, 'Ukupna vrednost ili količina dokumenta je prevelika.')
    await stored(api, '/c4', c4Body('C4-1', '2026-01-10', [{ ...lines[0], cena_po_jedinici: 70 }]))
    assert.equal((await api.get('/materials/KABL1')).body.vrednost_rsd, 70_000 * MOST)
  })
})
