// What the lists give as files is what the imports read: everything brought into empty books makes the same books.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IMPORT_FIELDS, IMPORT_KINDS, IMPORT_PLACES } from '#contract/import-fields.ts'
import { readFields } from '#domain/sheet-fields.ts'
import { parseSheet } from '#server/sheets/parse-sheet.ts'
import { SHEET_LIMITS } from '#server/sheets/sheet-limits.ts'
import { anyEngine, type TestApi, testApi } from '#server/testing.ts'
import { addCatalogue, addOdobrenje, c1Body, c4Body, type Fields, stored } from '#server/testing-documents.ts'
import { assertBooks } from '#server/verify/testing-verify.ts'

const FILES = [
  ['materijali', '/materials/import'],
  ['normativi', '/proizvodi/import'],
  ['c4', '/c4/documents/import'],
  ['c1', '/c1/documents/import'],
] as const
type Format = 'xlsx' | 'csv'

/** Books with all that a sheet can say, and with texts and numbers that a file could take for something else. */
async function fill(api: TestApi) {
  await addCatalogue(api)
  const odd = { zemlja_porekla: 'Čile', jedinica_mere: 'kg', tarifni_broj: '0101.21' }
  await stored(api, '/materials', { id: '00123', naziv: '=1+1; "navod", \'apostrof', ...odd })
  await stored(api, '/proizvodi', {
    ...{ id: 'OTPAD', naziv: "'=Držač", hs_code: '8708.99', jedinica_mere: 'kom' },
    normativi: [
      { materijal_id: '00123', potrebna_kolicina: 1.234, otpad_procenat: 4, gubitak_procenat: 0.5 },
      { materijal_id: 'KABL1', potrebna_kolicina: 0.125, otpad_procenat: 2 },
    ],
  })
  const line = (materijal_id: string, kolicina: number, cena_po_jedinici: number, more: Fields = {}) => ({
    ...{ materijal_id, kolicina, cena_po_jedinici },
    ...more,
  })
  const custom = {
    ...{ broj_jci: '26RS01', oznaka_postupka: '51 00', carinski_organ: 'Carinarnica Kragujevac' },
    rok_razduzenja: '2026-12-31',
  }
  const documents = [
    c4Body('C4-9/25', '2025-11-03', [line('00123', 1234.567, 0.125, { vec_razduzeno: 1000.5 }), line('KABL1', 5, 1)], {
      dan_prelaska: '2026-01-01',
    }),
    c4Body('C4-1', '2026-01-10', [
      line('KABL1', 1000, 2.5, { dokazuje_poreklo: true, broj_fakture: '001' }),
      line('KON8', 10, 0.333, { broj_fakture: '001', stopa_carine: 5, carinska_vrednost_rsd: 94_000.25 }),
      line('KABL1', 2, 3, { broj_fakture: 'F;2', redni_broj: 7 }),
    ]),
    // Of one day: which is discharged first only their order says.
    c4Body('C4-3', '2026-01-12', [line('KON8', 30, 1), line('00123', 50, 9)], { ...custom, valuta: 'RSD' }),
    c4Body('C4-2', '2026-01-12', [line('KON8', 40, 2)], { valuta: 'USD', paritet: 'CIF', odobrenje_id: 1 }),
  ]
  for (const document of documents) await stored(api, '/c4', document)
  const exports = [
    c1Body('C1-2', '2026-02-10', [
      { proizvod_id: 'SNOP1', kolicina: 33, cena: 10.125 },
      { proizvod_id: 'OTPAD', kolicina: 12.5, cena: 7 },
    ]),
    c1Body('C1-1', '2026-02-10', [{ proizvod_id: 'SNOP1', kolicina: 45, cena: 9 }], {
      ...{ broj_jci: 'I-9', dokaz_porekla: 'EUR.1', broj_dokaza: 'A 1', datum_dokaza: '2026-02-11' },
    }),
    c1Body('C1-3', '2026-03-01', [{ proizvod_id: 'SNOP1', kolicina: 20, cena: 9, broj_fakture: '0007' }]),
  ]
  for (const document of exports) await stored(api, '/c1', document)
}

const ODOBRENJE = { broj: '148-I-08/26', rok_meseci: 6 }

async function download(api: TestApi, sheet: string, format: Format) {
  const { status, bytes } = await api.get(`/archive/sheets/${sheet}?format=${format}`)
  assert.equal(status, 200)
  return { name: `${sheet}.${format}`, bytes }
}

