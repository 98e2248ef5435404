import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MaterialSummary, ProductSummary } from '#contract/archive.ts'
import { eachEngine, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { xlsx } from '#server/testing-sheets.ts'

eachEngine('archive: materials', (engine) => {
  test('per material what came in, went out and remains, its value, its imports and the last of them', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    // The same material twice on one document is one import.
    const lot = { materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 10 }
    await stored(api, '/c4', c4Body('C4-3', '2026-02-05', [lot, lot], { valuta: 'RSD' }))
    const { body } = await api.get('/archive/materials')
    assert.equal(body.total, 2)
    assert.deepEqual(body.results, [
      {
        materijal_id: 'KABL1',
        naziv: 'Kabl crni',
        jedinica_mere: 'm',
        pocetno_stanje: 0,
        totalInput: 152,
        totalConsumed: 110,
        preostalo: 42,
        manjak: 0,
        totalQuantity: 42,
        vrednost_rsd: 12020,
        broj_c4: 3,
        poslednji_uvoz: '2026-02-05',
      },
      {
        materijal_id: 'KON8',
        naziv: 'Konektor žuti',
        jedinica_mere: 'kom',
        pocetno_stanje: 0,
        totalInput: 10,
        totalConsumed: 44,
        preostalo: 0,
        manjak: 34,
        totalQuantity: -34,
        vrednost_rsd: 0,
        broj_c4: 1,
        poslednji_uvoz: '2026-01-10',
      },
    ])
  })

  test('in a period: stock before it, movements in it, and the remainder at its end', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const figures = async (query: string) =>
      (await api.get(`/archive/materials?${query}`)).body.results.map((row: MaterialSummary) => [
        [row.pocetno_stanje, row.totalInput, row.totalConsumed, row.totalQuantity],
        [row.vrednost_rsd, row.broj_c4, row.poslednji_uvoz],
      ])
    assert.deepEqual(await figures('datum_do=2026-01-09'), [
      [
        [0, 0, 0, 0],
        [0, 0, null],
      ],
      [
        [0, 0, 0, 0],
        [0, 0, null],
      ],
    ])
    assert.deepEqual(await figures('datum_do=2026-01-31'), [
      [
        [0, 100, 0, 100],
        [23500, 1, '2026-01-10'],
      ],
      [
        [0, 10, 0, 10],
        [587.5, 1, '2026-01-10'],
      ],
    ])
    assert.deepEqual(await figures('datum_od=2026-02-01&datum_do=2026-02-04'), [
      [
        [100, 0, 50, 50],
        [11750, 0, '2026-01-10'],
      ],
      [
        [10, 0, 20, -10],
        [0, 0, '2026-01-10'],
      ],
    ])
    assert.deepEqual(await figures('datum_od=2026-02-02'), [
      [
        [50, 50, 60, 40],
        [12000, 1, '2026-02-05'],
      ],
      [
        [-10, 0, 24, -34],
        [0, 0, '2026-01-10'],
      ],
    ])
    const untilNow = await figures('datum_od=2026-02-02')
    for (const last of ['2026-02-05', '2026-12-31'])
      assert.deepEqual(await figures(`datum_od=2026-02-02&datum_do=${last}`), untilNow)
    // One export later, or one import, and the period no longer ends now.
    await stored(api, '/c1', c1Body('C1-3', '2026-02-10', [{ proizvod_id: 'SNOP1', kolicina: 1, cena: 1 }]))
    assert.deepEqual(await figures('datum_od=2026-02-02&datum_do=2026-02-09'), untilNow)
    await stored(
      api,
      '/c4',
      c4Body('C4-3', '2026-02-20', [{ materijal_id: 'KABL1', kolicina: 5, cena_po_jedinici: 1 }]),
    )
    const withC1 = await figures('datum_od=2026-02-02&datum_do=2026-02-19')
    assert.deepEqual(withC1[0]?.[0], [50, 50, 62.5, 37.5])
    // An import and an export on its last day.
    const [lastDay] = await figures('datum_do=2026-02-05')
    assert.deepEqual(lastDay, [
      [0, 150, 110, 40],
      [12000, 2, '2026-02-05'],
    ])
    assert.equal((await api.get('/archive/materials?datum_od=2026-02-06&datum_do=2026-02-01')).status, 400)
  })

  test('the value of all of them is the sum of the rows, and is that of the dashboard, on whatever page it stands', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    // Half a para each: each makes one, together they are not one but two.
    const line = (materijal_id: string) => ({ materijal_id, kolicina: 0.5, cena_po_jedinici: 0.01 })
    await stored(api, '/c4', c4Body('C4-1', '2026-01-10', [line('KABL1'), line('KON8')], { valuta: 'RSD' }))
    const total = async (query: string) => (await api.get(`/archive/materials?${query}`)).body.vrednost_rsd
    const { results, vrednost_rsd } = (await api.get('/archive/materials')).body
    assert.deepEqual(
      results.map((row: MaterialSummary) => row.vrednost_rsd),
      [0.01, 0.01],
    )
    assert.equal(vrednost_rsd, 0.02)
    assert.equal(vrednost_rsd, (await api.get('/dashboard')).body.vrednost_zaliha_rsd)
    for (const query of ['limit=1', 'limit=1&page=2', 'datum_do=2026-01-10', 'limit=1&datum_do=2026-01-10'])
      assert.equal(await total(query), 0.02, query)
    assert.equal(await total('search=zuti'), 0.01)
    assert.equal(await total('datum_do=2026-01-09'), 0)
    // What came after the period is not in it, nor is what other pages of it have.
    await stored(api, '/c4', c4Body('C4-2', '2026-02-10', [line('KABL1'), line('KABL1')], { valuta: 'RSD' }))
    assert.equal(await total('limit=1&datum_do=2026-01-31'), 0.02)
    assert.equal(await total('limit=1'), 0.04)
  })

  test('in a period all materials stand there, however many are looked up at once', async () => {
    const api = await testApi(engine)
    const rows = Array.from({ length: 501 }, (_, at) => [`MAT${1000 + at}`, 'Kabl', 'Kina', 'm', '8544.49'])
    assert.equal((await api.upload('/materials/import', xlsx(...rows))).body.novih, 501)
    const { results, total } = (await api.get('/archive/materials?datum_od=2026-01-01')).body
    assert.deepEqual([total, results.map((row: MaterialSummary) => row.materijal_id)], [501, rows.map(([id]) => id)])
  })

  test('a material that was never imported stands there too; search and pages narrow the list', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const names = async (query: string) => {
      const { body } = await api.get(`/archive/materials?${query}`)
      return [body.total, ...body.results.map(({ materijal_id }: MaterialSummary) => materijal_id)]
    }
    assert.deepEqual(await names(''), [2, 'KABL1', 'KON8'])
    assert.deepEqual(await names('limit=1&page=2'), [2, 'KON8'])
    assert.deepEqual(await names('search=zuti'), [1, 'KON8'])
    const [first] = (await api.get('/archive/materials')).body.results
    assert.deepEqual([first.broj_c4, first.poslednji_uvoz, first.totalInput], [0, null, 0])
  })
})

