import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, eachEngine, type TestEngine, testApi } from '#server/testing.ts'
import { addCatalogue, c4Body, stored } from '#server/testing-documents.ts'

const kabl = { materijal_id: 'KABL1', kolicina: 10, cena_po_jedinici: 2 }
type Row = { broj_c4: string; posiljalac_naziv: string; zemlja_otpreme: string }

/** Four imports: values 20, 100, 0,5 and 3000 in their own currencies; quantities 10, 50, 1 and 10. */
async function withFour(engine: TestEngine) {
  const api = await testApi(engine)
  await addCatalogue(api)
  const documents = [
    c4Body('UV-10/26', '2026-01-10', [kabl]),
    c4Body('UV-11/26', '2026-02-05', [{ ...kabl, kolicina: 50 }], {
      posiljalac_naziv: 'Čelik promet',
      zemlja_otpreme: 'Srbija',
    }),
    c4Body('CD-1', '2026-02-05', [{ ...kabl, kolicina: 1, cena_po_jedinici: 0.5 }], {
      tip_dokumenta: 'Carinska deklaracija',
      posiljalac_naziv: 'Ђорђевић и син',
    }),
    c4Body('CD-2', '2025-12-31', [{ ...kabl, cena_po_jedinici: 300 }], {
      tip_dokumenta: 'Carinska deklaracija',
      valuta: 'RSD',
      zemlja_otpreme: 'Turska',
    }),
  ]
  for (const document of documents) await stored(api, '/c4', document)
  return { api, ...finding(api) }
}

function finding(api: Client) {
  const list = async (query: Record<string, string> = {}) => (await api.get(`/c4?${new URLSearchParams(query)}`)).body
  /** The numbers that a query finds, in its order. */
  const numbers = async (query?: Record<string, string>) =>
    (await list(query)).results.map(({ broj_c4 }: Row) => broj_c4)
  return { list, numbers }
}