/** What books say, without the ids under which they keep it. */
async function said(api: TestApi) {
  const { stavke, izvoz, ukupno, otpad, bez_pokrica } = (await api.get('/obracun?datum_do=2026-03-31')).body
  const documents = (await api.get('/archive/documents?limit=100')).body.results
  const draws = (await api.get('/razduzenje?limit=100')).body.results
  const materials = (await api.get('/materials?limit=100&sort=id')).body.results
  return withoutIds({ stavke, izvoz, ukupno, otpad, bez_pokrica, documents, draws, materials })
}
const IDS = /^(id|c4_id|c1_id|.*stavka_id|verzija|kursor|next_cursor)$/
const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      IDS.test(name) && typeof one === 'number' ? [] : [[name, withoutIds(one)]],
    ),
  )
}

anyEngine('round trip', (engine) => {
  for (const format of ['xlsx', 'csv'] as const)
    test(`everything as ${format}, brought into empty books, gives the same books`, async () => {
      const [from, to] = [await testApi(engine), await testApi(engine)]
      for (const api of [from, to]) await addOdobrenje(api, ODOBRENJE)
      await fill(from)
      await stored(to, '/proizvodi', { id: 'PRAZAN', naziv: 'Bez normativa', hs_code: '8544', jedinica_mere: 'kom' })
      for (const [sheet, path] of FILES) {
        const file = await download(from, sheet, format)
        const { status, body } = await to.upload(path, file)
        assert.equal(status, 200, JSON.stringify(body))
        const outcomes = (body.dokumenti ?? body.redovi).map(({ ishod, razlog }: Fields) => [ishod, razlog])
        assert.ok(
          outcomes.every(([ishod, razlog]: unknown[]) => ishod === 'nov' && razlog === null),
          JSON.stringify(outcomes),
        )
        const again = await from.upload(`${path}?dryRun=true`, file)
        assert.deepEqual([again.body.novih, again.body.izmenjenih, again.body.preskocenih], [0, 0, 0])
      }
      assert.deepEqual(await said(to), await said(from))
      await assertBooks(to)
    })

  test('a template has the headings of its import and no rows', async () => {
    const api = await testApi(engine)
    await addOdobrenje(api, ODOBRENJE)
    await fill(api)
    const headings = async (sheet: string) => {
      const { status, bytes } = await api.get(`/archive/sheets/${sheet}?sablon=true&format=csv`)
      assert.equal(status, 200)
      return new TextDecoder().decode(bytes).trim()
    }
    assert.equal(await headings('materijali'), 'ID;Naziv;Zemlja porekla;Jedinica mere;Tarifni broj')
    assert.equal(await headings('normativi'), 'ID proizvoda;Naziv;HS kod;Jedinica mere;Materijal:količina')
  })

  test('every import has a template, and knows each of its columns', async () => {
    const api = await testApi(engine)
    for (const vrsta of IMPORT_KINDS) {
      const { bytes } = await api.get(`/archive/sheets/sablon?vrsta=${vrsta}`)
      const { rows } = parseSheet(new Uint8Array(bytes), SHEET_LIMITS)
      const known = { kolone: {}, vrednosti: {}, zapamceno: [], partner_id: null, poMestu: IMPORT_PLACES[vrsta] ?? [] }
      const { kolone } = readFields(rows, { ...known, fields: IMPORT_FIELDS[vrsta] })
      const own = IMPORT_FIELDS[vrsta].map(({ polje }, at) => [polje, at + 1])
      assert.deepEqual(
        kolone.map(({ polje, kolona }) => [polje, kolona]),
        own,
        vrsta,
      )
    }
    assert.equal((await api.get('/archive/sheets/sablon?vrsta=cena')).status, 400)
  })

  test('a file has what its list shows, and tells what it cannot say', async () => {
    const api = await testApi(engine)
    await addOdobrenje(api, ODOBRENJE)
    await fill(api)
    const one = await api.get('/archive/sheets/c4?search=C4-3&format=csv')
    assert.match(one.headers.get('content-disposition') ?? '', /filename="c4_pretraga-C4-3\.csv"/)
    const lines = new TextDecoder().decode(one.bytes).split('\r\n')
    assert.equal(lines.length, 3)
    assert.ok(lines[0]?.startsWith('Tip dokumenta;Broj terminala;C4 broj;Datum;'))
  })
})
