import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RemainingC4 } from '#contract/archive.ts'
import { writeSheet } from '#server/sheets/write-sheet.ts'
import { eachEngine, type TestEngine, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, c1Body, c4Body, stored } from '#server/testing-documents.ts'

const kabl = { materijal_id: 'KABL1', kolicina: 10, cena_po_jedinici: 2 }
const kon = { materijal_id: 'KON8', kolicina: 10, cena_po_jedinici: 1 }

/** Seven imports in a row of months, the third of them used up by an export. */
async function withSeven(engine: TestEngine) {
  const api = await testApi(engine)
  await addCatalogue(api)
  const senders = ['Müller', 'Čelik promet', 'Müller', 'Anadolu', 'Brembati', 'Anadolu', 'Ђорђевић']
  for (const [index, posiljalac_naziv] of senders.entries()) {
    const stavke = index === 2 ? [] : [kon]
    await stored(api, '/c4', c4Body(`U${index + 1}`, `2026-0${index + 1}-15`, [kabl, ...stavke], { posiljalac_naziv }))
  }
  const remaining = async (query = '') => {
    const { body } = await api.get(`/archive/remaining?${query}`)
    return { ...body, numbers: body.results.map(({ c4_broj }: RemainingC4) => c4_broj) }
  }
  return { api, remaining }
}

