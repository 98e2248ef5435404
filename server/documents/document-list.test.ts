import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, testApi } from '#server/testing.ts'
import { addCatalogue, c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { MAX_WALKED } from './document-list.ts'
import { firmsOf } from './proposal.ts'

const kabl = { materijal_id: 'KABL1', kolicina: 10, cena_po_jedinici: 2 }

eachEngine('search of a list of documents', (engine) => {
  test('each word is in the number or in the partner; together with the filter by number', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    await stored(api, '/c4', c4Body('UV-10', '2026-01-10', [kabl], { posiljalac_naziv: 'Čelik promet' }))
    await stored(api, '/c4', c4Body('UV-11', '2026-01-11', [kabl], { posiljalac_naziv: 'Čelik promet' }))
    await stored(api, '/c4', c4Body('CELIK-1', '2026-01-12', [kabl], { posiljalac_naziv: 'Müller' }))
    const found = async (query: Record<string, string>) =>
      (await api.get(`/c4?${new URLSearchParams(query)}`)).body.results.map((row: { broj_c4: string }) => row.broj_c4)
    assert.deepEqual(await found({ search: 'челик' }), ['CELIK-1', 'UV-11', 'UV-10'])
    assert.deepEqual(await found({ search: 'promet uv-10' }), ['UV-10'])
    assert.deepEqual(await found({ search: 'celik', c4Number: 'uv' }), ['UV-11', 'UV-10'])
    assert.deepEqual(await found({ c4Number: 'celik' }), ['CELIK-1'])
  })

  test('finds what the other columns show: type, country, day, amount, currency and quantity', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const many = { ...kabl, kolicina: 4288, cena_po_jedinici: 0.5 }
    const fields = { tip_dokumenta: 'Privremeni uvoz', zemlja_otpreme: 'Mađarska', valuta: 'USD' }
    await stored(api, '/c4', c4Body('UV-1', '2026-11-20', [many], fields))
    await stored(api, '/c4', c4Body('UV-2', '2026-11-20', [kabl], { zemlja_otpreme: 'Bosna i Hercegovina' }))
    await stored(api, '/c4', c4Body('UV-3', '2026-01-02', [{ ...kabl, kolicina: 1.5, cena_po_jedinici: 1.37 }]))
    await stored(api, '/c1', c1Body('IZ-1', '2026-11-20', [{ proizvod_id: 'PRAZAN', kolicina: 3, cena: 22 }]))
    const found = async (search: string, path = '/c4') => {
      const { body } = await api.get(`${path}?search=${encodeURIComponent(search)}`)
      return body.results.map((row: Record<string, string>) => row.broj_c4 ?? row.broj_c1)
    }
    assert.deepEqual(await found('privremeni'), ['UV-1'])
    assert.deepEqual(await found('uvoz мађ'), ['UV-1'])
    assert.deepEqual(await found('HERCEGOVINA'), ['UV-2'])
    assert.deepEqual(await found('emač'), ['UV-3'])
    assert.deepEqual(await found('vozna', '/c1'), ['IZ-1'])
    assert.deepEqual(await found('2026'), ['UV-2', 'UV-1', 'UV-3'])
    assert.deepEqual(await found('2025'), [])
    assert.deepEqual(await found('20.11.2026.'), ['UV-2', 'UV-1'])
    assert.deepEqual(await found('2.1.26 nemacka'), ['UV-3'])
    assert.deepEqual(await found('2.144,00'), ['UV-1'])
    assert.deepEqual(await found('4.288'), ['UV-1'])
    assert.deepEqual(await found('usd'), ['UV-1'])
    assert.deepEqual(await found('2.144,00 EUR'), [])
    assert.deepEqual(await found('2,06'), ['UV-3'], '1,5 × 1,37')
    assert.deepEqual(await found('1,5'), ['UV-3'])
    assert.deepEqual(await found('2144'), [], 'money has two places')
    assert.deepEqual(await found('izvozna 66,00', '/c1'), ['IZ-1'])
    assert.deepEqual(await found('privremeni', '/c1'), [])
  })

  test('finds documents by the whole number of one of their invoices, in any case of letters', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const of = (broj_fakture: string) => ({ ...kabl, broj_fakture })
    await stored(api, '/c4', c4Body('UV-1', '2026-01-10', [of('4711'), of('FAK 2026/7'), of('4711')]))
    await stored(api, '/c4', c4Body('UV-2', '2026-01-11', [of('fak 2026/7')]))
    await stored(api, '/c4', c4Body('UV-4711', '2026-01-12', [of('9')], { zemlja_otpreme: 'Srbija' }))
    const item = { proizvod_id: 'PRAZAN', kolicina: 1, cena: 1, broj_fakture: 'ŠK-1' }
    await stored(api, '/c1', c1Body('IZ-1', '2026-01-13', [item, { ...item, broj_fakture: '4711' }]))
    const found = async (path: string) => {
      const { body } = await api.get(path)
      const numbers = body.results.map((row: Record<string, string>) => row.broj_c4 ?? row.broj_c1 ?? row.broj)
      return [body.total, ...numbers]
    }
    assert.deepEqual(await found('/c4?search=4711'), [2, 'UV-4711', 'UV-1'])
    assert.deepEqual(await found('/c4?search=4711&zemlja_otpreme=Srbija'), [1, 'UV-4711'])
    assert.deepEqual(await found('/c4?search=FAK%202026/7'), [2, 'UV-2', 'UV-1'])
    assert.deepEqual(await found('/c4?search=fak%202026/7'), [2, 'UV-2', 'UV-1'])
    assert.deepEqual(await found('/c4?search=fak'), [0], 'a part of it finds nothing')
    assert.deepEqual(await found(`/c1?search=${encodeURIComponent('šk-1')}`), [1, 'IZ-1'])
    assert.deepEqual(await found('/archive/documents?search=4711'), [3, 'IZ-1', 'UV-4711', 'UV-1'])
    assert.deepEqual(await found('/archive/documents?search=4711&tip=Dolazni&sort=broj'), [2, 'UV-1', 'UV-4711'])
    assert.deepEqual(await found(`/archive/documents?search=4711&page=${MAX_WALKED}`), [3])
  })

  test('finds of a country that no list has the spelling that was chosen', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    for (const [index, zemlja_otpreme] of ['Atlantida', 'ATLANTIDA', 'Nemačka'].entries())
      await stored(api, '/c4', c4Body(`UV-${index}`, '2026-01-10', [kabl], { zemlja_otpreme }))
    for (const path of ['/c4', '/archive/documents']) {
      const { body } = await api.get(`${path}?zemlja_otpreme=Atlantida`)
      assert.deepEqual([body.total, body.results[0].zemlja_otpreme], [1, 'Atlantida'], path)
      // A country that is known has one spelling, however it is asked for.
      for (const asked of ['nemacka', 'НЕМАЧКА']) {
        const { body: known } = await api.get(`${path}?zemlja_otpreme=${encodeURIComponent(asked)}`)
        assert.deepEqual([known.total, known.results[0].zemlja_otpreme], [1, 'Nemačka'], path)
      }
    }
  })

  test('is cut into pages, with the same total on each', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    for (const day of [1, 2, 3, 4]) await stored(api, '/c4', c4Body(`UV-${day}`, `2026-01-0${day}`, [kabl]))
    const page = async (query: string) => {
      const { body } = await api.get(`/c4?search=uv&${query}`)
      return [body.total, ...body.results.map((row: { broj_c4: string }) => row.broj_c4)]
    }
    assert.deepEqual(await page('limit=3'), [4, 'UV-4', 'UV-3', 'UV-2'])
    assert.deepEqual(await page('limit=3&page=2'), [4, 'UV-1'])
    assert.deepEqual(await page('limit=2&page=2&sort=datum&order=asc'), [4, 'UV-3', 'UV-4'])
    assert.deepEqual(await page('limit=3&page=3'), [4])
    assert.deepEqual(await page(`limit=3&page=${MAX_WALKED}`), [4])
  })
})