eachEngine('archive: products', (engine) => {
  test('per product what was exported, for how much, and what its material cost from the very lots', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { body } = await api.get('/archive/products')
    assert.equal(body.total, 2)
    // 300 + 384 EUR. Cost: 50 × 235 + 10 × 58.75, and 50 × 235 + 10 × 300; the shortages have none yet.
    assert.deepEqual(body.results, [
      {
        proizvod_id: 'PRAZAN',
        naziv: 'Bez normativa',
        jedinica_mere: 'kom',
        kolicina: 0,
        broj_c1: 0,
        vrednost_eur: 0,
        vrednost_rsd: 0,
        trosak_rsd: 0,
        razlika_rsd: 0,
        ima_manjak: false,
      },
      {
        proizvod_id: 'SNOP1',
        naziv: 'Kablovski snop',
        jedinica_mere: 'kom',
        kolicina: 44,
        broj_c1: 2,
        vrednost_eur: 684,
        vrednost_rsd: 80370,
        trosak_rsd: 27087.5,
        razlika_rsd: 53282.5,
        ima_manjak: true,
      },
    ])
  })

  test('the period is that of the exports', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const of = async (query: string): Promise<ProductSummary> =>
      (await api.get(`/archive/products?search=snop&${query}`)).body.results[0]
    const first = await of('datum_do=2026-02-01')
    assert.deepEqual([first.kolicina, first.vrednost_eur, first.trosak_rsd, first.broj_c1], [20, 300, 12337.5, 1])
    const second = await of('datum_od=2026-02-02')
    assert.deepEqual([second.kolicina, second.vrednost_eur, second.trosak_rsd, second.broj_c1], [24, 384, 14750, 1])
    const none = await of('datum_od=2026-02-06')
    assert.deepEqual([none.kolicina, none.broj_c1, none.ima_manjak], [0, 0, false])
  })

  test('whatever days a period begins and ends with, all exports of its days count and no others', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const exported = new Map(
      ['01-01', '01-31', '02-01', '02-15', '02-16', '02-28', '03-01', '03-31'].map((day, index) => [
        `2026-${day}`,
        2 ** index,
      ]),
    )
    for (const [day, kolicina] of exported) {
      const line = { proizvod_id: 'PRAZAN', kolicina: kolicina / 2, cena: 1 }
      await stored(api, '/c1', c1Body(day, day, [line, line]))
    }
    const days = [...exported.keys()]
    for (const od of ['', ...days]) {
      for (const to of ['', ...days.filter((day) => day >= od)]) {
        const [{ kolicina, broj_c1 }] = (await api.get(`/archive/products?search=prazan&datum_od=${od}&datum_do=${to}`))
          .body.results
        const within = days.filter((day) => day >= od && (!to || day <= to)).map((day) => exported.get(day) ?? 0)
        const sum = within.reduce((all, one) => all + one, 0)
        assert.deepEqual([kolicina, broj_c1], [sum, within.length], `${od} – ${to}`)
      }
    }
  })

  test('an export keeps the rate it was saved with, and one document with two lines of a product is one C1', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const item = { proizvod_id: 'PRAZAN', kolicina: 1, cena: 0.5 }
    await stored(api, '/c1', c1Body('I1', '2026-01-10', [item, item]))
    await stored(api, '/rates', { valuta: 'EUR', vazi_od: '2026-02-01', kurs: 117.111111 })
    await stored(api, '/c1', c1Body('I2', '2026-02-01', [item]))
    const [product] = (await api.get('/archive/products?search=prazan')).body.results
    assert.deepEqual([product.kolicina, product.broj_c1, product.vrednost_eur], [3, 2, 1.5])
    // 1 × 117.5 + 0.5 × 117.111111 = 176.0555555
    assert.deepEqual([product.vrednost_rsd, product.trosak_rsd, product.razlika_rsd], [176.06, 0, 176.06])
  })

  test('a shortage that an import covers later gets its cost', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    await stored(api, '/c1', c1Body('I1', '2026-01-10', [{ proizvod_id: 'SNOP1', kolicina: 2, cena: 10 }]))
    const of = async () => (await api.get('/archive/products?search=snop')).body.results[0]
    assert.deepEqual([(await of()).trosak_rsd, (await of()).ima_manjak], [0, true])
    const lots = ['KABL1', 'KON8'].map((materijal_id) => ({ materijal_id, kolicina: 99, cena_po_jedinici: 3 }))
    await stored(api, '/c4', c4Body('U1', '2026-01-10', lots, { valuta: 'RSD' }))
    assert.deepEqual([(await of()).trosak_rsd, (await of()).ima_manjak], [21, false])
  })
})
