import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments } from '#server/testing-documents.ts'
import { expected, outcomes, sample, workbook, xlsx } from '#server/testing-sheets.ts'

const IMPORT = '/proizvodi/import'
const PREVIEW = '/proizvodi/import?dryRun=true'
const SUCCESS = 'Proizvodi uspešno učitani iz Excela'

type Row = Record<string, unknown>

anyEngine('import of products', (engine) => {
  async function withMaterials() {
    const api = await testApi(engine)
    await api.upload('/materials/import', sample('materijali.xlsx'))
    return api
  }

  test('the IFS sample is previewed without writing, then written with its normativs; again it changes nothing', async () => {
    const api = await withMaterials()
    const { proizvoda, normativ_count } = expected['normativi-ifs.xlsx']
    const preview = await api.upload(PREVIEW, sample('normativi-ifs.xlsx'))
    assert.equal(preview.status, 200)
    assert.equal(preview.body.message, `Novih: ${proizvoda}, izmenjenih: 0, nepromenjenih: 0, preskočenih: 0.`)
    assert.equal((await api.get('/proizvodi')).body.total, 0)

    const { status, body } = await api.upload(IMPORT, sample('normativi-ifs.xlsx'))
    assert.equal(status, 200)
    assert.deepEqual([body.message, body.dryRun, body.novih], [SUCCESS, false, proizvoda])
    assert.deepEqual(body.redovi, preview.body.redovi)
    const { results } = (await api.get('/proizvodi?sort=id')).body
    assert.deepEqual(Object.fromEntries(results.map((row: Row) => [row.id, row.normativ_count])), normativ_count)
    const { normativ } = (await api.get('/normativ/KS004')).body
    assert.equal(normativ.length, normativ_count.KS004)
    assert.deepEqual(normativ[0].materijal_id, 'ALK99')
    assert.deepEqual(normativ[0].potrebna_kolicina, 0.007633)

    const again = (await api.upload(IMPORT, sample('normativi-ifs.xlsx'))).body
    assert.deepEqual([again.message, again.novih, again.nepromenjenih], [SUCCESS, 0, proizvoda])
    assert.equal((await api.get('/proizvodi/KS001')).body.verzija, 1)
  })

  test('a sheet whose header has columns in each other’s places is refused whole', async () => {
    const api = await withMaterials()
    const swapped = xlsx(['ID proizvoda', 'Naziv', 'JM', 'HS kod'], ['KS900', 'Set', 'kom', '8544', 'KLP01:1'])
    for (const path of [PREVIEW, IMPORT]) {
      const { status, body } = await api.upload(path, swapped)
      assert.deepEqual(
        [status, body.message],
        [
          400,
          'Kolona C: u zaglavlju je „JM“, a očekuje se HS kod. Redosled kolona je: ID proizvoda, Naziv, HS kod, Jedinica mere.',
        ],
      )
    }
    assert.equal((await api.get('/proizvodi')).body.total, 0)
  })

  test('a rounded quantity is told with its row, sheets that are not read with the file', async () => {
    const api = await withMaterials()
    const row = ['KS900', 'Set', '8544', 'kom', 'KLP01:0,33333333']
    const { body } = await api.upload(PREVIEW, workbook({ Normativi: [row], Cene: [['KS900', 12]] }))
    assert.deepEqual(body.redovi[0].razlog, 'Kolona E: količina za KLP01: zaokruženo na 0,333333.')
    assert.equal(body.redovi[0].ishod, 'nov')
    assert.equal(body.napomena, 'Pročitan je list „Normativi“. Ostali listovi nisu čitani: „Cene“.')
  })

  test('bad rows are left out, each with its row and reason, and the good ones are written', async () => {
    const api = await withMaterials()
    const { ispravni, neispravni_redovi } = expected['normativi-ifs-sa-greskama.xlsx']
    const { body } = await api.upload(IMPORT, sample('normativi-ifs-sa-greskama.xlsx'))
    assert.deepEqual([body.message, body.novih], [SUCCESS, ispravni.length])
    const skipped: Row[] = body.redovi.filter((row: Row) => row.ishod === 'preskocen')
    assert.deepEqual(
      skipped.map(({ red }) => red),
      neispravni_redovi,
    )
    assert.deepEqual(
      skipped.map(({ razlog }) => razlog),
      [
        'Kolona E: materijal „NEMA99“ ne postoji u katalogu.',
        'Kolona E: količina za KLP01: mora biti veća od 0.',
        'Od kolone E nadalje: mora postojati barem jedan par materijal:količina.',
        'Kolona E: „KLP01“ nije par materijal:količina (npr. MAT01:2,5).',
      ],
    )
    const { results } = (await api.get('/proizvodi?sort=id')).body
    assert.deepEqual(
      results.map((row: Row) => row.id),
      ispravni,
    )
    assert.deepEqual((await api.get('/normativ/KS905')).body.normativ[0].potrebna_kolicina, 1.25)
  })

  test('a known product is updated and its normativ replaced; an old export keeps its own', async () => {
    const api = await testApi(engine)
    const { c1 } = await addDocuments(api)
    const copied = (await api.get(`/c1/${c1[0].id}`)).body.stavke[0].normativ
    const sheet = xlsx(
      ['PRAZAN', 'Bez normativa', '8544', 'kom', 'kabl1:2,5'],
      ['SNOP2', 'Nov', '8544.30', 'kom', 'KON8:3; KABL1:0.25'],
      ['SNOP1', 'Kablovski snop', '8544.30', 'kom', 'KON8:1', 'KABL1:2.5'],
    )
    const { body } = await api.upload(IMPORT, sheet)
    assert.deepEqual(outcomes(body), ['1 izmenjen PRAZAN', '2 nov SNOP2', '3 izmenjen SNOP1'])
    const normativ = async (id: string) => {
      const { normativ, verzija } = (await api.get(`/normativ/${id}`)).body
      return [verzija, ...normativ.map((item: Row) => `${item.materijal_id}:${item.potrebna_kolicina}`)]
    }
    assert.deepEqual(await normativ('PRAZAN'), [2, 'KABL1:2.5'])
    assert.deepEqual(await normativ('SNOP2'), [1, 'KON8:3', 'KABL1:0.25'])
    assert.deepEqual(await normativ('SNOP1'), [2, 'KON8:1', 'KABL1:2.5'])
    assert.deepEqual(outcomes((await api.upload(PREVIEW, sheet)).body), [
      '1 nepromenjen PRAZAN',
      '2 nepromenjen SNOP2',
      '3 nepromenjen SNOP1',
    ])
    assert.deepEqual((await api.get(`/c1/${c1[0].id}`)).body.stavke[0].normativ, copied)
    assert.equal((await api.get('/proizvodi?search=SNOP2')).body.results[0].normativ_count, 2)
  })

  test('whatever one column says otherwise changes the product', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const known = ['SNOP1', 'Kablovski snop', '8544.30', 'kom', 'KABL1:2,5; KON8:1']
    assert.deepEqual(outcomes((await api.upload(PREVIEW, xlsx(known))).body), ['1 nepromenjen SNOP1'])
    for (const [column, text] of ['', 'Snop', '8544.49', 'set', 'KABL1:2,5; KON8:2'].entries()) {
      if (column === 0) continue
      const { body } = await api.upload(PREVIEW, xlsx(known.with(column, text)))
      assert.deepEqual(outcomes(body), ['1 izmenjen SNOP1'], text)
    }
    await api.upload(IMPORT, xlsx(known.with(2, '8544.49')))
    assert.equal((await api.get('/proizvodi/SNOP1')).body.hs_code, '8544.49')
  })

  test('a sheet without a single good row is refused with every reason, an empty one as empty', async () => {
    const api = await testApi(engine)
    const { status, body } = await api.upload(IMPORT, sample('normativi-ifs.xlsx'))
    assert.equal(status, 400)
    assert.equal(body.message, 'Nijedan red nije ispravan, ništa nije učitano.')
    assert.equal(body.errors.length, expected['normativi-ifs.xlsx'].proizvoda)
    assert.equal(body.errors[0].field, 'redovi.2')
    assert.match(body.errors[0].message, /^Kolona E: materijal „BRT20“ ne postoji u katalogu\./)
    const empty = await api.upload(IMPORT, xlsx(['ID proizvoda', 'Naziv', 'HS kod', 'Jedinica mere']))
    assert.deepEqual([empty.status, empty.body], [400, { message: 'Excel fajl je prazan ili nema podataka.' }])
  })

  test('what is no xlsx or xls is refused, as is a call without a file', async () => {
    const api = await testApi(engine)
    const other = await api.upload(IMPORT, sample('fakture-c4.ods'))
    assert.deepEqual(
      [other.status, other.body],
      [415, { message: 'Molimo odaberite validan Excel fajl (.xlsx ili .xls)' }],
    )
    const none = await api.upload(IMPORT, { name: '', bytes: new Uint8Array(0) })
    assert.deepEqual([none.status, none.body], [400, { message: 'Molimo odaberite fajl za import' }])
  })

  test('imports, changes and removals at the same moment leave every product whole', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const rows = Array.from({ length: 20 }, (_, n) => [`SET${10 + n}`, `Set ${n}`, '8544', 'kom', 'KABL1:2', 'KON8:1'])
    await api.upload(IMPORT, xlsx(...rows))
    const other = rows.map(([id, naziv]) => [String(id), `${naziv} nov`, '8544', 'kom', 'KON8:5', 'KABL1:7'])
    const answers = await Promise.all([
      api.upload(IMPORT, xlsx(...other)),
      api.upload(IMPORT, xlsx(...rows.toReversed())),
      ...rows
        .slice(0, 10)
        .map(([id]) => api.post(`/normativ/${id}`, { items: [{ materijal_id: 'KON8', potrebna_kolicina: 1 }] })),
      api.delete('/proizvodi/SET15'),
      api.delete('/materials/KABL1'),
    ])
    for (const { status, body } of answers) assert.ok([200, 404, 409].includes(status), `${status} ${body?.message}`)
    const { results } = (await api.get('/proizvodi?search=SET')).body
    for (const { id, normativ_count } of results) {
      assert.equal((await api.get(`/normativ/${id}`)).body.normativ.length, normativ_count)
    }
  })
})
