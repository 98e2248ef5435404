import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, c1Body, c4Body, stored } from '#server/testing-documents.ts'

type Row = Record<string, unknown>
const pick = (rows: Row[], ...fields: string[]) => rows.map((row) => fields.map((field) => row[field]))

eachEngine('card of a material', (engine) => {
  test('transactions stand newest first, exports above the imports of their day, at the prices of their lots', async () => {
    const api = await testApi(engine)
    const { c4, c1 } = await addDocuments(api)
    const { body } = await api.get('/materials/KABL1/transactions')
    assert.equal(body.total, 5)
    assert.equal(body.totalPages, 1)
    assert.deepEqual(body.transactions, body.results)
    assert.deepEqual(pick(body.results, 'type', 'document_number', 'date', 'quantity', 'unit_price', 'total_value'), [
      ['OUTPUT', 'C1-2', '2026-02-05', 10, 300, 3000],
      ['OUTPUT', 'C1-2', '2026-02-05', 50, 235, 11750],
      ['INPUT', 'C4-2', '2026-02-05', 50, 300, 15000],
      ['OUTPUT', 'C1-1', '2026-02-01', 50, 235, 11750],
      ['INPUT', 'C4-1', '2026-01-10', 100, 235, 23500],
    ])
    assert.deepEqual(pick(body.results, 'document_id', 'ulaz_stavka_id', 'c4_broj', 'proves_origin', 'partner_name'), [
      [c1[1].id, c4[1].stavke[0].id, 'C4-2', false, 'Beta Auto'],
      [c1[1].id, c4[0].stavke[0].id, 'C4-1', true, 'Beta Auto'],
      [c4[1].id, c4[1].stavke[0].id, 'C4-2', false, 'Čelik promet'],
      [c1[0].id, c4[0].stavke[0].id, 'C4-1', true, 'Beta Auto'],
      [c4[0].id, c4[0].stavke[0].id, 'C4-1', true, 'Müller Kabel GmbH'],
    ])
  })

  test('transactions are those of the days, the type and the document that are named, on every page', async () => {
    const api = await testApi(engine)
    const { c4, c1 } = await addDocuments(api)
    for (const id of ['KABL1', 'KON8']) {
      const all: Row[] = (await api.get(`/materials/${id}/transactions`)).body.results
      const filters: [query: string, keeps: (row: Row) => boolean][] = [
        ['datum_od=2026-02-01', ({ date }) => String(date) >= '2026-02-01'],
        ['datum_do=2026-02-01', ({ date }) => String(date) <= '2026-02-01'],
        ['type=INPUT', ({ type }) => type === 'INPUT'],
        ['type=OUTPUT', ({ type }) => type === 'OUTPUT'],
        [`c4_id=${c4[0].id}`, ({ c4_id }) => c4_id === c4[0].id],
        [`c1_id=${c1[1].id}`, ({ c1_id }) => c1_id === c1[1].id],
        [`c1_id=${c1[1].id}&c4_id=${c4[0].id}`, (row) => row.c1_id === c1[1].id && row.c4_id === c4[0].id],
      ]
      for (const [query, keeps] of filters) {
        const rows: Row[] = []
        for (let page = 1, pages = 1; page <= pages; page++) {
          const path = `/materials/${id}/transactions?limit=2&page=${page}&${query}`
          const { body } = await api.get(path, { prefer: 'handling=strict' })
          rows.push(...body.results)
          pages = body.totalPages
        }
        assert.deepEqual(rows, all.filter(keeps), `${id} ${query}`)
      }
    }
    const lines = (await api.get(`/c1/${c1[1].id}/stavke`)).body
    const [out] = (await api.get(`/materials/KABL1/transactions?c1_id=${c1[1].id}`)).body.results
    assert.deepEqual([out.c1_stavka_id, out.c4_id, out.ulaz_stavka_id], [lines[0].id, c4[1].id, c4[1].stavke[0].id])
  })

  test('a shortage is an output without lot, price and origin', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { body } = await api.get('/materials/KON8/transactions')
    const fields = ['type', 'document_number', 'quantity', 'manjak', 'unit_price', 'total_value', 'proves_origin']
    assert.deepEqual(pick(body.results, ...fields), [
      ['OUTPUT', 'C1-2', 24, true, null, null, null],
      ['OUTPUT', 'C1-1', 10, true, null, null, null],
      ['OUTPUT', 'C1-1', 10, false, 58.75, 587.5, false],
      ['INPUT', 'C4-1', 10, false, 58.75, 587.5, false],
    ])
    assert.deepEqual(pick(body.results.slice(0, 1), 'ulaz_stavka_id', 'c4_broj'), [[null, null]])
  })

  test('of one day the lots of the C4 that was entered first are used first, also those that it got later', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const lot = (kolicina: number) => ({ materijal_id: 'KABL1', kolicina, cena_po_jedinici: 1 })
    const { id, stavke } = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', [lot(1)]))
    await stored(api, '/c4', c4Body('C4-2', '2026-01-10', [lot(2)]))
    const changed = await api.put(`/c4/${id}`, c4Body('C4-1', '2026-01-10', [{ ...lot(1), id: stavke[0].id }, lot(3)]))
    assert.equal(changed.status, 200)
    assert.deepEqual(pick((await api.get('/materials/KABL1/remaining')).body, 'c4_broj', 'kolicina'), [
      ['C4-1', 1],
      ['C4-1', 3],
      ['C4-2', 2],
    ])
  })

  test('pages are cut from the one list, and a page behind the last is empty', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    for (let day = 1; day <= 9; day++) {
      const lots = [3, 5].map((kolicina) => ({ materijal_id: 'KABL1', kolicina, cena_po_jedinici: day / 1000 }))
      await stored(api, '/c4', c4Body(`U${day}`, `2026-03-0${day}`, lots))
      const items = [1, 2].map((kolicina) => ({ proizvod_id: 'SNOP1', kolicina, cena: 9 }))
      await stored(api, '/c1', c1Body(`I${day}`, `2026-03-0${day}`, items))
    }
    const whole = (await api.get('/materials/KABL1/transactions?limit=5000')).body
    const pages: Row[] = []
    for (let page = 1; page <= whole.total / 4 + 1; page++) {
      const { body } = await api.get(`/materials/KABL1/transactions?limit=4&page=${page}`)
      assert.equal(body.total, whole.total)
      pages.push(...body.results)
    }
    assert.deepEqual(pages, whole.results)
    assert.equal(whole.results.length, whole.total)
    const place = ({ date, type, document_id }: Row) => `${date} ${type} ${String(document_id).padStart(9, '0')}`
    assert.deepEqual(whole.results.map(place), whole.results.map(place).sort().reverse())
    assert.deepEqual((await api.get('/materials/KABL1/transactions?limit=4&page=1000')).body.results, [])
  })

  test('what one line drew comes as its lots were consumed, the last above, also across pages', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    // Entered against the order of their days, so ids say nothing of it.
    for (const day of [3, 2, 1])
      await stored(
        api,
        '/c4',
        c4Body(`U${day}`, `2026-03-0${day}`, [{ materijal_id: 'KABL1', kolicina: day, cena_po_jedinici: 1 }]),
      )
    // SNOP1 takes 2.5 m: 5 m now, all but 1 m of the last lot, and 2.5 m of which 1.5 m are missing.
    for (const [broj, kolicina] of [
      ['I1', 2],
      ['I2', 1],
    ] as const)
      await stored(api, '/c1', c1Body(broj, '2026-03-04', [{ proizvod_id: 'SNOP1', kolicina, cena: 9 }]))
    const drawn: unknown[][] = []
    for (let page = 1; page <= 5; page++) {
      const { body } = await api.get(`/materials/KABL1/transactions?limit=1&page=${page}`)
      assert.equal(body.total, 8)
      drawn.push(...pick(body.results, 'document_number', 'c4_broj', 'quantity'))
    }
    assert.deepEqual(drawn, [
      ['I2', null, 1.5],
      ['I2', 'U3', 1],
      ['I1', 'U3', 2],
      ['I1', 'U2', 2],
      ['I1', 'U1', 1],
    ])
  })

  test('unit prices are rounded to six places and amounts to two, half up', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const lot = { materijal_id: 'KABL1', kolicina: 0.3, cena_po_jedinici: 0.000003 }
    await stored(api, '/c4', c4Body('U1', '2026-03-01', [lot]))
    const { body } = await api.get('/materials/KABL1/transactions')
    // 0.000003 × 117.5 = 0.0003525 and 0.3 × that = 0.00010575
    assert.deepEqual(pick(body.results, 'unit_price', 'total_value'), [[0.000353, 0]])
  })

  test('what remains of a material is listed by lot, oldest first, without what is used up', async () => {
    const api = await testApi(engine)
    const { c4 } = await addDocuments(api)
    const later = await stored(
      api,
      '/c4',
      c4Body('C4-0', '2026-02-01', [{ materijal_id: 'KABL1', kolicina: 7, cena_po_jedinici: 1 }]),
    )
    const { body } = await api.get('/materials/KABL1/remaining')
    const [lot] = c4[1].stavke
    // The import of 01.02. now stands before the one of 05.02., so it is what the export of 05.02. used up.
    assert.deepEqual(body, [
      {
        c4_id: c4[1].id,
        c4_broj: 'C4-2',
        c4_datum: '2026-02-05',
        valuta: 'RSD',
        kurs: 1,
        materijal_id: 'KABL1',
        ulaz_stavka_id: lot.id,
        kolicina: 50,
        kolicina_razduzena: 3,
        preostalo: 47,
        cena_po_jedinici: 300,
        vrednost_rsd: 14100,
        zemlja_porekla: 'Nemačka',
        tarifni_broj: '8544.49',
        dokazuje_poreklo: false,
      },
    ])
    assert.equal(later.stavke[0].materijal_id, 'KABL1')
    assert.deepEqual((await api.get('/materials/KON8/remaining')).body, [])
    assert.equal((await api.get('/materials/NEMA/remaining')).status, 404)
  })
})
