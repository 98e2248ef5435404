import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, c1Body, stored } from '#server/testing-documents.ts'

const snop = { id: 'SNOP2', naziv: 'Snop zadnjih vrata', hs_code: '8544.30.00', jedinica_mere: 'kom' }
const { id: _, ...snopChange } = snop
const normativi = [
  { materijal_id: 'KON8', potrebna_kolicina: 2 },
  { materijal_id: 'KABL1', potrebna_kolicina: 0.00035 },
]
const bezOtpada = { otpad_procenat: 0, gubitak_procenat: 0, osnov_otpada: 'neto' }
const storedNormativ = [
  { naziv: 'Konektor žuti', jedinica_mere: 'kom', ...normativi[0], ...bezOtpada, na_stanju: 0 },
  { naziv: 'Kabl crni', jedinica_mere: 'm', ...normativi[1], ...bezOtpada, na_stanju: 0 },
]
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

eachEngine('products', (engine) => {
  async function withCatalogue(): Promise<TestApi> {
    const api = await testApi(engine)
    await addCatalogue(api)
    return api
  }

  test('a product is saved with its normativ at once, in the order of its items', async () => {
    const api = await withCatalogue()
    const created = await api.post('/proizvodi', { ...snop, normativi })
    assert.equal(created.status, 201)
    assert.equal(created.headers.get('etag'), '"1"')
    assert.deepEqual(created.body, {
      ...snop,
      sifra: 'SNOP2',
      normativ_count: 2,
      verzija: 1,
      normativ: storedNormativ,
    })
    assert.deepEqual((await api.get('/proizvodi/SNOP2')).body, created.body)
    const normativ = await api.get('/normativ/SNOP2')
    assert.deepEqual(normativ.body, { normativ: storedNormativ, verzija: 1 })
    assert.equal(normativ.headers.get('etag'), '"1"')
  })

  test('a product may come first and its normativ later, as older clients send them', async () => {
    const api = await withCatalogue()
    const created = await api.post('/proizvodi', snop)
    assert.deepEqual([created.status, created.body.normativ_count, created.body.normativ], [201, 0, []])
    const saved = await api.post('/normativ/SNOP2', { items: normativi })
    assert.equal(saved.status, 200)
    assert.deepEqual(saved.body, { normativ: storedNormativ, verzija: 2 })
    const replaced = await api.post('/normativ/SNOP2', { items: [{ materijal_id: 'KABL1', potrebna_kolicina: '1.5' }] })
    assert.deepEqual(replaced.body.normativ, [{ ...storedNormativ[1], potrebna_kolicina: 1.5 }])
    assert.equal((await api.get('/proizvodi/SNOP2')).body.normativ_count, 1)
  })

  test('a normativ says what there is of each material, whatever its day, and what is lacking', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const totals = new Map(
      (await api.get('/materials')).body.results.map(({ id, totalQuantity }: { id: string; totalQuantity: number }) => [
        id,
        totalQuantity,
      ]),
    )
    for (const path of ['/normativ/SNOP1', '/proizvodi/SNOP1']) {
      const { normativ } = (await api.get(path)).body
      assert.deepEqual(
        normativ.map(({ materijal_id, na_stanju }: { materijal_id: string; na_stanju: number }) => [
          materijal_id,
          na_stanju,
        ]),
        [
          ['KABL1', 40],
          ['KON8', -34],
        ],
      )
      for (const { materijal_id, na_stanju } of normativ) assert.equal(na_stanju, totals.get(materijal_id))
    }
  })

  test('an edit replaces the normativ that is sent and keeps the one that is not; the ID stays', async () => {
    const api = await withCatalogue()
    await stored(api, '/proizvodi', { ...snop, normativi })
    const kept = await api.put('/proizvodi/SNOP2', { ...snop, naziv: 'Nov naziv' })
    assert.equal(kept.status, 200)
    assert.equal(kept.headers.get('etag'), '"2"')
    assert.deepEqual(kept.body, {
      ...snop,
      naziv: 'Nov naziv',
      sifra: 'SNOP2',
      normativ_count: 2,
      verzija: 2,
      normativ: storedNormativ,
    })
    const change = { ...snop, id: 'DRUGI', normativi: normativi.slice(1) }
    const replaced = await api.put('/proizvodi/SNOP2', change)
    assert.deepEqual(
      [replaced.body.id, replaced.body.naziv, replaced.body.normativ_count, replaced.body.verzija],
      ['SNOP2', snop.naziv, 1, 3],
    )
    assert.deepEqual(replaced.body.normativ, storedNormativ.slice(1))
    assert.equal((await api.get('/proizvodi/DRUGI')).status, 404)
  })

  test('what is missing or wrong is refused with the sentences of the form', async () => {
    const api = await withCatalogue()
    const refusal = async (change: object) => {
      const { status, body } = await api.post('/proizvodi', { ...snop, normativi, ...change })
      assert.equal(status, 400)
      return [body.message, ...body.errors.map(({ field }: { field: string }) => field)]
    }
    assert.deepEqual(await refusal({ id: undefined }), ['ID proizvoda je obavezan', 'id'])
    assert.deepEqual(await refusal({ id: 'snop' }), ['ID mora sadržati 3-10 velikih slova ili brojeva', 'id'])
    assert.deepEqual(await refusal({ naziv: ' ' }), ['Naziv je obavezan', 'naziv'])
    assert.deepEqual(await refusal({ hs_code: '' }), ['HS kod je obavezan', 'hs_code'])
    assert.deepEqual(await refusal({ jedinica_mere: null }), ['Jedinica mere je obavezna', 'jedinica_mere'])
    assert.deepEqual(await refusal({ normativi: [] }), ['Morate dodati barem jedan materijal u normativ', 'normativi'])
    assert.equal((await api.get('/proizvodi/SNOP2')).status, 404)
  })

  test('every item of a normativ needs a known material, once, and a quantity above 0', async () => {
    const api = await withCatalogue()
    await stored(api, '/proizvodi', { ...snop, normativi })
    const [first, second] = normativi
    const refusal = async (items: unknown) => {
      const whole = await api.put('/proizvodi/SNOP2', { ...snop, naziv: 'Nov naziv', normativi: items })
      const alone = await api.post('/normativ/SNOP2', { items })
      assert.deepEqual([whole.status, alone.status], [400, 400])
      assert.equal(whole.body.message, alone.body.message)
      return [alone.body.message, ...alone.body.errors.map(({ field }: { field: string }) => field)]
    }
    const changed = (change: object) => [first, { ...second, ...change }]
    assert.deepEqual(await refusal([]), ['Morate dodati barem jedan materijal u normativ', 'items'])
    assert.deepEqual(await refusal('KABL1'), ['Morate dodati barem jedan materijal u normativ', 'items'])
    assert.deepEqual(await refusal(changed({ materijal_id: '' })), [
      'Materijal je obavezan za stavku 2',
      'items.1.materijal_id',
    ])
    assert.deepEqual(await refusal(changed({ potrebna_kolicina: 0 })), [
      'Količina mora biti veća od 0 za stavku 2',
      'items.1.potrebna_kolicina',
    ])
    assert.deepEqual(await refusal(changed({ potrebna_kolicina: 1_000_000_001 })), [
      'Količina: najviše 1.000.000.000 za stavku 2.',
      'items.1.potrebna_kolicina',
    ])
    for (const wrong of ['abc', '', null, undefined, true, 1.0000001]) {
      assert.deepEqual(await refusal(changed({ potrebna_kolicina: wrong })), [
        'Količina mora biti validan broj za stavku 2',
        'items.1.potrebna_kolicina',
      ])
    }
    assert.deepEqual(await refusal(changed({ materijal_id: 'NEMA1' })), [
      'Materijal NEMA1 za stavku 2 ne postoji',
      'items.1.materijal_id',
    ])
    assert.deepEqual(await refusal([first, first]), ['Materijal KON8 se ponavlja u normativu', 'items'])
    const tooMany = Array.from({ length: 501 }, (_, n) => ({ materijal_id: `M${n}`, potrebna_kolicina: 1 }))
    assert.deepEqual(await refusal(tooMany), ['Normativ može imati najviše 500 stavki.', 'items'])
    const { naziv, verzija, normativ } = (await api.get('/proizvodi/SNOP2')).body
    assert.deepEqual([naziv, verzija, normativ], [snop.naziv, 1, storedNormativ])
  })

  test('an ID is given once', async () => {
    const api = await withCatalogue()
    await stored(api, '/proizvodi', snop)
    const { status, body } = await api.post('/proizvodi', { ...snop, normativi })
    assert.equal(status, 409)
    assert.deepEqual(body, {
      message: 'Proizvod sa ovim ID-jem već postoji.',
      errors: [{ field: 'id', message: 'Proizvod sa ovim ID-jem već postoji.' }],
    })
    assert.deepEqual((await api.get('/normativ/SNOP2')).body.normativ, [])
  })

  test('what does not exist is not found', async () => {
    const api = await withCatalogue()
    const answers = [
      await api.get('/proizvodi/NEMA1'),
      await api.get('/normativ/NEMA1'),
      await api.post('/normativ/NEMA1', { items: normativi }),
      await api.put('/proizvodi/NEMA1', snopChange),
      await api.delete('/proizvodi/NEMA1'),
    ]
    for (const { status, body } of answers) {
      assert.equal(status, 404)
      assert.deepEqual(body, { message: 'Traženi podatak ne postoji.' })
    }
  })

  test('a change of what somebody else changed meanwhile is refused, the normativ included', async () => {
    const api = await withCatalogue()
    await stored(api, '/proizvodi', { ...snop, normativi })
    const seen = { 'if-match': '"1"' }
    assert.equal((await api.post('/normativ/SNOP2', { items: normativi.slice(1) }, seen)).status, 200)
    const late = [
      await api.put('/proizvodi/SNOP2', { ...snop, naziv: 'Kasni', normativi }, seen),
      await api.post('/normativ/SNOP2', { items: normativi }, seen),
      await api.delete('/proizvodi/SNOP2', seen),
    ]
    for (const { status, body } of late) {
      assert.equal(status, 409)
      assert.deepEqual(body, {
        message: 'Neko je u međuvremenu izmenio ovaj podatak. Osvežite prikaz i pokušajte ponovo.',
      })
    }
    const { naziv, normativ_count } = (await api.get('/proizvodi/SNOP2')).body
    assert.deepEqual([naziv, normativ_count], [snop.naziv, 1])
    assert.equal((await api.delete('/proizvodi/SNOP2', { 'if-match': '"2"' })).status, 200)
  })

  test('of changes sent at the same moment with the same version exactly one is made', async () => {
    const api = await withCatalogue()
    await stored(api, '/proizvodi', { ...snop, normativi })
    const seen = { 'if-match': '"1"' }
    const answers = await Promise.all([
      api.put('/proizvodi/SNOP2', { ...snopChange, naziv: 'A', normativi: normativi.slice(1) }, seen),
      api.put('/proizvodi/SNOP2', { ...snopChange, naziv: 'B', normativi: normativi.toReversed() }, seen),
      api.put('/proizvodi/SNOP2', { ...snopChange, naziv: 'C' }, seen),
      api.put('/proizvodi/SNOP2', { ...snopChange, naziv: 'D', normativi }, seen),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
    const made = answers.find(({ status }) => status === 200)
    assert.deepEqual((await api.get('/proizvodi/SNOP2')).body, made?.body)
  })

  test('a material is removed or used by a new product, never both', async () => {
    const api = await withCatalogue()
    for (let n = 10; n < 20; n++) {
      const materijal_id = `MAT${n}`
      await stored(api, '/materials', {
        id: materijal_id,
        naziv: 'Vezica',
        zemlja_porekla: 'Kina',
        jedinica_mere: 'kom',
        tarifni_broj: '3926.90',
      })
      const body = { ...snop, id: `PRO${n}`, normativi: [...normativi, { materijal_id, potrebna_kolicina: 1 }] }
      const [removed, created] = await Promise.all([
        api.delete(`/materials/${materijal_id}`),
        api.post('/proizvodi', body),
      ])
      assert.ok(
        (removed.status === 200 && created.status === 400) || (removed.status === 409 && created.status === 201),
        `${removed.status} ${created.status}`,
      )
    }
  })

  test('an unused product is removed together with its normativ', async () => {
    const api = await withCatalogue()
    await stored(api, '/proizvodi', { ...snop, normativi })
    const { status, body } = await api.delete('/proizvodi/SNOP2')
    assert.deepEqual([status, body], [200, { message: 'Proizvod uspešno obrisan.' }])
    assert.equal((await api.get('/normativ/SNOP2')).status, 404)
    const created = await api.post('/proizvodi', snop)
    assert.deepEqual(created.body.normativ, [])
  })

  test('an exported product stays, and the refusal names the documents', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const used = await api.delete('/proizvodi/SNOP1')
    assert.equal(used.status, 409)
    assert.deepEqual(used.body, {
      message: 'Proizvod "Kablovski snop" ne može da se obriše, jer se koristi: C1 dokumenti C1-1, C1-2.',
      errors: [{ field: 'id', message: 'C1 dokumenti C1-1, C1-2' }],
    })
    for (let n = 3; n <= 8; n++) {
      await stored(api, '/c1', c1Body(`C1-${n}`, '2026-03-01', [{ proizvod_id: 'SNOP1', kolicina: 1, cena: 1 }]))
    }
    const { message } = (await api.delete('/proizvodi/SNOP1')).body
    assert.match(message, /C1 dokumenti C1-1, C1-2, C1-3, C1-4, C1-5 i još 3\.$/)
    assert.equal((await api.get('/normativ/SNOP1')).body.normativ.length, 2)
  })

  test('a change of the normativ leaves an old export as it was', async () => {
    const api = await testApi(engine)
    const { c1 } = await addDocuments(api)
    const before = (await api.get(`/c1/${c1[0].id}`)).body.stavke[0].normativ
    assert.equal(
      (await api.post('/normativ/SNOP1', { items: [{ materijal_id: 'KON8', potrebna_kolicina: 9 }] })).status,
      200,
    )
    assert.deepEqual((await api.get(`/c1/${c1[0].id}`)).body.stavke[0].normativ, before)
  })

  test('search finds words in ID, name, HS code and unit, without regard to case, marks and script', async () => {
    const api = await testApi(engine)
    await stored(api, '/proizvodi', { ...snop, id: 'SET01', naziv: 'Žmigavac prednji đubrište', hs_code: '8512.20' })
    await stored(api, '/proizvodi', { ...snop, id: 'SET02', naziv: 'Kablovski set 50%' })
    const found = async (search: string) =>
      ids((await api.get(`/proizvodi?search=${encodeURIComponent(search)}`)).body.products)
    assert.deepEqual(await found('жмигавац'), ['SET01'])
    assert.deepEqual(await found('PREDNJI zmig'), ['SET01'])
    assert.deepEqual(await found('djubriste'), ['SET01'])
    assert.deepEqual(await found('8512.2'), ['SET01'])
    assert.deepEqual(await found('50%'), ['SET02'])
    assert.deepEqual(await found('%'), ['SET02'])
    assert.deepEqual(await found('set02 kablovski'), ['SET02'])
    assert.deepEqual(await found('set02 žmigavac'), [])
    await stored(api, '/proizvodi', { ...snop, id: 'SET03', naziv: 'Traka', jedinica_mere: 'Rol' })
    assert.deepEqual(await found('ROL'), ['SET03'])
    await stored(api, '/proizvodi', { ...snop, id: 'SET04', naziv: 'Folija', jedinica_mere: 'm²' })
    for (const typed of ['m²', 'M2']) assert.deepEqual(await found(typed), ['SET04'], typed)
    await stored(api, '/proizvodi', { ...snop, id: 'SET', naziv: 'Žičani set' })
    assert.equal((await found('set'))[0], 'SET', 'the one whose ID was typed, before all that begin with it')
    await stored(api, '/proizvodi', { ...snop, id: 'A1A', naziv: 'Alat 8_Prov' })
    await stored(api, '/proizvodi', { ...snop, id: 'A2B', naziv: 'Brtva za provodnik' })
    await stored(api, '/proizvodi', { ...snop, id: 'A3C', naziv: 'Provodnik' })
    await stored(api, '/proizvodi', { ...snop, id: 'PROV9', naziv: 'Šina' })
    assert.deepEqual(await found('PROV'), ['PROV9', 'A3C', 'A2B', 'A1A'], 'by ID, name, word, and the rest')
  })

  test('products are sorted as the screen shows them, names by the Serbian alphabet', async () => {
    const api = await withCatalogue()
    for (const [id, naziv, hs_code] of [
      ['SET01', 'Čaura', '9000'],
      ['SET02', 'Cev', '8000'],
      ['SET03', 'Ćup', '7000'],
      ['SET04', 'Žica', '6000'],
      ['SET05', 'Ljuska', '5000'],
      ['SET06', 'Lampa', '4000'],
    ]) {
      await stored(api, '/proizvodi', { ...snop, id, naziv, hs_code })
    }
    const sorted = async (query: string) => ids((await api.get(`/proizvodi?${query}`)).body.results)
    const byName = ['PRAZAN', 'SET02', 'SET01', 'SET03', 'SNOP1', 'SET06', 'SET05', 'SET04']
    assert.deepEqual(await sorted(''), byName)
    assert.deepEqual(await sorted('sort=naziv&order=desc'), byName.toReversed())
    assert.deepEqual((await sorted('sort=normativ_count&order=desc'))[0], 'SNOP1')
    assert.deepEqual((await sorted('sort=hs_code')).slice(0, 3), ['SET06', 'SET05', 'SET04'])
    assert.deepEqual((await sorted('sort=id&order=desc')).slice(0, 2), ['SNOP1', 'SET06'])
    assert.deepEqual(await sorted('sort=nonsense&order=up'), byName)
  })

  test('products of one name stand by their IDs, and no page repeats or leaves out one of them', async () => {
    const api = await testApi(engine)
    const known = ['SET03', 'SET01', 'SET05', 'SET02', 'SET04']
    for (const id of known) await stored(api, '/proizvodi', { ...snop, id })
    for (const [query, expected] of [
      ['', known.toSorted()],
      ['sort=hs_code&order=desc', known.toSorted().toReversed()],
    ] as const) {
      const pages = [1, 2, 3].map(async (page) => (await api.get(`/proizvodi?${query}&limit=2&page=${page}`)).body)
      assert.deepEqual(ids((await Promise.all(pages)).flatMap(({ results }) => results)), expected)
    }
  })

  test('pages: 1000 rows by default, page under 1 is 1, at most 5000 rows, under both names', async () => {
    const api = await withCatalogue()
    const shape = async (query: string) => {
      const { page, limit, total, totalPages, results, products } = (await api.get(`/proizvodi${query}`)).body
      assert.deepEqual(products, results)
      return [page, limit, total, totalPages, ...ids(results)]
    }
    assert.deepEqual(await shape(''), [1, 1000, 2, 1, 'PRAZAN', 'SNOP1'])
    assert.deepEqual(await shape('?page=0&limit=999999'), [1, 5000, 2, 1, 'PRAZAN', 'SNOP1'])
    assert.deepEqual(await shape('?page=2&limit=1'), [2, 1, 2, 2, 'SNOP1'])
    assert.deepEqual(await shape('?page=x&limit=-1'), [1, 1000, 2, 1, 'PRAZAN', 'SNOP1'])
    assert.deepEqual((await api.get('/proizvodi?search=snop')).body.results[0], {
      id: 'SNOP1',
      sifra: 'SNOP1',
      naziv: 'Kablovski snop',
      hs_code: '8544.30',
      jedinica_mere: 'kom',
      normativ_count: 2,
      verzija: 1,
    })
  })

  test('nobody gets in without logging in', async () => {
    const { anonymous } = await testApi(engine)
    for (const answer of [
      await anonymous.get('/proizvodi'),
      await anonymous.get('/normativ/SNOP1'),
      await anonymous.post('/proizvodi', snop),
      await anonymous.delete('/proizvodi/SNOP1'),
    ]) {
      assert.equal(answer.status, 401)
    }
  })
})