eachEngine('remaining by C4', (engine) => {
  test('a document stands with its lots that are not used up, and what they are worth', async () => {
    const api = await testApi(engine)
    const { c4 } = await addDocuments(api)
    const { body } = await api.get('/archive/remaining')
    assert.deepEqual(body, {
      results: [
        {
          c4_id: c4[1].id,
          c4_broj: 'C4-2',
          c4_datum: '2026-02-05',
          tip_dokumenta: 'Carinska deklaracija',
          posiljalac_naziv: 'Čelik promet',
          valuta: 'RSD',
          kurs: 1,
          stavke: [
            {
              ulaz_stavka_id: c4[1].stavke[0].id,
              materijal_id: 'KABL1',
              naziv: 'Kabl crni',
              zemlja_porekla: 'Nemačka',
              jedinica_mere: 'm',
              kolicina: 50,
              kolicina_razduzena: 10,
              preostalo: 40,
              vrednost_rsd: 12000,
            },
          ],
        },
      ],
      total: 1,
      totalPages: 1,
      page: 1,
      limit: 5,
    })
  })

  test('documents come oldest first, five to a page, with all their open lots in the order of the document', async () => {
    const { remaining } = await withSeven(engine)
    const first = await remaining()
    assert.deepEqual(first.numbers, ['U1', 'U2', 'U3', 'U4', 'U5'])
    assert.deepEqual([first.total, first.totalPages], [7, 2])
    const lots = (document: RemainingC4) => document.stavke.map(({ materijal_id }) => materijal_id)
    assert.deepEqual(first.results.map(lots).slice(1, 3), [['KABL1', 'KON8'], ['KABL1']])
    assert.deepEqual((await remaining('page=2')).numbers, ['U6', 'U7'])
    assert.deepEqual((await remaining('page=3')).numbers, [])
    assert.equal((await remaining('limit=5000')).numbers.length, 7)
  })

  test('a document of which nothing remains is gone, and is back when the export is deleted', async () => {
    const { api, remaining } = await withSeven(engine)
    const body = c1Body('I1', '2026-08-01', [{ proizvod_id: 'SNOP1', kolicina: 10, cena: 9 }])
    const c1 = await stored(api, '/c1', body)
    // 25 m use up the cable of U1 and U2 and half of U3; 10 pieces use up the connectors of U1 alone.
    const { results, numbers, total } = await remaining()
    assert.deepEqual(numbers, ['U2', 'U3', 'U4', 'U5', 'U6'])
    assert.equal(total, 6)
    assert.deepEqual(
      results[0].stavke.map(({ materijal_id }: { materijal_id: string }) => materijal_id),
      ['KON8'],
    )
    await api.delete(`/c1/${c1.id}`)
    assert.equal((await remaining()).total, 7)
  })

  test('the period bounds the date of the document, both days included', async () => {
    const { remaining } = await withSeven(engine)
    assert.deepEqual((await remaining('datum_od=2026-02-15&datum_do=2026-04-15')).numbers, ['U2', 'U3', 'U4'])
    assert.equal((await remaining('datum_od=2026-02-16&datum_do=2026-03-14')).total, 0)
  })

  test('at the end of a past day a lot has what was left of it then, also one that is used up since', async () => {
    const { api, remaining } = await withSeven(engine)
    const c1 = (broj: string, day: string, kolicina: number) =>
      stored(api, '/c1', c1Body(broj, day, [{ proizvod_id: 'SNOP1', kolicina, cena: 9 }]))
    await c1('I1', '2026-08-01', 2)
    await c1('I2', '2026-08-02', 6)
    const cable = async (query: string) => {
      const { results } = await remaining(query)
      return results.flatMap(({ c4_broj, stavke }: RemainingC4) =>
        stavke.flatMap((lot) =>
          lot.materijal_id === 'KABL1' && lot.kolicina_razduzena > 0
            ? [[c4_broj, lot.kolicina, lot.kolicina_razduzena, lot.preostalo, lot.vrednost_rsd]]
            : [],
        ),
      )
    }
    assert.deepEqual(await cable('datum_do=2026-07-31'), [])
    assert.deepEqual(await cable('datum_do=2026-08-01'), [['U1', 10, 5, 5, 1175]])
    assert.deepEqual(await cable('datum_do=2026-08-02'), [])
    assert.deepEqual((await remaining('datum_do=2026-08-01&search=kabl&limit=1&page=7')).numbers, ['U7'])
    assert.deepEqual((await remaining('datum_do=2026-08-01&datum_od=2026-06-01')).numbers, ['U6', 'U7'])
    const day2 = await remaining('datum_do=2026-08-02')
    assert.deepEqual([day2.results, day2.total], [(await remaining()).results, 7])
  })

  test('a lot is gone at the end of the day on which an export or another document took the last of it', async () => {
    const { api, remaining } = await withSeven(engine)
    await stored(api, '/c1', c1Body('I1', '2026-08-01', [{ proizvod_id: 'SNOP1', kolicina: 4, cena: 9 }]))
    const [lot] = (await remaining('search=u2+kabl')).results[0].stavke
    const stavke = [{ ulaz_stavka_id: lot.ulaz_stavka_id, kolicina: 10 }]
    await stored(api, '/ostala-razduzenja', {
      broj: 'R-1',
      datum: '2026-08-03',
      vrsta: 'Uništenje',
      razlog: 'x',
      stavke,
    })
    await stored(api, '/c4', c4Body('U8', '2026-08-04', [kabl]))
    const cable = async (day: string) => (await remaining(`datum_do=${day}&search=kabl&limit=2`)).numbers
    assert.deepEqual(await cable('2026-07-31'), ['U1', 'U2'])
    assert.deepEqual(await cable('2026-08-01'), ['U2', 'U3'])
    assert.deepEqual(await cable('2026-08-02'), ['U2', 'U3'])
    assert.deepEqual(await cable('2026-08-03'), ['U3', 'U4'])
  })

  test('days of import and a country keep their lots, with what was left of them at the end of the asked day', async () => {
    const { api, remaining } = await withSeven(engine)
    const both = [{ ...kabl, zemlja_porekla: 'Italija' }, kon]
    await stored(api, '/c4', c4Body('U0', '2026-02-20', both))
    await stored(api, '/c1', c1Body('I1', '2026-08-01', [{ proizvod_id: 'SNOP1', kolicina: 10, cena: 9 }]))
    const lots = async (query: string) => {
      const { results } = await remaining(query)
      return results.flatMap(({ c4_broj, stavke }: RemainingC4) =>
        stavke.map(({ materijal_id, preostalo }) => `${c4_broj} ${materijal_id} ${preostalo}`),
      )
    }
    assert.deepEqual(await lots('zemlja_porekla=italija'), ['U0 KABL1 5'])
    assert.deepEqual(await lots('zemlja_porekla=italija&datum_do=2026-07-31'), ['U0 KABL1 10'])
    assert.deepEqual(await lots('zemlja_porekla=italija&search=kabl&uvoz_do=2026-02-20'), ['U0 KABL1 5'])
    assert.deepEqual(await lots('zemlja_porekla=italija&search=kabl&datum_do=2026-07-31'), ['U0 KABL1 10'])
    assert.deepEqual(await lots('zemlja_porekla=italija&search=u2'), [])
    assert.deepEqual(await lots('uvoz_od=2026-02-15&uvoz_do=2026-02-20'), ['U2 KON8 10', 'U0 KABL1 5', 'U0 KON8 10'])
    assert.deepEqual(await lots('uvoz_do=2026-01-31&datum_do=2026-07-31'), ['U1 KABL1 10', 'U1 KON8 10'])
    assert.deepEqual(await lots('uvoz_od=2026-02-20&datum_do=2026-02-28'), ['U0 KABL1 10', 'U0 KON8 10'])
    const { status, body } = await api.get('/archive/remaining?uvoz_od=2026-02-15&uvoz_do=2026-01-15')
    assert.deepEqual([status, body.message], [400, 'Kraj perioda je pre njegovog početka.'])
  })

  test('a search looks at number, sender and material, in any script and without marks', async () => {
    const { remaining } = await withSeven(engine)
    assert.deepEqual((await remaining('search=u4')).numbers, ['U4'])
    assert.deepEqual((await remaining('search=muller')).numbers, ['U1', 'U3'])
    assert.deepEqual((await remaining('search=djordjevic')).numbers, ['U7'])
    assert.deepEqual((await remaining(`search=${encodeURIComponent('челик')}`)).numbers, ['U2'])
    const connectors = await remaining(`search=${encodeURIComponent('ŽUTI muller')}`)
    assert.deepEqual(connectors.numbers, ['U1'])
    assert.deepEqual(
      connectors.results[0].stavke.map(({ materijal_id }: { materijal_id: string }) => materijal_id),
      ['KON8'],
    )
    assert.equal(connectors.total, 1)
    assert.equal((await remaining('search=100%25')).total, 0)
  })

  test('a word of few materials, of many and of all of them finds their lots alike, on every page', async () => {
    const api = await testApi(engine)
    // Of five materials one has "retko", three have "cesto" and all have "kabl".
    for (const [i, naziv] of ['retko', 'cesto', 'cesto', 'cesto', ''].entries())
      await stored(api, '/materials', {
        id: `MAT${i + 1}`,
        naziv: `Kabl ${naziv}`,
        zemlja_porekla: 'Nemačka',
        jedinica_mere: 'kg',
        tarifni_broj: '8544.49',
      })
    const papers = [[5], [1, 2], [5, 4], [1], [3], [5]]
    for (const [i, materials] of papers.entries())
      await stored(
        api,
        '/c4',
        c4Body(
          `U${i + 1}`,
          `2026-01-1${i}`,
          materials.map((id) => ({ ...kabl, materijal_id: `MAT${id}` })),
        ),
      )
    const lots = async (query: string) => {
      const { results, total } = (await api.get(`/archive/remaining?${query}`)).body
      const found = results.map(({ c4_broj, stavke }: RemainingC4) => [
        c4_broj,
        ...stavke.map(({ materijal_id }) => materijal_id),
      ])
      return [total, ...found]
    }
    assert.deepEqual(await lots('search=retko'), [2, ['U2', 'MAT1'], ['U4', 'MAT1']])
    assert.deepEqual(await lots('search=cesto'), [3, ['U2', 'MAT2'], ['U3', 'MAT4'], ['U5', 'MAT3']])
    assert.deepEqual(await lots('search=cesto&limit=2&page=2'), [3, ['U5', 'MAT3']])
    assert.deepEqual(await lots('search=cesto&limit=2&page=3'), [3])
    assert.deepEqual(await lots('search=retko&page=2'), [2])
    assert.deepEqual(await lots('search=cesto+u3'), [1, ['U3', 'MAT4']])
    assert.deepEqual(await lots('search=cesto&datum_od=2026-01-12'), [2, ['U3', 'MAT4'], ['U5', 'MAT3']])
    assert.equal((await lots('search=kabl&limit=1'))[0], 6)
  })

  // A material for every set of words but the empty one.
  for (const words of [
    ['alfa', 'beta', 'gama', 'delta'],
    ['alfa', 'beta', 'gama', 'delta', 'kapa', 'omega'],
  ])
    test(`of ${words.length} words the document may have what the material lacks, whichever it is`, async () => {
      const api = await testApi(engine)
      const sets = Array.from({ length: 2 ** words.length - 1 }, (_, i) =>
        words.filter((_, bit) => (i + 1) & (1 << bit)),
      )
      const rows = sets.map((some, i) => [`MAT${i + 1}`, some.join(' '), 'Nemačka', 'kg', '8544.49'])
      const sheet = writeSheet(
        'Materijali',
        (rows[0] ?? []).map(() => ({ header: '' })),
        rows,
      )
      assert.equal(
        (await api.upload('/materials/import', { name: 'materijali.xlsx', bytes: new Uint8Array(sheet) })).status,
        200,
      )
      const every = sets.map((_, i) => ({ ...kabl, materijal_id: `MAT${i + 1}` }))
      const only = (id: number) => every.filter(({ materijal_id }) => materijal_id === `MAT${id}`)
      const papers: [string, typeof every][] = [
        [words.join(' '), every],
        // A material has the others and any of these two.
        ['Alfa Beta', every],
        ['Niko', every],
        ['Alfa Beta', only(3)],
        [words.slice(0, -1).join(' '), only(2 ** (words.length - 1))],
      ]
      for (const [i, [posiljalac_naziv, stavke]] of papers.entries())
        await stored(api, '/c4', c4Body(`U${i + 1}`, `2026-01-1${i}`, stavke, { posiljalac_naziv }))
      const { results, total } = (await api.get(`/archive/remaining?search=${words.join('+')}`)).body
      const lots = results.map(({ c4_broj, stavke }: RemainingC4) => [c4_broj, stavke.length])
      assert.deepEqual(lots, [
        ['U1', sets.length],
        ['U2', 4],
        ['U3', 1],
        ['U5', 1],
      ])
      assert.equal(total, 4)
    })
})
