import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '#server/testing.ts'
import { c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { cableBooks, drawsOf, exportMeters, importMeters, meterApi, movedBy, pieces } from '#server/testing-meters.ts'

type Lot = { preostalo: number }

eachEngine('discharge', (engine) => {
  test('an export takes the oldest imports first, in whatever order they were typed in', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-3', '2026-01-20', 30)
    await importMeters(api, 'C4-1', '2026-01-05', 10)
    await importMeters(api, 'C4-2', '2026-01-10', 20)
    const c1 = await exportMeters(api, 'C1-1', '2026-02-01', 40)
    assert.deepEqual(await drawsOf(api, c1), ['C4-1 10', 'C4-2 20', 'C4-3 10'])
    assert.deepEqual((await api.get('/materials/KABL1/stock')).body, {
      totalInput: 60,
      totalConsumed: 40,
      totalQuantity: 20,
      preostalo: 20,
      manjak: 0,
    })
  })

  test('of one day the document entered first counts first, and in it the line that was saved first', async () => {
    const api = await meterApi(engine)
    const { stavke } = await importMeters(api, 'C4-1', '2026-01-10', 5, 6, 7)
    await importMeters(api, 'C4-2', '2026-01-10', 9)
    const { id } = await exportMeters(api, 'C1-1', '2026-01-10', 20)
    const { body } = await api.get(`/c1/${id}/razduzenje`)
    type Row = { kolicina: number; lot: { ulaz_stavka_id: number; redni_broj: number; c4_broj: string } }
    assert.deepEqual(
      body.map(({ kolicina, lot }: Row) => [lot.c4_broj, lot.redni_broj, kolicina]),
      [
        ['C4-1', 1, 5],
        ['C4-1', 2, 6],
        ['C4-1', 3, 7],
        ['C4-2', 1, 2],
      ],
    )
    assert.equal(body[0].lot.ulaz_stavka_id, stavke[0].id)
  })

  test('goods never go out before they came in; the same day counts as in first', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-02-10', 10)
    const before = await exportMeters(api, 'C1-1', '2026-02-09', 4)
    const sameDay = await exportMeters(api, 'C1-2', '2026-02-10', 4)
    assert.deepEqual(await drawsOf(api, before), ['manjak 4'])
    assert.deepEqual(await drawsOf(api, sameDay), ['C4-1 4'])
    // The shortage of an earlier export takes nothing from what came later.
    assert.equal((await api.get('/materials/KABL1/remaining')).body[0].preostalo, 6)
  })

  test('what no import covers is saved all the same and named in the answer', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 10)
    const c1 = await exportMeters(api, 'C1-1', '2026-02-01', 7, 8)
    const manjak = [{ materijal_id: 'KABL1', naziv: 'Kabl crni', jedinica_mere: 'm', kolicina: 5 }]
    assert.deepEqual(c1.manjak, manjak)
    assert.equal(c1.ima_manjak, true)
    assert.deepEqual(
      c1.stavke.map(({ normativ }: { normativ: { manjak: number }[] }) => normativ[0]?.manjak),
      [0, 5],
    )
    assert.deepEqual((await api.get(`/c1/${c1.id}`)).body.manjak, manjak)
    assert.equal((await api.get('/c1')).body.results[0].ima_manjak, true)
    assert.deepEqual(await drawsOf(api, c1), ['C4-1 7', 'C4-1 3', 'manjak 5'])
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalQuantity, -5)
  })

  test('a shortage is covered by itself when an import dated on or before the export is entered', async () => {
    const api = await meterApi(engine)
    const c1 = await exportMeters(api, 'C1-1', '2026-02-01', 10)
    const later = await importMeters(api, 'C4-3', '2026-02-02', 50)
    assert.deepEqual([movedBy(later), await drawsOf(api, c1)], [[], ['manjak 10']])
    const sameDay = await importMeters(api, 'C4-2', '2026-02-01', 4)
    assert.deepEqual([movedBy(sameDay), await drawsOf(api, c1)], [['C1-1'], ['C4-2 4', 'manjak 6']])
    const earlier = await importMeters(api, 'C4-1', '2026-01-01', 6)
    assert.deepEqual([movedBy(earlier), await drawsOf(api, c1)], [['C1-1'], ['C4-1 6', 'C4-2 4']])
    const cable = { materijal_id: 'KABL1', naziv: 'Kabl crni', jedinica_mere: 'm' }
    assert.deepEqual(
      [sameDay, earlier].map(({ promenjeni_c1 }) => promenjeni_c1[0].pokriveno),
      [[{ ...cable, kolicina: 4 }], [{ ...cable, kolicina: 6 }]],
    )
    const { body } = await api.get(`/c1/${c1.id}`)
    assert.deepEqual([body.manjak, body.ima_manjak], [[], false])
  })

  test('a requirement that rounds to nothing lacks nothing', async () => {
    const api = await meterApi(engine)
    const normativi = [{ materijal_id: 'KABL1', potrebna_kolicina: 0.000001 }]
    await stored(api, '/proizvodi', { id: 'MRVA', naziv: 'Mrva', hs_code: '8544', jedinica_mere: 'kom', normativi })
    const c1 = await stored(api, '/c1', c1Body('C1-1', '2026-02-01', [{ proizvod_id: 'MRVA', kolicina: 0.1, cena: 1 }]))
    assert.deepEqual([c1.ima_manjak, c1.manjak], [false, []])
    assert.equal((await api.get(`/c1/${c1.id}`)).body.ima_manjak, false)
    assert.equal((await api.get('/c1?ima_manjak=true')).body.total, 0)
    assert.equal((await api.get('/archive/products')).body.results[0].ima_manjak, false)
    assert.equal((await api.get('/dashboard')).body.c1_sa_manjkom, 0)
    assert.equal((await api.get('/materials/KABL1/transactions')).body.total, 0)
  })

  test('exports whose lots a save moved are told by their days, whatever of theirs moved', async () => {
    const api = await meterApi(engine)
    const of = (materijal_id: string) => ({ materijal_id, kolicina: 10, cena_po_jedinici: 1 })
    await stored(api, '/c4', c4Body('C4-2', '2026-01-20', [of('KABL1'), of('KON8')]))
    const normativi = [{ materijal_id: 'KON8', potrebna_kolicina: 1 }]
    await stored(api, '/proizvodi', {
      id: 'KUCISTE',
      naziv: 'Kućište',
      hs_code: '8544',
      jedinica_mere: 'kom',
      normativi,
    })
    await exportMeters(api, 'C1-2', '2026-03-02', 1)
    for (const day of [1, 3])
      await stored(
        api,
        '/c1',
        c1Body(`C1-${day}`, `2026-03-0${day}`, [{ proizvod_id: 'KUCISTE', kolicina: 1, cena: 1 }]),
      )
    const late = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', [of('KABL1'), of('KON8')]))
    assert.deepEqual(movedBy(late), ['C1-1', 'C1-2', 'C1-3'])
  })

  test('where the last export is removed, those that used up lots before it still move to a late import', async () => {
    const api = await meterApi(engine)
    // Each lot ends with its export, so none is begun when the last export is gone.
    await importMeters(api, 'C4-1', '2026-01-01', 10)
    await exportMeters(api, 'C1-1', '2026-01-03', 10)
    await importMeters(api, 'C4-3', '2026-01-05', 10)
    const second = await exportMeters(api, 'C1-2', '2026-01-05', 10)
    await importMeters(api, 'C4-4', '2026-01-06', 10)
    const last = await exportMeters(api, 'C1-3', '2026-01-06', 5)
    assert.equal((await api.delete(`/c1/${last.id}`)).status, 200)
    const late = await importMeters(api, 'C4-2', '2026-01-04', 10)
    assert.deepEqual([movedBy(late), await drawsOf(api, second)], [['C1-2'], ['C4-2 10']])
  })

  test('an export that is entered late stands in its place and moves those behind it', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 10)
    await importMeters(api, 'C4-2', '2026-01-20', 10)
    const first = await exportMeters(api, 'C1-1', '2026-01-15', 2)
    const last = await exportMeters(api, 'C1-3', '2026-02-01', 7)
    assert.deepEqual(await drawsOf(api, last), ['C4-1 7'])
    const { body: late } = await api.post('/c1', c1Body('C1-2', '2026-01-25', pieces(5)))
    assert.deepEqual(late.promenjeni_c1, [
      { id: last.id, broj_c1: 'C1-3', datum: '2026-02-01', novi_manjak: [], pokriveno: [] },
    ])
    assert.deepEqual(await drawsOf(api, first), ['C4-1 2'])
    assert.deepEqual(await drawsOf(api, late), ['C4-1 5'])
    assert.deepEqual(await drawsOf(api, last), ['C4-1 3', 'C4-2 4'])
  })

  test('a late export may take the cover from a later one: that is saved and named', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 10)
    const last = await exportMeters(api, 'C1-2', '2026-02-01', 10)
    const late = await exportMeters(api, 'C1-1', '2026-01-20', 4)
    const losing = (kolicina: number) => {
      const novi_manjak = [{ materijal_id: 'KABL1', naziv: 'Kabl crni', jedinica_mere: 'm', kolicina }]
      return [{ id: last.id, broj_c1: 'C1-2', datum: '2026-02-01', novi_manjak, pokriveno: [] }]
    }
    assert.deepEqual([late.promenjeni_c1, late.manjak], [losing(4), []])
    assert.deepEqual(await drawsOf(api, last), ['C4-1 6', 'manjak 4'])
    const { body: more } = await api.post('/c1', c1Body('C1-0', '2026-01-15', pieces(5)))
    assert.deepEqual(more.promenjeni_c1.at(-1), losing(5)[0], 'what it lost now, not all that it lacks')
  })

  test('an import that is entered late is taken by the exports behind it', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-2', '2026-01-10', 10)
    const before = await exportMeters(api, 'C1-1', '2026-01-10', 2)
    const a = await exportMeters(api, 'C1-2', '2026-02-01', 3)
    const b = await exportMeters(api, 'C1-3', '2026-03-01', 5)
    const late = await importMeters(api, 'C4-1', '2026-01-09', 4)
    assert.deepEqual(movedBy(late), ['C1-1', 'C1-2'], 'C1-3 takes what it took before')
    assert.deepEqual(await drawsOf(api, before), ['C4-1 2'])
    assert.deepEqual(await drawsOf(api, a), ['C4-1 2', 'C4-2 1'])
    assert.deepEqual(await drawsOf(api, b), ['C4-2 5'])
  })

  test('a backdated import with more lots than one read fetches is used up before newer lots', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-2', '2026-01-20', 50)
    const c1 = await exportMeters(api, 'C1-1', '2026-02-01', 20)
    // More lots than are read at first, and together less than the export needs.
    await importMeters(api, 'C4-1', '2026-01-10', 1, 1, 1, 1, 1, 1)
    assert.deepEqual(await drawsOf(api, c1), [...Array.from({ length: 6 }, () => 'C4-1 1'), 'C4-2 14'])
    assert.deepEqual(
      (await api.get('/materials/KABL1/remaining')).body.map(({ preostalo }: Lot) => preostalo),
      [36],
    )
  })

  test('an edited export gives back or takes more, in its place of the queue', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 10)
    await importMeters(api, 'C4-2', '2026-01-20', 10)
    const a = await exportMeters(api, 'C1-1', '2026-02-01', 6)
    const b = await exportMeters(api, 'C1-2', '2026-02-02', 6)
    const change = async (datum: string, kolicina: number) => {
      const { body } = await api.put(`/c1/${a.id}`, c1Body('C1-1', datum, pieces(kolicina)))
      return { moved: movedBy(body), a: await drawsOf(api, a), b: await drawsOf(api, b) }
    }
    assert.deepEqual(await change('2026-02-01', 2), { moved: ['C1-2'], a: ['C4-1 2'], b: ['C4-1 6'] })
    assert.deepEqual(await change('2026-02-01', 9), { moved: ['C1-2'], a: ['C4-1 9'], b: ['C4-1 1', 'C4-2 5'] })
    assert.deepEqual(await change('2026-02-03', 9), { moved: ['C1-2'], a: ['C4-1 4', 'C4-2 5'], b: ['C4-1 6'] })
    assert.deepEqual(await change('2026-02-03', 12), { moved: [], a: ['C4-1 4', 'C4-2 8'], b: ['C4-1 6'] })
    assert.deepEqual(await change('2026-01-15', 12), { moved: ['C1-2'], a: ['C4-1 10', 'manjak 2'], b: ['C4-2 6'] })
  })

  test('a deleted export gives everything back, and the later ones move up', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 10)
    await importMeters(api, 'C4-2', '2026-01-20', 10)
    const a = await exportMeters(api, 'C1-1', '2026-02-01', 8)
    const b = await exportMeters(api, 'C1-2', '2026-02-02', 8)
    const { status, body } = await api.delete(`/c1/${a.id}`)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      message: 'Dokument uspešno obrisan.',
      promenjeni_c1: [{ id: b.id, broj_c1: 'C1-2', datum: '2026-02-02', novi_manjak: [], pokriveno: [] }],
    })
    assert.deepEqual(await drawsOf(api, b), ['C4-1 8'])
    await api.delete(`/c1/${b.id}`)
    const { material, remaining } = await cableBooks(api)
    assert.deepEqual([material.totalInput, material.totalConsumed, material.totalQuantity], [20, 0, 20])
    assert.deepEqual(
      remaining.map(({ kolicina_razduzena, preostalo }: Record<string, number>) => [kolicina_razduzena, preostalo]),
      [
        [0, 10],
        [0, 10],
      ],
    )
  })

  test('corrected documents end in the same books as documents entered right the first time', async () => {
    const straight = await meterApi(engine)
    await importMeters(straight, 'C4-1', '2026-01-10', 10, 5)
    await importMeters(straight, 'C4-2', '2026-01-20', 8)
    await exportMeters(straight, 'C1-1', '2026-01-15', 12)
    await exportMeters(straight, 'C1-2', '2026-02-01', 9, 4)
    const winding = await meterApi(engine)
    const gone = await exportMeters(winding, 'C1-0', '2026-01-01', 100)
    const c4 = await importMeters(winding, 'C4-1', '2026-03-01', 1)
    await importMeters(winding, 'C4-2', '2026-01-20', 8)
    const c1 = await exportMeters(winding, 'C1-1', '2026-02-20', 1, 2, 3)
    await exportMeters(winding, 'C1-2', '2026-02-01', 9, 4)
    const corrected = c4Body('C4-1', '2026-01-10', [
      { id: c4.stavke[0].id, materijal_id: 'KABL1', kolicina: 10, cena_po_jedinici: 2 },
      { materijal_id: 'KABL1', kolicina: 5, cena_po_jedinici: 2 },
    ])
    assert.equal((await winding.put(`/c4/${c4.id}`, corrected)).status, 200)
    assert.equal((await winding.put(`/c1/${c1.id}`, c1Body('C1-1', '2026-01-15', pieces(12)))).status, 200)
    assert.equal((await winding.delete(`/c1/${gone.id}`)).status, 200)
    const books = async (api: typeof straight) => {
      const { material, transactions } = await cableBooks(api)
      const { verzija: _, ...totals } = material
      type Row = Record<string, unknown>
      const rows = transactions.results.map(
        (row: Row) =>
          `${row.date} ${row.type} ${row.document_number} ${row.quantity} ${row.c4_broj} ${row.total_value}`,
      )
      return { totals, rows: rows.sort() }
    }
    assert.deepEqual(await books(winding), await books(straight))
  })

  test('the discharge of an export says which imported line went out in which of its lines', async () => {
    const api = await meterApi(engine)
    const italy = { zemlja_porekla: 'Italija', tarifni_broj: '8544.42', dokazuje_poreklo: true, broj_fakture: 'F-9' }
    const line = { materijal_id: 'KABL1', kolicina: 6, cena_po_jedinici: 2.5 }
    const c4 = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', [{ ...line, ...italy }], { valuta: 'USD' }))
    const c1 = await exportMeters(api, 'C1-1', '2026-02-01', 4, 5)
    const of = { proizvod_id: 'METAR', proizvod_naziv: 'Metar kabla', broj_fakture: 'F-1' }
    const row = { ...of, materijal_id: 'KABL1', materijal_naziv: 'Kabl crni', jedinica_mere: 'm' }
    const lot = {
      ulaz_stavka_id: c4.stavke[0].id,
      c4_id: c4.id,
      c4_broj: 'C4-1',
      c4_datum: '2026-01-10',
      rok: null,
      redni_broj: 1,
      ...italy,
      cena_po_jedinici: 2.5,
      valuta: 'USD',
      preostalo: 0,
    }
    // A norm without waste and loss: all of it is in the product.
    const marks = { usmereno: false, posle_roka: false }
    const whole = (kolicina: number) => ({ kolicina, ugradjeno: kolicina, otpad: 0, gubitak: 0, ...marks })
    const [first, second] = c1.stavke
    assert.deepEqual((await api.get(`/c1/${c1.id}/razduzenje`)).body, [
      { ...row, ...whole(4), c1_stavka_id: first.id, redni_broj: 1, lot },
      { ...row, ...whole(2), c1_stavka_id: second.id, redni_broj: 2, lot },
      { ...row, ...whole(3), c1_stavka_id: second.id, redni_broj: 2, lot: null },
    ])
  })

  test('a product draws each material of its normativ; one without a normativ draws nothing', async () => {
    const api = await meterApi(engine)
    const kon = { materijal_id: 'KON8', kolicina: 3, cena_po_jedinici: 1 }
    await stored(api, '/c4', c4Body('C4-1', '2026-01-10', [{ ...kon, materijal_id: 'KABL1', kolicina: 10 }, kon]))
    const lines = [
      { proizvod_id: 'PRAZAN', kolicina: 100, cena: 1 },
      { proizvod_id: 'SNOP1', kolicina: 4, cena: 1 },
    ]
    const c1 = await stored(api, '/c1', c1Body('C1-1', '2026-02-01', lines))
    assert.deepEqual(await drawsOf(api, c1), ['C4-1 10', 'C4-1 3', 'manjak 1'])
    assert.deepEqual(c1.manjak, [{ materijal_id: 'KON8', naziv: 'Konektor žuti', jedinica_mere: 'kom', kolicina: 1 }])
    assert.deepEqual(c1.stavke[0].normativ, [])
  })

  test('what is needed is rounded half up to 6 places', async () => {
    const api = await meterApi(engine)
    const normativ = (potrebna_kolicina: number) =>
      api.post('/normativ/METAR', { items: [{ materijal_id: 'KABL1', potrebna_kolicina }] })
    await importMeters(api, 'C4-1', '2026-01-10', 100)
    const takes = async (broj: string, kolicina: number) =>
      drawsOf(api, await exportMeters(api, broj, '2026-02-01', kolicina))
    await normativ(0.333333)
    assert.deepEqual(await takes('C1-1', 1.5), ['C4-1 0.5'])
    assert.deepEqual(await takes('C1-2', 3), ['C4-1 0.999999'])
    await normativ(0.000001)
    assert.deepEqual(await takes('C1-3', 0.5), ['C4-1 0.000001'])
    assert.deepEqual(await takes('C1-4', 0.499999), [])
    await normativ(0.00035)
    assert.deepEqual(await takes('C1-5', 1000), ['C4-1 0.35'])
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalConsumed, 1.85)
  })

  test('needs beyond the books are refused in a sentence with their line', async () => {
    const api = await meterApi(engine)
    const most = 1_000_000_000
    await api.post('/normativ/METAR', { items: [{ materijal_id: 'KABL1', potrebna_kolicina: 1.000001 }] })
    const line = { proizvod_id: 'METAR', kolicina: most, cena: 0.01 }
    const refused = await api.post('/c1', c1Body('C1-1', '2026-02-01', [...pieces(1), line]))
    assert.equal(refused.status, 400)
    assert.deepEqual(refused.body, {
      message: 'Stavka 2: potrebna količina materijala KABL1 je prevelika.',
      errors: [{ field: 'stavke.1.kolicina', message: 'Stavka 2: potrebna količina materijala KABL1 je prevelika.' }],
    })
    await api.post('/normativ/METAR', { items: [{ materijal_id: 'KABL1', potrebna_kolicina: 1 }] })
    await stored(
      api,
      '/c1',
      c1Body(
        'C1-1',
        '2026-02-01',
        Array.from({ length: 17 }, () => ({ ...line, kolicina: most / 2 })),
      ),
    )
    const beyond = await api.post('/c1', c1Body('C1-2', '2026-02-01', pieces(1)))
    assert.equal(beyond.status, 400)
    assert.equal(beyond.body.message, 'Ukupna količina materijala KABL1 prelazi 8.500.000.000.')
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalQuantity, -8.5 * most)
  })
})
