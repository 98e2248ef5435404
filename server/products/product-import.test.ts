import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restoreTexts } from '#contract/audit.ts'
import { importTexts } from '#contract/imports.ts'
import { productTexts } from '#contract/products.ts'
import { parseSheet } from '#server/sheets/parse-sheet.ts'
import { SHEET_LIMITS } from '#server/sheets/sheet-limits.ts'
import { anyEngine, eachEngine, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, stored } from '#server/testing-documents.ts'
import { expected, outcomes, sample, workbook, xlsx } from '#server/testing-sheets.ts'

const IMPORT = '/proizvodi/import'
const PREVIEW = '/proizvodi/import?dryRun=true'
const SUCCESS = 'Proizvodi uspešno učitani iz Excela'

type Row = Record<string, unknown>
const none = { dolazi: [], menja: [], odlazi: [], ostaje: null }

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

  test('a normativ as a list has a row for each component, and names known products alone', async () => {
    const api = await withMaterials()
    const header = ['Parent item', 'Description', 'HS code', 'UoM', 'Component', 'Qty per', 'Scrap %', 'Gubitak %']
    const file = xlsx(
      ['Stücklisten 2026'],
      header,
      ['KS900', 'Set 900', '8544.30.00', 'Stk', 'KLP01', '2,5', 4, ''],
      ['KS900', '', '', '', 'VEZ20', 3, '', '1,5'],
      ['', '', '', '', 'CEV06', '0,125', '', ''],
      ['KS901', 'Set 901', '8544.30.00', 'kom', 'KLP01', 1, '', ''],
      ['KS902', 'Set 902', '8544.30.00', 'kom', 'NEMA99', 1, '', ''],
      ['KS902', 'Set 902', '8544.30.00', 'kom', 'KLP01', 'x', '', ''],
    )
    const { body } = await api.upload(IMPORT, file)
    const outcome = ({ red, id, ishod }: Record<string, unknown>) => [red, id, ishod]
    assert.deepEqual(body.redovi.map(outcome), [
      [3, 'KS900', 'nov'],
      [6, 'KS901', 'nov'],
      [7, 'KS902', 'preskocen'],
    ])
    assert.deepEqual(body.razlozi, [
      { razlog: 'materijal „NEMA99“ ne postoji u katalogu.', redova: 1, prvi_red: 7 },
      { razlog: 'Količina: „x“ nije broj.', redova: 1, prvi_red: 8 },
    ])
    const normativ = async (id: string) =>
      (await api.get(`/normativ/${id}`)).body.normativ.map((one: Record<string, unknown>) =>
        ['materijal_id', 'potrebna_kolicina', 'otpad_procenat', 'gubitak_procenat'].map((name) => one[name]),
      )
    assert.deepEqual(await normativ('KS900'), [
      ['KLP01', 2.5, 4, 0],
      ['VEZ20', 3, 0, 1.5],
      ['CEV06', 0.125, 0, 0],
    ])
    const left = await api.upload(`${IMPORT}/preskoceni`, file)
    const { rows } = parseSheet(new Uint8Array(left.bytes), SHEET_LIMITS)
    assert.deepEqual(
      rows.map(({ cells }) => [cells[0], cells[4], cells[8]]),
      [
        ['Parent item', 'Component', 'Razlog'],
        ['KS902', 'NEMA99', 'materijal „NEMA99“ ne postoji u katalogu.'],
        ['KS902', 'KLP01', 'Količina: „x“ nije broj.'],
      ],
    )
    const mendedCell = (cell: unknown) => (cell === 'NEMA99' ? 'CEV06' : cell === 'x' ? '1,5' : (cell ?? ''))
    const mended = rows.map(({ cells }) => cells.map(mendedCell)) as string[][]
    const sent = await api.upload(IMPORT, xlsx(...mended))
    assert.deepEqual([sent.status, sent.body.novih, sent.body.preskocenih], [200, 1, 0])
    assert.deepEqual(await normativ('KS902'), [
      ['CEV06', 1, 0, 0],
      ['KLP01', 1.5, 0, 0],
    ])

    // The percents of the components that stay are those that are stored.
    const known = await api.upload(IMPORT, xlsx(['Proizvod', 'Materijal', 'Količina'], ['KS900', 'KLP01', 9]))
    assert.deepEqual([known.status, known.body.izmenjenih, known.body.pitanja], [200, 1, []])
    assert.deepEqual(await normativ('KS900'), [['KLP01', 9, 4, 0]])
    const unknown = await api.upload(PREVIEW, xlsx(['Proizvod', 'Materijal', 'Količina'], ['KS999', 'KLP01', 9]))
    assert.deepEqual(
      unknown.body.pitanja.map(({ polje }: Record<string, unknown>) => polje),
      ['naziv', 'hs_code', 'jedinica_mere'],
    )
  })

  test('products alone go in without a normativ; with a column of materials its meaning is asked', async () => {
    const api = await withMaterials()
    const header = ['R. br.', 'Šifra', 'Naziv', 'HS kod', 'JM']
    const rows = [
      [1, 'KS900', 'Set 900', '8544.30.00', 'kom'],
      [2, 'KS901', 'Set 901', '8544.30.00', 'kom'],
    ]
    const { status, body } = await api.upload(IMPORT, xlsx(header, ...rows))
    assert.deepEqual([status, body.novih, body.pitanja], [200, 2, []])
    assert.equal(body.redovi[0].razlog, 'Fajl nema komponente: proizvod ulazi bez normativa.')
    assert.equal((await api.get('/proizvodi/KS901')).body.normativ_count, 0)
    const asked = await api.upload(PREVIEW, xlsx(['Deo', ...header.slice(1)], ['KLP01', 'KS902', 'Set', '8544', 'kom']))
    assert.equal(asked.body.pitanja[0]?.polje, 'materijal_id')
  })

  test('pairs are found beside columns in any order', async () => {
    const api = await withMaterials()
    const swapped = xlsx(['ID proizvoda', 'Naziv', 'JM', 'HS kod'], ['KS900', 'Set', 'kom', '8544', 'KLP01:1'])
    const { status, body } = await api.upload(IMPORT, swapped)
    assert.deepEqual([status, body.novih], [200, 1])
    assert.equal((await api.get('/proizvodi/KS900')).body.hs_code, '8544')
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

  const izmene = ({ body }: { body: { redovi: { izmene: unknown }[] } }) => body.redovi.map((row) => row.izmene)

  test('percents that the file does not have stay, and what it does not say of a product', async () => {
    const api = await testApi(engine)
    for (const [id, tarifni_broj] of [
      ['CELIK', '7208.10'],
      ['ZICA1', '7408.11'],
    ])
      await stored(api, '/materials', { id, naziv: id, zemlja_porekla: 'Nemačka', jedinica_mere: 'kg', tarifni_broj })
    const normativi = [{ materijal_id: 'CELIK', potrebna_kolicina: 2.5, otpad_procenat: 4 }]
    await stored(api, '/proizvodi', { id: 'SNOP1', naziv: 'Snop', hs_code: '8544.30', jedinica_mere: 'kom', normativi })
    const percents = async () =>
      (await api.get('/normativ/SNOP1')).body.normativ.map((item: Row) => [item.otpad_procenat, item.gubitak_procenat])
    const same = (await api.upload(IMPORT, sample('bom-bez-otpada.csv'))).body
    assert.deepEqual([...outcomes(same), ...(await percents())], ['2 nepromenjen SNOP1', [4, 0]])

    const of = (...pairs: string[]) => xlsx(['SNOP1', '', '', '', ...pairs])
    assert.deepEqual(outcomes((await api.upload(PREVIEW, of())).body), ['1 nepromenjen SNOP1'])
    assert.deepEqual(izmene(await api.upload(IMPORT, of('CELIK:3+5%+1%'))), [
      {
        ...none,
        menja: [
          { gde: 'Normativ, CELIK', polje: 'Potrebna količina', staro: '2,5', novo: '3' },
          { gde: 'Normativ, CELIK', polje: 'Otpad (%)', staro: '4', novo: '5' },
          { gde: 'Normativ, CELIK', polje: 'Gubitak (%)', staro: '0', novo: '1' },
        ],
      },
    ])
    const much = (await api.upload(PREVIEW, of('CELIK:3+99%'))).body.redovi[0]
    assert.deepEqual([much.ishod, much.razlog], ['preskocen', `CELIK: ${productTexts.wasteTooLarge}`])
    await api.upload(IMPORT, of('CELIK:3+0%'))
    assert.deepEqual(await percents(), [[0, 1]])
    const columns = ['ID', 'Naziv', 'HS kod', 'JM', 'Materijal', 'Otpad %', 'Gubitak %']
    await api.upload(IMPORT, xlsx(columns, ['SNOP1', '', '', '', 'CELIK:3', '', '-']))
    assert.deepEqual(await percents(), [[0, 0]])
    const emptied = await api.upload(IMPORT, xlsx(['SNOP1', '-', '', '', 'CELIK:3']))
    assert.equal(emptied.body.errors[0].message, 'Kolona B (Naziv): obavezno polje, ne može da se isprazni.')
  })

  test('a hundred times the quantity of the normativ is taken as it is, more than that is told', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const { body } = await api.upload(PREVIEW, xlsx(['SNOP1', '', '', '', 'KABL1:250', 'KON8:100,000001']))
    assert.equal(body.redovi[0].razlog, 'Količina za KON8 je 100,000001, a u važećem normativu 1.')
  })

  test('a row is the whole list of a product: what goes is told, and another number of it is refused', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const sheet = xlsx(['SNOP1', '', '', '', 'KABL1:2,5'], ['SNOP2', 'Nov', '8544', 'kom', 'KON8:1'])
    const preview = await api.upload(PREVIEW, sheet)
    assert.deepEqual(izmene(preview), [{ ...none, odlazi: ['SNOP1: KON8 1'] }, null])
    assert.equal(preview.body.za_brisanje, 1)
    const refused = await api.upload(`${IMPORT}?odlazi=0`, sheet)
    assert.deepEqual([refused.status, refused.body.message], [409, importTexts.otherGoing(0, 1)])
    assert.equal((await api.get('/proizvodi/SNOP2')).status, 404)
    assert.equal((await api.upload(`${IMPORT}?odlazi=x`, sheet)).status, 400)
    assert.equal((await api.upload(`${IMPORT}?odlazi=1`, sheet)).status, 200)
    const [{ materijal_id }, ...others] = (await api.get('/normativ/SNOP1')).body.normativ
    assert.deepEqual([materijal_id, others], ['KABL1', []])
    const back = await api.upload(PREVIEW, xlsx(['SNOP1', '', '', '', 'KON8:1', 'KABL1:2,5']))
    assert.deepEqual(izmene(back), [{ ...none, dolazi: ['SNOP1: KON8 1'] }])
    await api.upload(IMPORT, xlsx(['SNOP1', '', '', '', 'KON8:1', 'KABL1:2,5']))
    assert.deepEqual(izmene(await api.upload(IMPORT, xlsx(['SNOP1', '', '', '', 'KABL1:2,5', 'KON8:1']))), [
      {
        ...none,
        menja: [{ gde: 'Normativ', polje: 'Redosled materijala', staro: 'KON8, KABL1', novo: 'KABL1, KON8' }],
      },
    ])
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

eachEngine('an import of a product that is stored', (engine) => {
  test('of a normativ with versions the one in force is written, and what was there comes back', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const items = [{ materijal_id: 'KABL1', potrebna_kolicina: 7, otpad_procenat: 4 }]
    await stored(api, '/normativ/SNOP1/verzije', { vazi_od: '2020-01-01', items })
    const everything = async () => {
      const { verzija: _, ...product } = (await api.get('/proizvodi/SNOP1')).body
      return [product, (await api.get('/normativ/SNOP1/verzije')).body]
    }
    const before = await everything()
    // The same HS code in another spelling changes nothing.
    const [{ hs_code }] = before as [{ hs_code: string }]
    const spaced = await api.upload(
      `${IMPORT}?dryRun=true`,
      xlsx(['SNOP1', '', hs_code.replace(/\.?(..)$/, ' $1'), '', '']),
    )
    assert.deepEqual(outcomes(spaced.body), ['1 nepromenjen SNOP1'])
    const { body } = await api.upload(IMPORT, xlsx(['SNOP1', 'Drugi', '', '', 'KON8:2']))
    assert.deepEqual(body.redovi[0].izmene, {
      ...none,
      dolazi: ['SNOP1: KON8 2'],
      menja: [{ gde: 'Proizvod', polje: 'Naziv', staro: 'Kablovski snop', novo: 'Drugi' }],
      odlazi: ['SNOP1: KABL1 7 (otpad 4 %)'],
    })
    const newest = async () => (await api.get('/audit?vrsta=proizvod&predmet=SNOP1')).body.results[0]
    const { id, moze_vratiti } = await newest()
    assert.equal(moze_vratiti, true)
    const answer = await api.post(`/vrati/proizvodi/SNOP1?izmena=${id}`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.deepEqual(await everything(), before)
    assert.equal((await newest()).radnja, 'vraceno')
    assert.equal((await api.post(`/vrati/proizvodi/SNOP1?izmena=${id}`)).body.message, restoreTexts.changedSince)

    await api.upload(IMPORT, xlsx(['SNOP1', '', '', '', 'KON8:2']))
    const second = await newest()
    await stored(api, '/normativ/SNOP1/verzije', { vazi_od: '2021-01-01', items })
    assert.equal((await newest()).moze_vratiti, false)
    assert.equal((await api.post(`/vrati/proizvodi/SNOP1?izmena=${second.id}`)).body.message, restoreTexts.changedSince)
  })
})
