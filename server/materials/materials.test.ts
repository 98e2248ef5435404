import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, c1Body, c4Body, stored } from '#server/testing-documents.ts'

const bakar = {
  id: 'BAKAR1',
  naziv: 'Bakarna žica',
  zemlja_porekla: 'Poljska',
  jedinica_mere: 'kg',
  tarifni_broj: '7408.11',
}
const { id: _, ...bakarChange } = bakar
const noStock = { totalQuantity: 0, totalInput: 0, totalConsumed: 0, preostalo: 0, manjak: 0 }
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

eachEngine('materials', (engine) => {
  test('a new material is answered as it is stored, without stock, and found again', async () => {
    const api = await testApi(engine)
    const created = await api.post('/materials', bakar)
    assert.equal(created.status, 201)
    assert.equal(created.headers.get('etag'), '"1"')
    assert.deepEqual(created.body, { ...bakar, ...noStock, vrednost_rsd: 0, verzija: 1 })
    assert.deepEqual((await api.get('/materials/BAKAR1')).body, created.body)
    assert.deepEqual((await api.get('/materials/all')).body, [created.body])
    assert.deepEqual((await api.get('/materials/BAKAR1/stock')).body, noStock)
    assert.deepEqual((await api.get('/materials/BAKAR1/remaining')).body, [])
    assert.deepEqual((await api.get('/materials/BAKAR1/transactions')).body, {
      results: [],
      transactions: [],
      total: 0,
      totalPages: 0,
      page: 1,
      limit: 10,
    })
  })

  test('the ones beside a material or a product are those before and after it by name', async () => {
    const api = await testApi(engine)
    for (const [id, naziv] of [
      ['AAA', 'Žica'],
      ['BBB', 'Zavrtanj'],
      ['CCC', 'Šipka'],
    ])
      await stored(api, '/materials', { ...bakar, id, naziv })
    assert.deepEqual((await api.get('/materials/BBB/susedni')).body, {
      prethodni: { id: 'CCC', naziv: 'Šipka' },
      sledeci: { id: 'AAA', naziv: 'Žica' },
    })
    assert.equal((await api.get('/materials/CCC/susedni')).body.prethodni, null)
    assert.equal((await api.get('/materials/NEMA/susedni')).status, 404)
    await addCatalogue(api)
    const { body } = await api.get('/proizvodi/SNOP1/susedni')
    assert.ok(body.prethodni || body.sledeci)
  })

  test('what is missing or wrong is refused with the sentences of the form', async () => {
    const api = await testApi(engine)
    const refusals = async (change: object) => {
      const { status, body } = await api.post('/materials', { ...bakar, ...change })
      assert.equal(status, 400)
      return [body.message, ...body.errors.map(({ field }: { field: string }) => field)]
    }
    assert.deepEqual(await refusals({ id: '' }), ['ID materijala je obavezan', 'id'])
    assert.deepEqual(await refusals({ id: 'ab' }), ['ID mora sadržati 3-10 velikih slova ili brojeva', 'id'])
    assert.deepEqual(await refusals({ id: 'KABL1234567' }), ['ID mora sadržati 3-10 velikih slova ili brojeva', 'id'])
    assert.deepEqual(await refusals({ naziv: '  ' }), ['Naziv je obavezan', 'naziv'])
    assert.deepEqual(await refusals({ zemlja_porekla: null }), ['Zemlja porekla je obavezna', 'zemlja_porekla'])
    assert.deepEqual(await refusals({ jedinica_mere: '' }), ['Jedinica mere je obavezna', 'jedinica_mere'])
    assert.deepEqual(await refusals({ jedinica_mere: 'lbs' }), [
      'Jedinica mere: dozvoljeno je kg, m, kom, l, t.',
      'jedinica_mere',
    ])
    assert.deepEqual(await refusals({ tarifni_broj: undefined }), ['Tarifni broj je obavezan', 'tarifni_broj'])
    assert.deepEqual(await refusals({ tarifni_broj: '74A' }), [
      'Tarifni broj mora biti u formatu: 1234.56.78',
      'tarifni_broj',
    ])
    assert.deepEqual(await refusals({ id: '', naziv: '' }), [
      'ID materijala je obavezan (i još grešaka: 1).',
      'id',
      'naziv',
    ])
    assert.equal((await api.get('/materials')).body.total, 0)
  })

  test('an ID is given once', async () => {
    const api = await testApi(engine)
    await stored(api, '/materials', bakar)
    const { status, body } = await api.post('/materials', { ...bakar, naziv: 'Drugi' })
    assert.equal(status, 409)
    assert.deepEqual(body, {
      message: 'Materijal sa ovim ID-jem već postoji.',
      errors: [{ field: 'id', message: 'Materijal sa ovim ID-jem već postoji.' }],
    })
    assert.equal((await api.get('/materials/BAKAR1')).body.naziv, 'Bakarna žica')
  })

  test('an edit keeps the ID, whatever the body says, and raises the version', async () => {
    const api = await testApi(engine)
    await stored(api, '/materials', bakar)
    const { status, body, headers } = await api.put('/materials/BAKAR1', { ...bakar, id: 'DRUGI', jedinica_mere: 't' })
    assert.equal(status, 200)
    assert.equal(headers.get('etag'), '"2"')
    assert.deepEqual(body, { ...bakar, ...noStock, jedinica_mere: 't', vrednost_rsd: 0, verzija: 2 })
    assert.equal((await api.get('/materials?search=DRUGI')).body.total, 0)
  })

  test('what does not exist is not found', async () => {
    const api = await testApi(engine)
    const answers = [
      await api.get('/materials/NEMA1'),
      await api.get('/materials/NEMA1/stock'),
      await api.get('/materials/NEMA1/transactions'),
      await api.get('/materials/NEMA1/remaining'),
      await api.put('/materials/NEMA1', bakarChange),
      await api.delete('/materials/NEMA1'),
    ]
    for (const { status, body } of answers) {
      assert.equal(status, 404)
      assert.deepEqual(body, { message: 'Traženi podatak ne postoji.' })
    }
  })

  test('a change of what somebody else changed meanwhile is refused', async () => {
    const api = await testApi(engine)
    await stored(api, '/materials', bakar)
    const seen = { 'if-match': '"1"' }
    assert.equal((await api.put('/materials/BAKAR1', { ...bakarChange, naziv: 'Prvi' }, seen)).status, 200)
    const late = await api.put('/materials/BAKAR1', { ...bakarChange, naziv: 'Drugi' }, seen)
    assert.equal(late.status, 409)
    assert.deepEqual(late.body, {
      message: 'Neko je u međuvremenu izmenio ovaj podatak. Osvežite prikaz i pokušajte ponovo.',
    })
    assert.equal((await api.delete('/materials/BAKAR1', seen)).status, 409)
    assert.equal((await api.get('/materials/BAKAR1')).body.naziv, 'Prvi')
    assert.equal((await api.delete('/materials/BAKAR1', { 'if-match': '"2"' })).status, 200)
  })

  test('of changes sent at the same moment with the same version exactly one is made', async () => {
    const api = await testApi(engine)
    await stored(api, '/materials', bakar)
    const names = ['A', 'B', 'C', 'D', 'E', 'F']
    const answers = await Promise.all(
      names.map((naziv) => api.put('/materials/BAKAR1', { ...bakarChange, naziv }, { 'if-match': '"1"' })),
    )
    const made = answers.filter(({ status }) => status === 200)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409])
    assert.deepEqual((await api.get('/materials/BAKAR1')).body, made[0]?.body)
  })

  test('an unused material is removed', async () => {
    const api = await testApi(engine)
    await stored(api, '/materials', bakar)
    assert.equal((await api.delete('/materials/BAKAR1?dryRun=true')).status, 200)
    assert.equal((await api.get('/materials/BAKAR1')).status, 200, 'only asked')
    const { status, body } = await api.delete('/materials/BAKAR1')
    assert.equal(status, 200)
    assert.deepEqual(body, { message: 'Materijal "Bakarna žica" uspešno obrisan.' })
    assert.equal((await api.get('/materials/BAKAR1')).status, 404)
    assert.equal((await api.post('/materials', bakar)).status, 201)
  })

  test('a material in use stays, and the refusal names where it is used', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    assert.equal((await api.delete('/materials/KABL1?dryRun=true')).status, 409)
    const used = await api.delete('/materials/KABL1')
    assert.equal(used.status, 409)
    assert.equal(
      used.body.message,
      'Materijal "Kabl crni" ne može da se obriše, jer se koristi: ' +
        'C4 dokumenti C4-1, C4-2; normativ proizvoda SNOP1; C1 dokumenti C1-1, C1-2.',
    )
    assert.deepEqual(
      used.body.errors.map(({ message }: { message: string }) => message),
      ['C4 dokumenti C4-1, C4-2', 'normativ proizvoda SNOP1', 'C1 dokumenti C1-1, C1-2'],
    )
    // Entered against the order of their days.
    for (let n = 8; n >= 3; n--) {
      const lots = [{ materijal_id: 'KON8', kolicina: n, cena_po_jedinici: 1 }]
      await stored(api, '/c4', c4Body(`C4-${n}`, `2026-03-0${n}`, lots))
    }
    const often = await api.delete('/materials/KON8')
    assert.match(often.body.message, /C4 dokumenti C4-1, C4-3, C4-4, C4-5, C4-6 i još 2; normativ/)
  })

  test('a used material keeps its unit; its other fields may change', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const change = { naziv: 'Kabl plavi', zemlja_porekla: 'Kina', jedinica_mere: 'kg', tarifni_broj: '8544.49' }
    const refused = await api.put('/materials/KABL1', change)
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.body, {
      message: 'Jedinica mere ne može da se promeni, jer se materijal već koristi.',
      errors: [
        { field: 'jedinica_mere', message: 'Jedinica mere ne može da se promeni, jer se materijal već koristi.' },
      ],
    })
    const changed = await api.put('/materials/KABL1', { ...change, jedinica_mere: 'm' })
    assert.equal(changed.status, 200)
    assert.equal(changed.body.naziv, 'Kabl plavi')
    assert.equal(changed.body.totalInput, 150)
  })

  test('the list carries the stock, which may be below zero', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { body } = await api.get('/materials')
    assert.deepEqual(body.materials, body.results)
    assert.deepEqual(
      body.results.map((row: Record<string, unknown>) => [
        row.id,
        row.totalInput,
        row.totalConsumed,
        row.totalQuantity,
      ]),
      [
        ['KABL1', 150, 110, 40],
        ['KON8', 10, 44, -34],
      ],
    )
    assert.equal(body.results[0].vrednost_rsd, 12000)
    assert.deepEqual((await api.get('/materials/KON8/stock')).body, {
      totalQuantity: -34,
      totalInput: 10,
      totalConsumed: 44,
      preostalo: 0,
      manjak: 34,
    })
  })

  test('a shortage stands beside what an import behind its export has brought, and goes when it is covered', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const figures = async () => {
      const { totalQuantity, preostalo, manjak } = (await api.get('/materials/KABL1/stock')).body
      const [row] = (await api.get('/materials?search=KABL1')).body.results
      assert.deepEqual([row.totalQuantity, row.preostalo, row.manjak], [totalQuantity, preostalo, manjak])
      return [totalQuantity, preostalo, manjak, (await api.get('/dashboard')).body.materijala_sa_manjkom]
    }
    const lot = { materijal_id: 'KABL1', cena_po_jedinici: 2 }
    await stored(api, '/c1', c1Body('I1', '2026-02-01', [{ proizvod_id: 'SNOP1', kolicina: 2, cena: 9 }]))
    assert.deepEqual(await figures(), [-5, 0, 5, 2])
    await stored(api, '/c4', c4Body('U1', '2026-03-01', [{ ...lot, kolicina: 20 }]))
    assert.deepEqual(await figures(), [15, 20, 5, 2])
    await stored(api, '/c4', c4Body('U2', '2026-01-01', [{ ...lot, kolicina: 3 }]))
    assert.deepEqual(await figures(), [18, 20, 2, 2])
    await stored(api, '/c4', c4Body('U3', '2026-01-02', [{ ...lot, kolicina: 2.5 }]))
    assert.deepEqual(await figures(), [20.5, 20.5, 0, 1])
  })

  test('search finds words in any order, without regard to case, marks and script', async () => {
    const api = await testApi(engine)
    await stored(api, '/materials', { ...bakar, id: 'KAB01', naziv: 'Kablovi za đerdap', zemlja_porekla: 'Češka' })
    await stored(api, '/materials', { ...bakar, id: 'ZIC01', naziv: 'Žica 100% čelik', tarifni_broj: '7217.10' })
    const found = async (search: string) =>
      ids((await api.get(`/materials?search=${encodeURIComponent(search)}`)).body.materials)
    assert.deepEqual(await found('каблови'), ['KAB01'])
    assert.deepEqual(await found('ĐERDAP kablovi'), ['KAB01'])
    assert.deepEqual(await found('djerdap'), ['KAB01'])
    assert.deepEqual(await found('ceska'), ['KAB01'])
    assert.deepEqual(await found('zica celik'), ['ZIC01'])
    assert.deepEqual(await found('7217.1'), ['ZIC01'])
    assert.deepEqual(await found('100%'), ['ZIC01'])
    assert.deepEqual(await found('kab%'), [])
    assert.deepEqual(await found('_'), [])
    assert.deepEqual(await found('\\'), [])
    assert.deepEqual(await found('01'), ['KAB01', 'ZIC01'])
    assert.deepEqual(await found('   '), ['KAB01', 'ZIC01'])
  })

  test('search finds the other columns that the list shows: the unit and what is in stock', async () => {
    const api = await testApi(engine)
    await stored(api, '/materials', { ...bakar, id: 'KAB01', naziv: 'Kablovi', jedinica_mere: 'kom' })
    await stored(api, '/materials', { ...bakar, id: 'ZIC01', naziv: 'Žica', jedinica_mere: 'kg' })
    const item = { materijal_id: 'ZIC01', cena_po_jedinici: 1 }
    await stored(api, '/c4', c4Body('C4-9', '2026-01-10', [{ ...item, kolicina: 4288 }]))
    const found = async (search: string) =>
      ids((await api.get(`/materials?search=${encodeURIComponent(search)}`)).body.materials)
    assert.deepEqual(await found('KOM'), ['KAB01'])
    assert.deepEqual(await found('zica kom'), [])
    assert.deepEqual(await found('4.288'), ['ZIC01'])
    assert.deepEqual(await found('4288,0 kg'), ['ZIC01'])
    assert.deepEqual(await found('4288'), [])
    // Of cable 40 m remain of 150.
    await addDocuments(api)
    assert.deepEqual([await found('40,0'), await found('150,0')], [['KABL1'], []])
  })

  test('a typed ID comes before those that begin with it, and these before others, unless an order is asked for', async () => {
    const api = await testApi(engine)
    for (const [id, naziv] of [
      ['MAT1', 'Žica'],
      ['MAT10', 'Kabl'],
      ['MAT12', 'Čaura'],
      ['XMAT1', 'Bakar'],
    ])
      await stored(api, '/materials', { ...bakar, id, naziv })
    const found = async (query: string) => ids((await api.get(`/materials?search=${query}`)).body.results)
    assert.deepEqual(await found('mat1'), ['MAT1', 'MAT12', 'MAT10', 'XMAT1'])
    assert.deepEqual(await found('%D0%BC%D0%B0%D1%821&limit=1'), ['MAT1'], 'in Cyrillic too')
    assert.deepEqual(await found('mat1&sort=naziv'), ['XMAT1', 'MAT12', 'MAT10', 'MAT1'])
  })

  test('of several words those that stand there whole are nearer than parts of others and of a code', async () => {
    const api = await testApi(engine)
    for (const poles of [24, 4, 8, 12, 48, 84])
      await stored(api, '/materials', {
        ...bakar,
        id: `KON${poles}`,
        naziv: `Konektor ${poles} polova, muški`,
        tarifni_broj: '8536.69.90',
      })
    const found = async (search: string) => ids((await api.get(`/materials?search=${search}`)).body.results)
    assert.deepEqual((await found('konektor 4 muski')).slice(0, 2), ['KON4', 'KON48'])
    assert.equal((await found('konektor 8 polova mus'))[0], 'KON8')
    assert.equal((await found('muski 8'))[0], 'KON8')
    assert.deepEqual(await found('konektor 84'), ['KON84'])
    assert.equal((await found('8536 12'))[0], 'KON12')
    assert.equal((await found('4%25 konektor')).length, 0)
  })

  test('names and countries are sorted by the Serbian alphabet, both ways', async () => {
    const api = await testApi(engine)
    const alphabet = [
      'cev',
      'čaura',
      'ćup',
      'dizna',
      'Džep',
      'đon',
      'lak',
      'Ljuska',
      'nit',
      'Njuška',
      'sat',
      'Šraf',
      'žica',
    ]
    for (const [n, word] of alphabet.entries()) {
      const scrambled = (n * 5) % alphabet.length
      const naziv = alphabet[scrambled] as string
      await stored(api, '/materials', { ...bakar, id: `M${String(n).padStart(2, '0')}`, naziv, zemlja_porekla: word })
    }
    const column = async (name: string, order: string) =>
      (await api.get(`/materials?limit=50&sort=${name}&order=${order}`)).body.results.map(
        (row: Record<string, string>) => row[name],
      )
    assert.deepEqual(await column('naziv', 'asc'), alphabet)
    assert.deepEqual(await column('naziv', 'desc'), alphabet.toReversed())
    assert.deepEqual(await column('zemlja_porekla', 'asc'), alphabet)
    assert.deepEqual(await column('zemlja_porekla', 'desc'), alphabet.toReversed())
    const all = (await api.get('/materials/all')).body
    assert.deepEqual(
      all.map((row: { naziv: string }) => row.naziv),
      alphabet,
    )
  })

  test('the other columns sort by what they show', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    await stored(api, '/materials', { ...bakar, naziv: 'Žica' })
    const sorted = async (sort: string, order: string) =>
      ids((await api.get(`/materials?sort=${sort}&order=${order}`)).body.results)
    assert.deepEqual(await sorted('totalQuantity', 'asc'), ['KON8', 'BAKAR1', 'KABL1'])
    assert.deepEqual(await sorted('totalQuantity', 'desc'), ['KABL1', 'BAKAR1', 'KON8'])
    assert.deepEqual(await sorted('id', 'desc'), ['KON8', 'KABL1', 'BAKAR1'])
    assert.deepEqual(await sorted('jedinica_mere', 'asc'), ['BAKAR1', 'KON8', 'KABL1'])
    assert.deepEqual(await sorted('tarifni_broj', 'asc'), ['BAKAR1', 'KABL1', 'KON8'])
    assert.deepEqual(await sorted('nonsense', 'up'), ['KABL1', 'KON8', 'BAKAR1'])
  })

  test('materials of one name stand by their IDs, and no page repeats or leaves out one of them', async () => {
    const api = await testApi(engine)
    const known = ['MAT03', 'MAT01', 'MAT05', 'MAT02', 'MAT04']
    for (const id of known) await stored(api, '/materials', { ...bakar, id })
    for (const [query, expected] of [
      ['', known.toSorted()],
      ['sort=zemlja_porekla&order=desc', known.toSorted().toReversed()],
      ['search=zica', known.toSorted()],
    ] as const) {
      const pages = [1, 2, 3].map(async (page) => (await api.get(`/materials?${query}&limit=2&page=${page}`)).body)
      assert.deepEqual(ids((await Promise.all(pages)).flatMap(({ results }) => results)), expected)
    }
  })

  test('pages: 10 rows by default, page under 1 is 1, at most 5000 rows', async () => {
    const api = await testApi(engine)
    for (let n = 0; n < 12; n++)
      await stored(api, '/materials', { ...bakar, id: `M${10 + n}`, naziv: `Roba ${10 + n}` })
    const shape = async (query: string) => {
      const { page, limit, total, totalPages, results } = (await api.get(`/materials${query}`)).body
      return [page, limit, total, totalPages, results.length, results[0]?.id]
    }
    assert.deepEqual(await shape(''), [1, 10, 12, 2, 10, 'M10'])
    assert.deepEqual(await shape('?page=2'), [2, 10, 12, 2, 2, 'M20'])
    assert.deepEqual(await shape('?page=0&limit=999999'), [1, 5000, 12, 1, 12, 'M10'])
    assert.deepEqual(await shape('?page=-7&limit=0'), [1, 10, 12, 2, 10, 'M10'])
    assert.deepEqual(await shape('?page=abc&limit=5.5'), [1, 10, 12, 2, 10, 'M10'])
    assert.deepEqual(await shape('?page=3&limit=5'), [3, 5, 12, 3, 2, 'M20'])
    assert.deepEqual(await shape('?page=9'), [9, 10, 12, 2, 0, undefined])
  })

  test('the same key and body twice add one material and give one answer', async () => {
    const api = await testApi(engine)
    const key = { 'idempotency-key': 'k-1' }
    const first = await api.post('/materials', bakar, key)
    const second = await api.post('/materials', bakar, key)
    assert.equal(second.status, 201)
    assert.deepEqual(second.body, first.body)
    assert.equal((await api.post('/materials', { ...bakar, naziv: 'Drugi' }, key)).status, 409)
  })

  test('nobody gets in without logging in', async () => {
    const { anonymous } = await testApi(engine)
    for (const answer of [
      await anonymous.get('/materials'),
      await anonymous.post('/materials', bakar),
      await anonymous.delete('/materials/BAKAR1'),
    ]) {
      assert.equal(answer.status, 401)
      assert.deepEqual(answer.body, { message: 'Niste prijavljeni ili je sesija istekla.' })
    }
  })
})
