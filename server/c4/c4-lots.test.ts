import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, eachEngine } from '#server/testing.ts'
import { c1Body, c4Body, stored } from '#server/testing-documents.ts'
import {
  cableBooks,
  drawsOf,
  exportMeters,
  importMeters,
  meterApi,
  meters,
  movedBy,
  pieces,
} from '#server/testing-meters.ts'
import { assertBooks } from '#server/verify/testing-verify.ts'

type Lot = Record<string, unknown> & { id: number; redni_broj: number }
const price = { materijal_id: 'KABL1', cena_po_jedinici: 2 }

/** Sends an edit or removal that must be refused, and checks that it changed nothing; answers its sentence. */
async function refused(
  api: Client,
  exports: { id: number }[],
  change: () => Promise<{ status: number; body: unknown }>,
) {
  const books = async () => ({
    books: await cableBooks(api),
    draws: await Promise.all(exports.map((c1) => drawsOf(api, c1))),
  })
  const before = await books()
  const { status, body } = await change()
  assert.equal(status, 409)
  assert.deepEqual(await books(), before)
  return (body as { message: string }).message
}

eachEngine('lots of a C4', (engine) => {
  test('another price or rate of a used lot names the exports whose material costs something else, once', async () => {
    const api = await meterApi(engine)
    const c4 = await importMeters(api, 'C4-1', '2026-01-10', 10)
    const first = await exportMeters(api, 'C1-1', '2026-02-01', 3)
    await exportMeters(api, 'C1-2', '2026-02-02', 2, 2.5)
    const lines = (cena_po_jedinici: number) => [{ ...meters(10)[0], id: c4.stavke[0].id, cena_po_jedinici }]
    const put = async (...[datum, cena]: [datum: string, cena: number]) => {
      const { body } = await api.put(`/c4/${c4.id}`, c4Body('C4-1', datum, lines(cena)))
      assert.deepEqual(body.promenjeni_c1, [])
      return body.promenjen_trosak_c1
    }
    const named = await put('2026-01-10', 3)
    assert.deepEqual(named[0], { id: first.id, broj_c1: 'C1-1', datum: '2026-02-01' })
    assert.deepEqual(
      named.map(({ broj_c1 }: { broj_c1: string }) => broj_c1),
      ['C1-1', 'C1-2'],
    )
    assert.deepEqual(await put('2026-01-10', 3), [], 'nothing changed')
    await stored(api, '/rates', { valuta: 'EUR', vazi_od: '2026-01-11', kurs: 120 })
    assert.equal((await put('2026-01-11', 3)).length, 2, 'the rate of another day')
    await assertBooks(api)
  })

  test('an import stays while an export would lose its cover: the refusal names material, quantity and exports', async () => {
    const api = await meterApi(engine)
    const c4 = await importMeters(api, 'C4-1', '2026-01-10', 10)
    const c1 = [await exportMeters(api, 'C1-1', '2026-02-01', 3), await exportMeters(api, 'C1-2', '2026-02-02', 2, 2.5)]
    assert.equal(
      await refused(api, c1, () => api.delete(`/c4/${c4.id}`)),
      'Brisanje nije moguće, jer bi izvoz ostao bez pokrića: Kabl crni (KABL1): 7,5 m za izvoze C1-1, C1-2.',
    )
    const put =
      (datum: string, ...lines: Record<string, unknown>[]) =>
      () =>
        api.put(`/c4/${c4.id}`, c4Body('C4-1', datum, lines))
    const message = (kolicina: string, exports: string) =>
      `Izmena nije moguća, jer bi izvoz ostao bez pokrića: Kabl crni (KABL1): ${kolicina} m za ${exports}.`
    assert.equal(await refused(api, c1, put('2026-01-10', ...meters(7))), message('0,5', 'izvoz C1-2'))
    assert.equal(await refused(api, c1, put('2026-02-02', ...meters(10))), message('3', 'izvoz C1-1'))
    assert.equal(await refused(api, c1, put('2026-02-03', ...meters(10))), message('7,5', 'izvoze C1-1, C1-2'))
    const connectors = { ...price, materijal_id: 'KON8', kolicina: 10 }
    assert.equal(await refused(api, c1, put('2026-01-10', connectors)), message('7,5', 'izvoze C1-1, C1-2'))
    assert.equal(
      await refused(api, c1, put('2026-01-10', { ...connectors, id: c4.stavke[0].id })),
      message('7,5', 'izvoze C1-1, C1-2'),
    )
  })

  test('down to what went out, and up to the day on which it went out, an import may change', async () => {
    const api = await meterApi(engine)
    const c4 = await importMeters(api, 'C4-1', '2026-01-10', 10)
    const c1 = await exportMeters(api, 'C1-1', '2026-02-01', 7.5)
    const { status, body } = await api.put(`/c4/${c4.id}`, c4Body('C4-1', '2026-02-01', meters(7.5)))
    assert.equal(status, 200)
    assert.deepEqual([body.promenjeni_c1, body.stavke[0].preostalo], [[], 0])
    assert.deepEqual(await drawsOf(api, c1), ['C4-1 7.5'])
  })

  test('several materials are named, each with its own exports', async () => {
    const api = await meterApi(engine)
    const lines = [
      { ...price, kolicina: 10 },
      { ...price, materijal_id: 'KON8', kolicina: 10 },
    ]
    const c4 = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lines))
    const both = await stored(
      api,
      '/c1',
      c1Body('C1-1', '2026-02-01', [{ proizvod_id: 'SNOP1', kolicina: 2, cena: 9 }]),
    )
    const cable = await exportMeters(api, 'C1-2', '2026-02-02', 1)
    assert.equal(
      await refused(api, [both, cable], () => api.delete(`/c4/${c4.id}`)),
      'Brisanje nije moguće, jer bi izvoz ostao bez pokrića: Kabl crni (KABL1): 6 m za izvoze C1-1, C1-2; Konektor žuti (KON8): 2 kom za izvoz C1-1.',
    )
    const { body } = await api.delete(`/c4/${c4.id}`)
    assert.deepEqual(body.errors, [
      { field: 'stavke', message: 'Kabl crni (KABL1): 6 m za C1-1, C1-2' },
      { field: 'stavke', message: 'Konektor žuti (KON8): 2 kom za C1-1' },
    ])
  })

  test('of many exports the sentence names ten and counts the others; the errors name them all', async () => {
    const api = await meterApi(engine)
    const c4 = await importMeters(api, 'C4-1', '2026-01-10', 12)
    const remove = () => refused(api, [], () => api.delete(`/c4/${c4.id}`))
    for (let n = 1; n <= 10; n++) await exportMeters(api, `I${n}`, '2026-02-01', 1)
    assert.match(await remove(), /: 10 m za izvoze I1, I2, I3, I4, I5, I6, I7, I8, I9, I10\.$/)
    for (let n = 11; n <= 12; n++) await exportMeters(api, `I${n}`, '2026-02-01', 1)
    assert.match(await remove(), /: 12 m za izvoze I1, I2, I3, I4, I5, I6, I7, I8, I9, I10 i još 2\.$/)
    const { body } = await api.delete(`/c4/${c4.id}`)
    assert.match(body.errors[0].message, /^Kabl crni \(KABL1\): 12 m za I1, .*I10, I11, I12$/)
  })

  test('where other lots take over the change is made, and its answer lists the exports that moved', async () => {
    const api = await meterApi(engine)
    const c4 = await importMeters(api, 'C4-1', '2026-01-10', 10)
    await importMeters(api, 'C4-2', '2026-01-20', 8)
    const a = await exportMeters(api, 'C1-1', '2026-02-01', 3)
    const b = await exportMeters(api, 'C1-2', '2026-02-02', 5)
    const less = await api.put(`/c4/${c4.id}`, c4Body('C4-1', '2026-01-10', meters(4)))
    assert.equal(less.status, 200)
    assert.deepEqual(less.body.promenjeni_c1, [
      { id: b.id, broj_c1: 'C1-2', datum: '2026-02-02', novi_manjak: [], pokriveno: [] },
    ])
    assert.deepEqual(await drawsOf(api, b), ['C4-1 1', 'C4-2 4'])
    const gone = await api.delete(`/c4/${c4.id}`)
    assert.deepEqual([gone.status, movedBy(gone.body)], [200, ['C1-1', 'C1-2']])
    assert.deepEqual([await drawsOf(api, a), await drawsOf(api, b)], [['C4-2 3'], ['C4-2 5']])
    const { material } = await cableBooks(api)
    assert.deepEqual([material.totalInput, material.totalConsumed], [8, 8])
  })

  test('a shortage that was there before does not hold an import back, as long as it does not grow', async () => {
    const api = await meterApi(engine)
    const early = await importMeters(api, 'C4-1', '2026-01-10', 4)
    const late = await importMeters(api, 'C4-2', '2026-03-01', 9)
    const c1 = await exportMeters(api, 'C1-1', '2026-02-01', 10)
    assert.equal((await api.delete(`/c4/${late.id}`)).status, 200)
    assert.match(await refused(api, [c1], () => api.delete(`/c4/${early.id}`)), /: 4 m za izvoz C1-1\.$/)
    const more = await api.put(`/c4/${early.id}`, c4Body('C4-1', '2026-01-10', meters(7)))
    assert.deepEqual([more.status, movedBy(more.body)], [200, ['C1-1']])
    assert.deepEqual(await drawsOf(api, c1), ['C4-1 7', 'manjak 3'])
  })

  test('an earlier date moves a lot to the front of the queue', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 10)
    const second = await importMeters(api, 'C4-2', '2026-01-20', 10)
    const c1 = await exportMeters(api, 'C1-1', '2026-02-01', 4)
    const moved = await api.put(`/c4/${second.id}`, c4Body('C4-2', '2026-01-09', meters(10)))
    assert.deepEqual([movedBy(moved.body), await drawsOf(api, c1)], [['C1-1'], ['C4-2 4']])
    const back = await api.put(`/c4/${second.id}`, c4Body('C4-2', '2026-01-11', meters(10)))
    assert.deepEqual([movedBy(back.body), await drawsOf(api, c1)], [['C1-1'], ['C4-1 4']])
  })

  test('on its day a document stands where it was entered, also with a line that comes to it later', async () => {
    const api = await meterApi(engine)
    const { id } = await importMeters(api, 'C4-1', '2026-01-11', 5)
    await importMeters(api, 'C4-2', '2026-01-10', 10)
    const c1 = await exportMeters(api, 'C1-1', '2026-02-01', 8)
    assert.deepEqual(await drawsOf(api, c1), ['C4-2 8'])
    await api.put(`/c4/${id}`, c4Body('C4-1', '2026-01-10', meters(5)))
    assert.deepEqual(await drawsOf(api, c1), ['C4-1 5', 'C4-2 3'])
    await api.put(`/c4/${id}`, c4Body('C4-1', '2026-01-10', meters(5, 5)))
    assert.deepEqual(await drawsOf(api, c1), ['C4-1 5', 'C4-1 3'])
  })

  test('an id keeps a lot through an edit of everything else', async () => {
    const api = await meterApi(engine)
    const { id, stavke } = await importMeters(api, 'C4-1', '2026-01-10', 10, 20)
    const c1 = await exportMeters(api, 'C1-1', '2026-02-01', 12)
    const [first, second] = stavke as [Lot, Lot]
    const lines = [
      { ...price, id: second.id, kolicina: 25, broj_fakture: 'F-9', redni_broj: 1, zemlja_porekla: 'Kina' },
      { ...price, kolicina: 1, broj_fakture: 'F-9', redni_broj: 2 },
      { ...price, id: first.id, kolicina: 10, broj_fakture: 'F-9', redni_broj: 3 },
    ]
    const { body } = await api.put(`/c4/${id}`, c4Body('C4-1b', '2026-01-10', lines))
    assert.deepEqual(
      body.stavke.map((lot: Record<string, unknown>) => [lot.redni_broj, lot.kolicina, lot.preostalo]),
      [
        [1, 25, 23],
        [2, 1, 1],
        [3, 10, 0],
      ],
    )
    assert.deepEqual([body.stavke[0].id, body.stavke[2].id], [second.id, first.id])
    assert.ok(body.stavke[1].id > second.id)
    assert.deepEqual(body.promenjeni_c1, [])
    assert.deepEqual(await drawsOf(api, c1), ['C4-1b 10', 'C4-1b 2'])
  })

  test('without ids a line is the lot of the same invoice, ordinal and material', async () => {
    const api = await meterApi(engine)
    const { id, stavke } = await importMeters(api, 'C4-1', '2026-01-10', 10, 20, 30)
    const lines = [
      { ...price, kolicina: 31, redni_broj: 3 },
      { ...price, kolicina: 11, redni_broj: 1 },
      { ...price, kolicina: 20, redni_broj: 2, broj_fakture: 'F-2' },
      { ...price, materijal_id: 'KON8', kolicina: 4, redni_broj: 2 },
    ]
    const { body } = await api.put(`/c4/${id}`, c4Body('C4-1', '2026-01-10', lines))
    const [third, first, other, connectors] = body.stavke as [Lot, Lot, Lot, Lot]
    assert.deepEqual([third.id, first.id], [stavke[2].id, stavke[0].id])
    assert.ok(other.id > stavke[2].id && connectors.id > stavke[2].id)
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalInput, 62)
  })

  test('an id that the document does not have, or a second time, is refused', async () => {
    const api = await meterApi(engine)
    const other = await importMeters(api, 'C4-1', '2026-01-10', 10)
    const { id, stavke } = await importMeters(api, 'C4-2', '2026-01-10', 10)
    const put = async (...ids: number[]) => {
      const lines = ids.map((lot) => ({ ...price, kolicina: 1, id: lot }))
      const { status, body } = await api.put(`/c4/${id}`, c4Body('C4-2', '2026-01-10', lines))
      return [status, body.message]
    }
    const own: number = stavke[0].id
    const foreign: number = other.stavke[0].id
    assert.deepEqual(await put(foreign), [400, `Stavka 1: dokument nema stavku ${foreign}.`])
    assert.deepEqual(await put(own, own), [400, `Stavka 2: stavka ${own} se ponavlja u istom dokumentu.`])
    const twice = (await put(foreign, foreign))[1]
    assert.equal(twice, `Stavka 1: dokument nema stavku ${foreign} (i još grešaka: 1).`)
    assert.equal(
      (await api.post('/c4', c4Body('C4-3', '2026-01-10', [{ ...price, kolicina: 1, id: own }]))).status,
      400,
    )
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalInput, 20)
  })

  test('a lot that becomes another material leaves the one and enters the other', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-0', '2026-01-05', 10)
    const { id, stavke } = await importMeters(api, 'C4-1', '2026-01-10', 10)
    const cable = await exportMeters(api, 'C1-1', '2026-02-01', 4)
    const snop = [{ proizvod_id: 'SNOP1', kolicina: 2, cena: 1 }]
    const both = await stored(api, '/c1', c1Body('C1-2', '2026-02-01', snop))
    assert.deepEqual(await drawsOf(api, both), ['C4-0 5', 'manjak 2'])
    const line = { ...price, id: stavke[0].id, materijal_id: 'KON8', kolicina: 7 }
    const { body } = await api.put(`/c4/${id}`, c4Body('C4-1', '2026-01-10', [line]))
    assert.deepEqual([movedBy(body), body.stavke[0].id], [['C1-2'], stavke[0].id])
    assert.deepEqual(await drawsOf(api, both), ['C4-0 5', 'C4-1 2'])
    assert.deepEqual(await drawsOf(api, cable), ['C4-0 4'])
    const totals = async (material: string) => {
      const { totalInput, totalConsumed, vrednost_rsd } = (await api.get(`/materials/${material}`)).body
      return [totalInput, totalConsumed, vrednost_rsd]
    }
    // One metre and five connectors are left, at 2 EUR.
    assert.deepEqual(await totals('KABL1'), [10, 9, 235])
    assert.deepEqual(await totals('KON8'), [7, 2, 1175])
  })

  test('another price or currency revalues what remains and what went out', async () => {
    const api = await meterApi(engine)
    const { id } = await importMeters(api, 'C4-1', '2026-01-10', 10)
    const c1 = await exportMeters(api, 'C1-1', '2026-02-01', 4)
    const figures = async () => {
      const { material, remaining, transactions } = await cableBooks(api)
      const out = transactions.results.find(({ type }: { type: string }) => type === 'OUTPUT')
      return [material.vrednost_rsd, remaining[0].vrednost_rsd, out.unit_price, out.total_value]
    }
    assert.deepEqual(await figures(), [1410, 1410, 235, 940])
    const put = (cena_po_jedinici: number, valuta: string) =>
      api.put(`/c4/${id}`, c4Body('C4-1', '2026-01-10', [{ ...price, cena_po_jedinici, kolicina: 10 }], { valuta }))
    const dearer = await put(3, 'EUR')
    assert.deepEqual([dearer.status, dearer.body.promenjeni_c1], [200, []])
    assert.deepEqual(await figures(), [2115, 2115, 352.5, 1410])
    await put(3, 'USD')
    assert.deepEqual(await figures(), [1929.6, 1929.6, 321.6, 1286.4])
    await put(3, 'RSD')
    assert.deepEqual(await figures(), [18, 18, 3, 12])
    assert.deepEqual(await drawsOf(api, c1), ['C4-1 4'])
  })

  test('a new price counts for what stays drawn, beside another line whose new quantity moves an export', async () => {
    const api = await meterApi(engine)
    const { id, stavke } = await importMeters(api, 'C4-1', '2026-01-10', 10, 10)
    const c1 = [await exportMeters(api, 'C1-1', '2026-02-01', 6), await exportMeters(api, 'C1-2', '2026-02-02', 8)]
    const [first, second] = stavke.map((lot: Lot) => ({ ...price, id: lot.id }))
    const lines = [
      { ...first, kolicina: 10, cena_po_jedinici: 3 },
      { ...second, kolicina: 12 },
    ]
    const { status } = await api.put(`/c4/${id}`, c4Body('C4-1', '2026-01-10', lines))
    assert.equal(status, 200)
    assert.deepEqual(await drawsOf(api, c1[0]), ['C4-1 6'])
    assert.deepEqual(await drawsOf(api, c1[1]), ['C4-1 4', 'C4-1 4'])
    await assertBooks(api)
  })

  test('a lot that is cut in two keeps its exports covered', async () => {
    const api = await meterApi(engine)
    const { id, stavke } = await importMeters(api, 'C4-1', '2026-01-10', 10)
    const c1 = await exportMeters(api, 'C1-1', '2026-02-01', 8)
    const lines = [
      { ...price, id: stavke[0].id, kolicina: 6 },
      { ...price, kolicina: 4 },
    ]
    const { status, body } = await api.put(`/c4/${id}`, c4Body('C4-1', '2026-01-10', lines))
    assert.deepEqual([status, movedBy(body)], [200, ['C1-1']])
    assert.deepEqual(await drawsOf(api, c1), ['C4-1 6', 'C4-1 2'])
  })

  test('a removed line whose goods went out is taken over by a lot of the same document', async () => {
    const api = await meterApi(engine)
    const { id, stavke } = await importMeters(api, 'C4-1', '2026-01-10', 10, 10)
    const c1 = await exportMeters(api, 'C1-1', '2026-02-01', 8)
    const keep = (kolicina: number) => c4Body('C4-1', '2026-01-10', [{ ...price, id: stavke[1].id, kolicina }])
    assert.match(await refused(api, [c1], () => api.put(`/c4/${id}`, keep(7))), /: 1 m za izvoz C1-1\.$/)
    const { status, body } = await api.put(`/c4/${id}`, keep(8))
    assert.deepEqual([status, movedBy(body)], [200, ['C1-1']])
    assert.equal(body.stavke[0].preostalo, 0)
  })

  test('the removal of one material leaves the exports of another alone', async () => {
    const api = await meterApi(engine)
    const connectors = await stored(
      api,
      '/c4',
      c4Body('C4-1', '2026-01-10', [{ ...price, materijal_id: 'KON8', kolicina: 5 }]),
    )
    await importMeters(api, 'C4-2', '2026-01-10', 10)
    await stored(api, '/c1', c1Body('C1-1', '2026-02-01', pieces(4)))
    const { status, body } = await api.delete(`/c4/${connectors.id}`)
    assert.deepEqual([status, body.promenjeni_c1], [200, []])
  })
})