eachEngine('list of C4', (engine) => {
  test('the newest document stands first, of one day the one entered last; rows come without their lines', async () => {
    const { api, list, numbers } = await withFour(engine)
    assert.deepEqual(await numbers(), ['CD-1', 'UV-11/26', 'UV-10/26', 'CD-2'])
    const body = await list()
    assert.deepEqual([body.total, body.totalPages, body.page, body.limit], [4, 1, 1, 10])
    assert.deepEqual(body.documents, body.results)
    const { stavke, upozorenja, rok_obracuna, ...row } = (await api.get(`/c4/${body.results[0].id}`)).body
    assert.deepEqual([body.results[0], upozorenja, rok_obracuna, stavke.length], [row, [], null, 1])
  })

  test('every filter works under both of its names', async () => {
    const { numbers } = await withFour(engine)
    for (const [names, value, found] of [
      [['search', 'c4Number'], 'uv-1', ['UV-11/26', 'UV-10/26']],
      [['search', 'c4Number'], '/26', ['UV-11/26', 'UV-10/26']],
      [['tip_dokumenta', 'documentType'], 'Carinska deklaracija', ['CD-1', 'CD-2']],
      [['datum_od', 'dateStart'], '2026-02-05', ['CD-1', 'UV-11/26']],
      [['datum_do', 'dateEnd'], '2026-01-10', ['UV-10/26', 'CD-2']],
      [['posiljalac', 'sender'], 'celik', ['UV-11/26']],
      [['posiljalac', 'sender'], 'djordjevic', ['CD-1']],
      [['posiljalac', 'sender'], 'МИЛЕР', []],
      [['primalac', 'receiver'], 'ШУМАДИЈА k', ['CD-1', 'UV-11/26', 'UV-10/26', 'CD-2']],
      [['primalac', 'receiver'], 'celik', []],
      [['zemlja_otpreme', 'countryOfDispatch'], 'Turska', ['CD-2']],
      [['vrednost_min', 'valueMin'], '20', ['UV-11/26', 'UV-10/26', 'CD-2']],
      [['vrednost_min', 'valueMin'], '20.01', ['UV-11/26', 'CD-2']],
      [['vrednost_max', 'valueMax'], '0,5', ['CD-1']],
      [['kolicina_min', 'quantityMin'], '10.000001', ['UV-11/26']],
      [['kolicina_max', 'quantityMax'], '10', ['CD-1', 'UV-10/26', 'CD-2']],
    ] as const) {
      for (const name of names) assert.deepEqual(await numbers({ [name]: value }), found, `${name}=${value}`)
    }
  })

  test('a month that is searched for finds the documents of its days', async () => {
    const { numbers } = await withFour(engine)
    assert.deepEqual(
      await numbers({ search: '01.2026' }),
      await numbers({ datum_od: '2026-01-01', datum_do: '2026-01-31' }),
    )
    assert.deepEqual(await numbers({ search: '1.2026. uv' }), ['UV-10/26'])
    assert.deepEqual(await numbers({ search: '13.2026' }), [])
  })

  test('filters are all asked for together, and blank ones not at all', async () => {
    const { numbers, list } = await withFour(engine)
    const query = { tip_dokumenta: 'Carinska deklaracija', dateStart: '2026-01-01', valueMax: '1', posiljalac: '' }
    assert.deepEqual(await numbers(query), ['CD-1'])
    assert.equal((await list({ search: '', datum_od: '', vrednost_min: ' ', page: '', limit: '' })).total, 4)
    assert.deepEqual(await numbers({ ...query, countryOfDispatch: 'Turska' }), [])
  })

  test('signs that search knows as wildcards are searched for as they are', async () => {
    const { numbers } = await withFour(engine)
    for (const search of ['%', '_', '\\', 'UV%26', "'"]) assert.deepEqual(await numbers({ search }), [], search)
  })

  test('a filter that is none is refused in a sentence', async () => {
    const { api } = await withFour(engine)
    for (const [query, message] of [
      ['datum_od=31.12.2025.', 'Datum od: datum nije ispravan (GGGG-MM-DD).'],
      ['dateEnd=2026-02-30', 'Datum do: datum nije ispravan (GGGG-MM-DD).'],
      ['vrednost_min=puno', 'Vrednost od: očekuje se broj.'],
      ['quantityMax=1e999', 'Količina do: očekuje se broj.'],
      [`search=${'x'.repeat(201)}`, 'Pretraga je predugačka.'],
      ['search=a b c d e f g', 'Pretraga: najviše 6 različitih reči.'],
      [`search=${'a'.repeat(65)}`, 'Pretraga: reč može da ima najviše 64 znaka.'],
    ] as const) {
      const { status, body } = await api.get(`/c4?${query}`)
      assert.deepEqual([status, body.message], [400, message])
    }
    // A word that is typed twice counts once.
    const twice = 'a b c d e f '.repeat(2)
    for (const path of ['/c4?search=', '/pretraga?q='])
      assert.equal((await api.get(path + encodeURIComponent(twice))).status, 200, path)
  })

  test('pages: 10 rows unless asked otherwise, page under 1 is 1, at most 5000 rows', async () => {
    const { api, list, numbers } = await withFour(engine)
    for (let n = 1; n <= 8; n++) await stored(api, '/c4', c4Body(`N-${n}`, '2026-03-01', [kabl]))
    const shape = async (query: Record<string, string>) => {
      const { page, limit, total, totalPages, results } = await list(query)
      return [page, limit, total, totalPages, results.length]
    }
    assert.deepEqual(await shape({}), [1, 10, 12, 2, 10])
    assert.deepEqual(await shape({ page: '2' }), [2, 10, 12, 2, 2])
    assert.deepEqual(await shape({ page: '0', limit: '5001' }), [1, 5000, 12, 1, 12])
    assert.deepEqual(await shape({ page: '3', limit: '5' }), [3, 5, 12, 3, 2])
    assert.deepEqual(await shape({ page: '99' }), [99, 10, 12, 2, 0])
    assert.deepEqual(await numbers({ page: '2', limit: '3', search: 'N-' }), ['N-5', 'N-4', 'N-3'])
  })

  test('sorted by a column, up or down', async () => {
    const { numbers } = await withFour(engine)
    const by = (sort: string, order: string) => numbers({ sort, order })
    assert.deepEqual(await by('datum', 'asc'), ['CD-2', 'UV-10/26', 'UV-11/26', 'CD-1'])
    assert.deepEqual(await by('broj', 'asc'), ['CD-1', 'CD-2', 'UV-10/26', 'UV-11/26'])
    assert.deepEqual(await by('broj', 'desc'), ['UV-11/26', 'UV-10/26', 'CD-2', 'CD-1'])
    assert.deepEqual(await by('vrednost_total', 'asc'), ['CD-1', 'UV-10/26', 'UV-11/26', 'CD-2'])
    assert.deepEqual(await by('kolicina_total', 'desc'), ['UV-11/26', 'CD-2', 'UV-10/26', 'CD-1'])
    assert.deepEqual(await by('tip_dokumenta', 'asc'), ['CD-1', 'CD-2', 'UV-10/26', 'UV-11/26'])
    assert.deepEqual(await numbers({ sort: 'broj' }), ['CD-1', 'CD-2', 'UV-10/26', 'UV-11/26'], 'upwards unless said')
    assert.deepEqual(await by('nema', 'up'), ['CD-1', 'UV-11/26', 'UV-10/26', 'CD-2'])
  })

  test('senders and countries are sorted by the Serbian alphabet', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const { list } = finding(api)
    const names = ['Cvet', 'Čelik', 'Ćup', 'Dugme', 'Džak', 'Ђердан', 'Lz', 'Ljubav', 'Šraf', 'Žica']
    const countries = ['Crna Gora', 'Češka', 'Nemačka', 'Slovenija', 'Španija', 'Turska']
    for (const [index, posiljalac_naziv] of names.toReversed().entries()) {
      const zemlja_otpreme = countries[(index * 5) % countries.length]
      await stored(api, '/c4', c4Body(`N-${index}`, '2026-03-01', [kabl], { posiljalac_naziv, zemlja_otpreme }))
    }
    const senders = (await list({ sort: 'partner', order: 'asc' })).results
    assert.deepEqual(
      senders.map((row: Row) => row.posiljalac_naziv),
      names,
    )
    const sorted = (await list({ sort: 'zemlja_otpreme', order: 'desc' })).results
    assert.deepEqual([...new Set(sorted.map((row: Row) => row.zemlja_otpreme))], countries.toReversed())
  })

  test('firms are those of the documents, each once, the one used last first', async () => {
    const { api } = await withFour(engine)
    const firms = (await api.get('/c4/firms')).body
    assert.deepEqual(firms[1], {
      posiljalac_naziv: 'Čelik promet',
      posiljalac_grad: 'Nürnberg',
      posiljalac_drzava: 'Nemačka',
      primalac_naziv: 'Šumadija kabl',
      primalac_pib: null,
      primalac_mb: null,
      primalac_grad: 'Kragujevac',
    })
    assert.deepEqual(
      firms.map((firm: Row) => firm.posiljalac_naziv),
      ['Ђорђевић и син', 'Čelik promet', 'Müller Kabel GmbH'],
    )
    assert.deepEqual((await api.get('/c1/firms')).body, [])
  })
})