eachEngine('firms of documents', (engine) => {
  test('are those of so many of the newest, however many documents there are', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    for (const [day, posiljalac_naziv] of ['Prvi', 'Drugi', 'Treći', 'Drugi'].entries())
      await stored(api, '/c4', c4Body(`UV-${day}`, `2026-01-1${day}`, [kabl], { posiljalac_naziv }))
    const senders = async (newest?: number) =>
      (await firmsOf(api.store.read, 'c4', newest)).map(({ posiljalac_naziv }) => posiljalac_naziv)
    assert.deepEqual(await senders(), ['Drugi', 'Treći', 'Prvi'])
    assert.deepEqual(await senders(2), ['Drugi', 'Treći'])
    // Entered last, of an earlier day.
    await stored(api, '/c4', c4Body('UV-9', '2026-01-01', [kabl], { posiljalac_naziv: 'Kasno unet' }))
    assert.deepEqual(await senders(2), ['Drugi', 'Treći'])
  })
})

eachEngine('the documents beside one', (engine) => {
  test('are those before and after it along the days, then by id', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const second = await stored(api, '/c4', c4Body('DRUGI', '2026-01-10', [kabl]))
    const third = await stored(api, '/c4', c4Body('TRECI', '2026-01-10', [kabl]))
    const first = await stored(api, '/c4', c4Body('PRVI', '2025-12-31', [kabl]))
    const beside = async (id: number) => (await api.get(`/c4/${id}/susedni`)).body
    assert.deepEqual(await beside(first.id), { prethodni: null, sledeci: { id: second.id, broj: 'DRUGI' } })
    assert.deepEqual(await beside(second.id), {
      prethodni: { id: first.id, broj: 'PRVI' },
      sledeci: { id: third.id, broj: 'TRECI' },
    })
    assert.deepEqual((await beside(third.id)).sledeci, null)
    const { id } = await stored(
      api,
      '/c1',
      c1Body('SAM', '2026-02-01', [{ proizvod_id: 'PRAZAN', kolicina: 1, cena: 1 }]),
    )
    assert.deepEqual((await api.get(`/c1/${id}/susedni`)).body, { prethodni: null, sledeci: null })
  })
})
