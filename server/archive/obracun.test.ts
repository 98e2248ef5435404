// The account for customs through the app: worked by hand, and against a model that replays the documents.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { MAX_OBRACUN_LOTS } from '#contract/obracun.ts'
import { eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, c1Body, c4Body, column, type Fields, stored } from '#server/testing-documents.ts'

test('an account has 10.000 imported lines at most', () => assert.equal(MAX_OBRACUN_LOTS, 10_000))

type Row = { ulaz_stavka_id: number; krajnje_stanje: number } & Record<string, unknown>
const figures = ({ broj_c4, materijal_id, pocetno_stanje, ulaz, ugradjeno, krajnje_stanje, vrednost_rsd }: Row) =>
  [broj_c4, materijal_id, pocetno_stanje, ulaz, ugradjeno, krajnje_stanje, vrednost_rsd].join(' ')

eachEngine('the account for customs', (engine) => {
  test('of one import and of all: what was, came, went out where, and is left', async () => {
    const api = await testApi(engine)
    const { c4 } = await addDocuments(api)
    const all = (await api.get('/obracun?datum_od=2026-02-02&datum_do=2026-02-28')).body
    assert.deepEqual(all.stavke.map(figures), ['C4-1 KABL1 50 0 50 0 0', 'C4-2 KABL1 0 50 10 40 12000'])
    assert.deepEqual(
      all.izvoz.map((row: Row) => [row.broj_c1, row.broj_c4, row.materijal_id, row.razduzeno].join(' ')),
      ['C1-2 C4-1 KABL1 50', 'C1-2 C4-2 KABL1 10'],
    )
    assert.deepEqual(column(all.normativi, 'neto'), [2.5])
    assert.deepEqual(column(all.normativi, 'ukupno'), [60])
    assert.deepEqual(column(all.bez_pokrica, 'manjak'), [24])
    assert.deepEqual(column(all.provere, 'vrsta'), ['manjak'])
    assert.deepEqual(column(all.ukupno, 'krajnje_stanje'), [40])

    const one = (await api.get(`/obracun?c4_id=${c4[0].id}`)).body
    assert.deepEqual(one.stavke.map(figures), ['C4-1 KABL1 0 100 100 0 0', 'C4-1 KON8 0 10 10 0 0'])
    assert.deepEqual(one.bez_pokrica, [])
    assert.equal((await api.get('/obracun?c4_id=4711')).status, 404)
    assert.equal((await api.get('/archive/sheets/obracun?c4_id=4711')).status, 404)
    assert.equal((await api.get('/obracun?datum_od=2026-03-01&datum_do=2026-02-01')).status, 400)
  })

  test('as a spreadsheet each part is a sheet, and the sum of values is a formula that gives the same', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { bytes } = await api.get('/archive/sheets/obracun?datum_do=2026-02-28')
    const book = XLSX.read(bytes, { cellFormula: true })
    assert.deepEqual(book.SheetNames, ['Uvozne stavke', 'Izvoz', 'Normativi', 'Bez pokrića', 'Zbirovi', 'Provere'])
    const { results, rows } = { results: (await api.get('/obracun?datum_do=2026-02-28')).body, rows: book.Sheets }
    assert.deepEqual(
      XLSX.utils
        .sheet_to_json<Fields>(rows['Uvozne stavke'] as XLSX.WorkSheet)
        .map((row) => row['Krajnje stanje'] ?? null),
      [...column(results.stavke, 'krajnje_stanje'), null],
    )
    const sum = rows['Uvozne stavke']?.P5
    assert.deepEqual([sum?.f, sum?.v], ['SUM(P2:P4)', 12000])
  })

  test('as a paper it has its parts, its sums, its signatures and its pages', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { body } = await api.get('/obracun/files?datum_do=2026-02-28')
    assert.deepEqual(column(body.files, 'name'), ['obracun_do-2026-02-28.pdf'])
    const sheet = await getDocumentProxy(new Uint8Array(Buffer.from(body.files[0].data, 'base64')))
    const text = (await extractText(sheet, { mergePages: true })).text.replace(/\s+/g, ' ')
    for (const part of ['OBRAČUN', 'svih uvoza, do 28.02.2026.', 'Uvozne stavke', 'Izvoz', 'Normativi', 'Bez pokrića'])
      assert.ok(text.includes(part), part)
    assert.match(
      text,
      /C4-2 05\.02\.2026\. F-1 \/ 1 8544\.49 KABL1 Kabl crni m 50 0 50 10 40 12\.000,00 Ukupno 12\.000,00/,
    )
    for (const foot of ['Sastavio', 'Carinski organ', 'Stranica 1 od']) assert.ok(text.includes(foot), foot)
  })

  test('what is unusual is named with the documents it is about', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    await stored(
      api,
      '/c4',
      c4Body('C4-3', '2026-03-01', [
        { materijal_id: 'KABL1', kolicina: 500, cena_po_jedinici: 2, tarifni_broj: '7408.11' },
        { materijal_id: 'KON8', kolicina: 500, cena_po_jedinici: 0.000001 },
      ]),
    )
    const normativi = [{ materijal_id: 'KABL1', potrebna_kolicina: 3 }]
    const { verzija } = (await api.get('/proizvodi/SNOP1')).body
    const product = { naziv: 'Kablovski snop', hs_code: '8544.30', jedinica_mere: 'kom', normativi }
    assert.equal((await api.put('/proizvodi/SNOP1', product, { 'if-match': `"${verzija}"` })).status, 200)
    await stored(api, '/c1', c1Body('C1-3', '2026-03-05', [{ proizvod_id: 'SNOP1', kolicina: 1, cena: 1 }]))
    const { provere, normativi: norms } = (await api.get('/obracun')).body
    assert.deepEqual(column(provere, 'vrsta'), ['manjak', 'dva normativa', 'tarifni broj', 'vrednost 0'])
    assert.deepEqual(provere[2].redovi, [
      { vrsta: 'c4', id: '3', broj: 'C4-3', opis: 'faktura F-1, stavka 1: 7408.11, materijal 8544.49' },
    ])
    assert.deepEqual(column(norms, 'neto').includes(3), true)
  })

  test('equals a replay of the documents for any period, and the summary of materials', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    let number = 0
    const day = fc.integer({ min: 1, max: 28 }).map((d) => `2026-01-${String(d).padStart(2, '0')}`)
    const entry = fc.record({ isImport: fc.boolean(), datum: day, kolicina: fc.integer({ min: 1, max: 90 }) })
    const world: Entry[] = []
    const round = fc.record({ entries: fc.array(entry, { minLength: 2, maxLength: 4 }), ends: fc.tuple(day, day) })
    await fc.assert(
      fc.asyncProperty(round, async ({ entries, ends }) => {
        for (const { isImport, datum, kolicina } of entries) {
          const broj = `D-${++number}`
          const body = isImport
            ? c4Body(broj, datum, [{ materijal_id: 'KABL1', kolicina, cena_po_jedinici: 2 }])
            : c1Body(broj, datum, [{ proizvod_id: 'SNOP1', kolicina, cena: 1 }])
          const { id } = await stored(api, isImport ? '/c4' : '/c1', body)
          world.push({ isImport, datum, kolicina: isImport ? kolicina : kolicina * 2.5, id, broj })
        }
        const [od, kraj] = ends.toSorted() as [string, string]
        await expectModel(api, world, od, kraj)
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })
})

