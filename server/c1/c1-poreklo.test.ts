import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import { anyEngine, type TestApi } from '#server/testing.ts'
import { c1Body, c4Body, column, type Fields, refusalOf, stored } from '#server/testing-documents.ts'
import { meterApi, pieces } from '#server/testing-meters.ts'

anyEngine('the origin sheet of an exported line', (engine) => {
  test('counts what the line drew without proof of origin (customs §7, example 5)', async () => {
    const { api, path, body } = await exported()
    const sheet = (await api.post(path, body)).body
    assert.equal(sheet.odgovor, 'udeo 38,00 % – u granici 40,00 %')
    assert.deepEqual([sheet.udeo, sheet.u_granici], [38, true])
    assert.deepEqual([sheet.kurs, sheet.vrednost_rsd, sheet.uracunato_rsd], [117.5, 11_750, 4465])
    assert.deepEqual(column(sheet.stavke, 'kolicina'), [12, 26, 62])
    assert.deepEqual(column(sheet.stavke, 'vrednost_rsd'), [1410, 3055, 7285])
    assert.deepEqual(column(sheet.stavke, 'uracunato'), [true, true, false])
    assert.equal(
      (await api.post(path, { ...body, granica: 37.99 })).body.odgovor,
      'udeo 38,00 % – preko granice 37,99 %',
    )
    const over = await exported(100, 29)
    assert.equal((await over.api.post(over.path, over.body)).body.odgovor, 'udeo 41,00 % – preko granice 40,00 %')
    const heading = { ...body, pravilo: 'promena tarifnog broja', tolerancija: 15 }
    assert.equal((await api.post(path, heading)).body.odgovor, 'udeo 12,00 % – u granici 15,00 %')
    assert.equal((await api.post(path, { ...heading, tolerancija: 10 })).body.u_granici, false)
  })

  test('tells apart what the line chose itself of a lot and what FIFO found of it, also on paper', async () => {
    const { api, path, body, c1, lots } = await exported(70)
    const [first, second] = lots
    const usmerenja = [first, second].map((ulaz_stavka_id) => {
      return { materijal_id: 'KABL1', ulaz_stavka_id, kolicina: 6, razlog: 'Traži kupac' }
    })
    const directed = c1Body('C1-1', '2026-02-01', [{ ...pieces(70)[0], usmerenja }])
    assert.equal((await api.put(`/c1/${c1.id}`, directed)).status, 200)
    const { stavke, odgovor } = (await api.post(path, body)).body
    assert.deepEqual(
      stavke.map((row: Fields) => [row.redni_broj, row.kolicina, row.usmereno]),
      [
        [1, 6, false],
        [1, 6, true],
        [2, 20, false],
        [2, 6, true],
        [3, 32, false],
      ],
    )
    assert.equal(odgovor, 'udeo 54,29 % – preko granice 40,00 %')
    const { text } = await readPaper(api, `${path}/files`, body)
    assert.equal(text.match(/; usmereno/g)?.length, 2)
  })

  test('says what it lacks, and changes with the draws', async () => {
    const { api, path, body } = await exported(110)
    const { odgovor, udeo } = (await api.post(path, body)).body
    assert.equal(odgovor, 'Ne može se izračunati: za 10 m materijala KABL1 nema uvoza.')
    assert.equal(udeo, null)
    await stored(
      api,
      '/c4',
      c4Body('C4-2', '2026-01-20', [{ materijal_id: 'KABL1', kolicina: 10, cena_po_jedinici: 1 }]),
    )
    assert.equal((await api.post(path, body)).body.odgovor, 'udeo 43,64 % – preko granice 40,00 %')
  })

  test('is drawn as a paper', async () => {
    const { api, path, body } = await exported()
    const firma = { naziv: 'Šumadija kabl', pib: '104052135', mb: '20084693', grad: 'Kragujevac', drzava: 'Srbija' }
    assert.equal((await api.put('/nasa-firma', firma, { 'if-match': '"0"' })).status, 200)
    const { name, text } = await readPaper(api, `${path}/files`, body)
    assert.equal(name, 'C1_C1-1_poreklo_1.pdf')
    for (const said of [
      'udeo 38,00 % – u granici 40,00 %',
      'C4-1 / 2',
      '4.465,00',
      '3.055,00',
      'PIB: 104052135',
      'RADNI LIST POREKLA',
    ])
      assert.ok(text.includes(said), said)
  })

  test('refuses what it cannot compute with, and lines of other exports', async () => {
    const { api, path, body } = await exported(40)
    const fields = async (fields: object) => (await refusalOf(api, path, { ...body, ...fields })).fields
    assert.deepEqual(await fields({ granica: null }), ['granica'])
    assert.deepEqual(await fields({ pravilo: 'promena tarifnog broja', granica: null }), ['tolerancija'])
    assert.deepEqual(await fields({ pravilo: 'preferencijalno' }), ['pravilo'])
    assert.deepEqual(await fields({ cena_ex_works: 0 }), ['cena_ex_works'])
    assert.deepEqual(await fields({ cena_ex_works: 0.000001 }), ['cena_ex_works'])
    assert.equal((await api.post(path, { ...body, c1_stavka_id: 4711 })).status, 404)
  })

  /** 100 m of three lots at 1 EUR: 12 m of the product's own heading and some of another without proof, the rest with. */
  async function exported(metara = 100, druge = 26) {
    const api = await meterApi(engine)
    const lot = { materijal_id: 'KABL1', cena_po_jedinici: 1 }
    const lots = [
      { ...lot, kolicina: 12 },
      { ...lot, kolicina: druge, tarifni_broj: '7408.11' },
      { ...lot, kolicina: 88 - druge, dokazuje_poreklo: true },
    ]
    const c4 = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lots))
    const c1 = await stored(api, '/c1', c1Body('C1-1', '2026-02-01', pieces(metara)))
    const [line] = (await api.get(`/c1/${c1.id}/stavke`)).body
    const body = { c1_stavka_id: line.id, cena_ex_works: 1, pravilo: 'udeo vrednosti', granica: 40 }
    return { api, path: `/c1/${c1.id}/poreklo`, body, c1, lots: column(c4.stavke, 'id') }
  }
})

/** The only paper of an answer: its name, and its text on one line. */
async function readPaper(api: TestApi, path: string, body: unknown) {
  const [file, ...others] = (await api.post(path, body)).body.files
  assert.deepEqual(others, [])
  const pdf = await getDocumentProxy(new Uint8Array(Buffer.from(file.data, 'base64')))
  const { items } = await (await pdf.getPage(1)).getTextContent()
  return { name: file.name as string, text: items.map((item) => ('str' in item ? item.str : '')).join(' ') }
}