type Entry = { isImport: boolean; datum: string; kolicina: number; id: number; broj: string }

/** Every lot of the account and the sums of it are those of the model. */
async function expectModel(api: TestApi, world: readonly Entry[], od: string, kraj: string) {
  const { body } = await api.get(`/obracun?datum_od=${od}&datum_do=${kraj}`)
  const rows = body.stavke.map(({ broj_c4, pocetno_stanje, ulaz, ugradjeno, krajnje_stanje }: Row) =>
    [broj_c4, pocetno_stanje, ulaz, ugradjeno, krajnje_stanje].join(' '),
  )
  assert.deepEqual(rows, naive(world, od, kraj))
  const summary = (await api.get(`/archive/materials?datum_od=${od}&datum_do=${kraj}`)).body.results
  const kabl = summary.find(({ materijal_id }: Row) => materijal_id === 'KABL1')
  const sum = (name: string) =>
    body.stavke.reduce((total: number, row: Record<string, number>) => total + (row[name] ?? 0), 0)
  assert.equal(sum('ulaz'), kabl.totalInput)
  assert.equal(sum('krajnje_stanje'), kabl.preostalo)
}

/** Replays the documents up to the end of the period, the oldest first, from the oldest lot. */
function naive(world: readonly Entry[], od: string, kraj: string): string[] {
  const inOrder = world
    .filter(({ datum }) => datum <= kraj)
    .toSorted((a, b) => a.datum.localeCompare(b.datum) || a.id - b.id)
  const lots = inOrder.filter(({ isImport }) => isImport).map((lot) => ({ ...lot, ranije: 0, ugradjeno: 0 }))
  for (const c1 of inOrder.filter(({ isImport }) => !isImport)) {
    let need = c1.kolicina
    for (const lot of lots) {
      if (lot.datum > c1.datum) break
      const taken = Math.min(need, lot.kolicina - lot.ranije - lot.ugradjeno)
      need -= taken
      lot[c1.datum < od ? 'ranije' : 'ugradjeno'] += taken
    }
  }
  return lots
    .filter(({ kolicina, ranije }) => kolicina > ranije)
    .map(({ broj, datum, kolicina, ranije, ugradjeno }) => {
      const [was, came] = datum < od ? [kolicina - ranije, 0] : [0, kolicina]
      return [broj, was, came, ugradjeno, was + came - ugradjeno].join(' ')
    })
}
