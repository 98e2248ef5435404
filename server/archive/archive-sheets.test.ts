import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import type { ArchiveSheet } from '#contract/archive.ts'
import { MAX_SHEET_ROWS } from '#contract/limits.ts'
import { parseIsoDate } from '#domain/calendar-date.ts'
import type { Store } from '#server/db/open.ts'
import { featuresOf } from '#server/features.ts'
import type { WrittenCell } from '#server/sheets/write-sheet.ts'
import { anyEngine, type TestApi, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { outcomes, xlsx } from '#server/testing-sheets.ts'
import { archiveTable, type SheetQuery } from './archive-sheets.ts'
import {
  MADE_SHEET_MEMORY_MB,
  MADE_SHEET_MS,
  MADE_SHEET_WAIT_MS,
  MADE_SHEETS_AT_ONCE,
  MADE_SHEETS_WAITING,
} from './make-sheet.ts'

type Row = Record<string, string | number>
const kabl = { materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 1 }

test('a sheet has 50.000 rows; one is made at a time, eight wait 15 s, for 40 s and in 768 MiB', () => {
  assert.equal(MAX_SHEET_ROWS, 50_000)
  assert.deepEqual(
    [MADE_SHEETS_AT_ONCE, MADE_SHEETS_WAITING, MADE_SHEET_WAIT_MS, MADE_SHEET_MS, MADE_SHEET_MEMORY_MB],
    [1, 8, 15_000, 40_000, 768],
  )
})

/** Excel's number 46.023 is the first day of 2026. */
const dayOf = (number: number) => new Date(Date.UTC(2026, 0, 1 + number - 46_023)).toISOString().slice(0, 10)

/** The rows of a downloaded sheet by their headers, days in ISO form; empty cells are left out. */
async function download(api: TestApi, sheet: ArchiveSheet, query = '') {
  const { status, bytes, headers, body } = await api.get(`/archive/sheets/${sheet}${query}`)
  assert.equal(status, 200, body?.message)
  const book = XLSX.read(bytes, { cellNF: true })
  const [name = ''] = book.SheetNames
  const cells = book.Sheets[name] as XLSX.WorkSheet
  for (const cell of Object.values(cells) as XLSX.CellObject[])
    if (cell.z === 'dd.mm.yyyy.') Object.assign(cell, { t: 's', v: dayOf(cell.v as number), z: undefined })
  return {
    name,
    rows: XLSX.utils.sheet_to_json<Row>(cells),
    file: /filename="?([^";]+)/.exec(headers.get('content-disposition') ?? '')?.[1],
  }
}

/** The rows of a sheet by their headers, as the process that makes it reads them. */
async function read(api: TestApi, sheet: ArchiveSheet, query: SheetQuery = {}): Promise<Record<string, WrittenCell>[]> {
  const { columns = [], rows = [] } = (await archiveTable(api.store.read, sheet, query)) ?? {}
  return rows.map((row) => Object.fromEntries(columns.map(({ header }, at) => [header, row[at] ?? null])))
}

/** The values of these columns, row after row. */
const valuesOf = (rows: readonly Record<string, WrittenCell>[], ...columns: readonly string[]) =>
  rows.map((row) => columns.map((column) => row[column] ?? null))

anyEngine('sheets of the archive', (engine) => {
  test('products with their normativs are what their import reads, percents and all', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const items = [
      { materijal_id: 'KABL1', potrebna_kolicina: 2.5, otpad_procenat: 4, gubitak_procenat: 0.5 },
      { materijal_id: 'KON8', potrebna_kolicina: 1250, gubitak_procenat: 1 },
    ]
    assert.equal((await api.post('/normativ/SNOP1', { items })).status, 200)
    const { name, file } = await download(api, 'normativi', '?proizvod_id=SNOP1')
    assert.deepEqual([name, file], ['Normativi', 'normativi_SNOP1.xlsx'])
    const { columns = [], rows = [] } = (await archiveTable(api.store.read, 'normativi', {})) ?? {}
    assert.deepEqual(rows, [['SNOP1', 'Kablovski snop', '8544.30', 'kom', 'KABL1:2.5+4%+0.5%', 'KON8:1250+0%+1%']])
    const sheet = [columns.map(({ header }) => header), ...(rows as string[][])]
    const { body } = await api.upload('/proizvodi/import?dryRun=true', xlsx(...sheet))
    assert.deepEqual(outcomes(body), ['2 nepromenjen SNOP1'])
  })

  test('the ledger has waste and loss in columns of their own, where there is any', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const parts = ['Razduženo', 'Ugrađeno', 'Otpad', 'Gubitak', 'Manjak']
    const columns = Object.keys((await read(api, 'razduzenje'))[0] ?? {})
    assert.deepEqual(
      columns.filter((column) => parts.includes(column)),
      ['Razduženo', 'Manjak'],
    )
    const items = [{ materijal_id: 'KABL1', potrebna_kolicina: 2.5, otpad_procenat: 4 }]
    assert.equal((await api.post('/normativ/SNOP1', { items })).status, 200)
    await stored(api, '/c4', c4Body('C4-9', '2026-06-01', [{ ...kabl, kolicina: 20_000 }]))
    await stored(api, '/c1', c1Body('C1-9', '2026-06-02', [{ proizvod_id: 'SNOP1', kolicina: 1000, cena: 1 }]))
    const rows = (await read(api, 'razduzenje')).filter((row) => row['Broj C1'] === 'C1-9' && row['Broj C4'] === 'C4-9')
    assert.deepEqual(valuesOf(rows, ...parts), [[2560, 2461.538462, 98.461538, 0, null]])
  })

  test('the ledger marks what came after the deadline, and before the day of change-over', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const begun = { ...kabl, kolicina: 100, vec_razduzeno: 1 }
    const carina = { dan_prelaska: '2026-02-05', rok_razduzenja: '2026-02-10' }
    await stored(api, '/c4', c4Body('C4-1', '2026-01-10', [begun, { ...kabl, kolicina: 100 }], carina))
    const columns: Record<string, unknown> = {}
    for (const [number, day] of [
      ['C1-1', '2026-02-06'],
      ['C1-2', '2026-02-04'],
      ['C1-3', '2026-02-11'],
    ] as const) {
      await stored(api, '/c1', c1Body(number, day, [{ proizvod_id: 'SNOP1', kolicina: 20, cena: 15 }]))
      const rows = (await read(api, 'razduzenje')).filter((row) => row['Broj C4'] === 'C4-1')
      columns[number] = valuesOf(rows, 'Broj C1', 'R. br. u uvozu', 'Posle roka', 'Pre dana prelaska')
    }
    // A column is there once some row has its mark; nothing was drawn by 'Već razduženo' from the second line.
    assert.deepEqual(columns, {
      'C1-1': [['C1-1', 1, null, null]],
      'C1-2': [
        ['C1-2', 1, null, true],
        ['C1-1', 1, null, false],
        ['C1-1', 2, null, false],
      ],
      'C1-3': [
        ['C1-2', 1, false, true],
        ['C1-1', 1, false, false],
        ['C1-1', 2, false, false],
        ['C1-3', 2, true, false],
      ],
    })
  })

  test('the ledger: which imported line went out in which export, export after export, and what no lot covers', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { name, rows, file } = await download(api, 'razduzenje')
    assert.deepEqual([name, file], ['Razduženje', 'razduzenje.xlsx'])
    assert.deepEqual(
      valuesOf(rows, 'Broj C1', 'ID materijala', 'Razduženo', 'Manjak', 'Broj C4', 'R. br. u uvozu', 'Vrednost (RSD)'),
      [
        ['C1-1', 'KABL1', 50, null, 'C4-1', 1, 11_750],
        ['C1-1', 'KON8', 10, null, 'C4-1', 2, 587.5],
        ['C1-1', 'KON8', 0, 10, null, null, null],
        ['C1-2', 'KABL1', 50, null, 'C4-1', 1, 11_750],
        ['C1-2', 'KABL1', 10, null, 'C4-2', 1, 3_000],
        ['C1-2', 'KON8', 0, 24, null, null, null],
      ],
    )
    assert.deepEqual(rows[1], {
      'Broj C1': 'C1-1',
      'Datum C1': '2026-02-01',
      Primalac: 'Beta Auto',
      'Faktura izvoza': 'F-1',
      'R. br. u izvozu': 1,
      'ID proizvoda': 'SNOP1',
      Proizvod: 'Kablovski snop',
      'HS kod': '8544.30',
      Izvezeno: 20,
      'JM proizvoda': 'kom',
      'ID materijala': 'KON8',
      Materijal: 'Konektor žuti',
      'JM materijala': 'kom',
      Razduženo: 10,
      'Broj C4': 'C4-1',
      'Datum C4': '2026-01-10',
      Pošiljalac: 'Müller Kabel GmbH',
      'Faktura uvoza': 'F-1',
      'R. br. u uvozu': 2,
      'Tarifni broj': '8544.49',
      'Zemlja porekla': 'Italija',
      'Dokazuje poreklo': 'NE',
      'Cena po jedinici': 0.5,
      Valuta: 'EUR',
      Kurs: 117.5,
      'Vrednost (RSD)': 587.5,
    })
    assert.ok(!('Dokazuje poreklo' in (rows[2] ?? {})), 'what no lot covers has no origin')
  })

  test('says in the name of its file of which period and filters it is', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const query = '?datum_od=2026-02-02&dateEnd=2026-03-31&tip=Dolazni&partner=celik%2Fpromet&search=kabl'
    const { rows, file } = await download(api, 'razduzenje', query)
    assert.equal(file, 'razduzenje_od-2026-02-02_do-2026-03-31_Dolazni_partner-celik-promet_pretraga-kabl.xlsx')
    assert.deepEqual(rows, [])
  })

  test('the ledger of a search has the rows with every word, and those of documents that a list finds by it', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const found = async (query: SheetQuery) =>
      valuesOf(await read(api, 'razduzenje', query), 'Broj C1', 'ID materijala', 'Broj C4').map((row) => row.join(' '))
    assert.deepEqual(await found({ search: 'c4-2 kabl' }), ['C1-2 KABL1 C4-2'])
    assert.deepEqual(await found({ search: 'zuti c1-1' }), ['C1-1 KON8 C4-1', 'C1-1 KON8 '])
    assert.deepEqual(await found({ search: 'carinska celik' }), ['C1-2 KABL1 C4-2'], 'by the type of its import')
    assert.deepEqual(await found({ search: 'kabl', partner: 'celik' }), ['C1-2 KABL1 C4-2'])
    assert.deepEqual(await found({ search: 'nema ovoga' }), [])
  })

  test('all documents, as the filters, the search and the order of the list have them', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { name, rows, file } = await download(api, 'documents')
    assert.deepEqual([name, file], ['Svi dokumenti', 'dokumenti.xlsx'])
    assert.deepEqual(valuesOf(rows, 'Broj dokumenta', 'Tip', 'Datum', 'Ukupna vrednost (RSD)', 'Manjak'), [
      ['C1-2', 'Odlazni', '2026-02-05', 45_120, 'DA'],
      ['C4-2', 'Dolazni', '2026-02-05', 15_000, 'NE'],
      ['C1-1', 'Odlazni', '2026-02-01', 35_250, 'DA'],
      ['C4-1', 'Dolazni', '2026-01-10', 24_087.5, 'NE'],
    ])
    const ordered = await read(api, 'documents', { tip: 'Dolazni', sort: 'broj', order: 'asc' })
    assert.deepEqual(valuesOf(ordered, 'Broj dokumenta'), [['C4-1'], ['C4-2']])
  })

  test('what remains of each C4, a lot in each row', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { name, rows, file } = await download(api, 'remaining', '?datum_od=2026-01-01')
    assert.deepEqual([name, file], ['Materijali po C4', 'materijali-po-c4_od-2026-01-01.xlsx'])
    const shown = ['Broj C4', 'Datum C4', 'ID materijala', 'Uvezeno', 'Razduženo', 'Preostalo', 'Vrednost (RSD)']
    assert.deepEqual(valuesOf(rows, ...shown), [['C4-2', '2026-02-05', 'KABL1', 50, 10, 40, 12_000]])
    // The day that the sheet is named after is the one of its figures: the lot was used up on the next.
    const past = await read(api, 'remaining', { datum_do: parseIsoDate('2026-02-04') ?? undefined })
    assert.deepEqual(valuesOf(past, ...shown), [['C4-1', '2026-01-10', 'KABL1', 100, 50, 50, 11_750]])
  })

  test('both summaries, of a period', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const materials = await download(api, 'materials', '?datum_od=2026-02-01&datum_do=2026-02-04')
    assert.equal(materials.name, 'Rezime materijala')
    assert.deepEqual(
      valuesOf(
        materials.rows,
        'ID materijala',
        'Početno stanje',
        'Ulaz',
        'Izlaz',
        'Stanje',
        'Manjak',
        'Poslednji uvoz',
      ),
      [
        ['KABL1', 100, 0, 50, 50, 0, '2026-01-10'],
        ['KON8', 10, 0, 20, -10, 10, '2026-01-10'],
      ],
    )
    const products = await download(api, 'products', '?datum_do=2026-02-04')
    assert.equal(products.name, 'Rezime proizvoda')
    assert.deepEqual(
      valuesOf(products.rows, 'ID proizvoda', 'Izvezeno', 'Vrednost (EUR)', 'Trošak materijala (RSD)', 'Manjak'),
      [
        ['PRAZAN', 0, 0, 0, 'NE'],
        ['SNOP1', 20, 300, 12_337.5, 'DA'],
      ],
    )
  })

  test('names from outside are texts, whatever they begin with', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const evil = '=HYPERLINK("http://x","y")'
    await stored(
      api,
      '/c1',
      c1Body('C1-9', '2026-02-01', [{ proizvod_id: 'SNOP1', kolicina: 1, cena: 1 }], { primalac_naziv: evil }),
    )
    const { bytes } = await api.get('/archive/sheets/documents')
    const cells = Object.values(XLSX.read(bytes).Sheets['Svi dokumenti'] ?? {}) as XLSX.CellObject[]
    assert.ok(cells.some(({ v, t }) => v === evil && t === 's'))
    assert.ok(cells.every(({ f }) => f === undefined))
  })

  test('more rows than a sheet may have are none, of every kind', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const rows = async (sheet: ArchiveSheet, limit: number) =>
      (await archiveTable(api.store.read, sheet, {}, limit))?.rows.length ?? null
    for (const [sheet, all] of [
      ['razduzenje', 6],
      ['documents', 4],
      ['remaining', 1],
      ['materials', 2],
      ['products', 2],
    ] as const) {
      assert.equal(await rows(sheet, all), all, sheet)
      assert.equal(await rows(sheet, all - 1), null, sheet)
    }
    const lots = [kabl, kabl].map((lot, index) => ({ ...lot, redni_broj: index + 1 }))
    await stored(api, '/c4', c4Body('C4-3', '2026-03-01', lots))
    assert.equal(await rows('remaining', 3), 3)
    assert.equal(await rows('remaining', 2), null, 'lots are rows, and not their documents')
  })

  test('a sheet that there is not, and days that are none, are refused; so is whoever is not logged in', async () => {
    const api = await testApi(engine)
    const unknown = await api.get('/archive/sheets/nema')
    assert.equal(unknown.status, 404)
    const wrong = await api.get('/archive/sheets/razduzenje?datum_od=juče')
    assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.field], [400, 'datum_od'])
    assert.equal((await api.anonymous.get('/archive/sheets/razduzenje')).status, 401)
  })

  if (engine.name === 'sqlite') {
    test('of many that ask at once so many wait, and one more is sent away', async () => {
      const api = await testApi(engine)
      const asked = Array.from({ length: MADE_SHEETS_AT_ONCE + MADE_SHEETS_WAITING + 1 }, () =>
        api.get('/archive/sheets/products'),
      )
      const { status, body, headers } = await Promise.any(
        asked.map(async (answer) => ((await answer).status === 503 ? answer : Promise.reject())),
      )
      assert.deepEqual(
        [status, body.message, headers.get('retry-after')],
        [503, 'Server trenutno pravi druge tabele. Pokušajte ponovo za nekoliko sekundi.', '10'],
      )
      assert.equal((await asked[0])?.status, 200)
    })
  }

  test('a database that cannot be read is said to be away, a file that is gone is a fault', async () => {
    const place =
      engine.name === 'postgres' ? { databaseUrl: 'postgres://127.0.0.1:1/nema', dataDir: '' } : { dataDir: '/nema' }
    const features = (store: Store) => featuresOf({ ...store, place }, { registration: 'open' })
    const api = await testApi(engine, { features })
    const { status, body } = await api.get('/archive/sheets/razduzenje')
    const [expected, message] =
      engine.name === 'postgres'
        ? [503, 'Baza podataka trenutno nije dostupna. Pokušajte ponovo.']
        : [500, 'Došlo je do greške na serveru. Pokušajte ponovo.']
    assert.deepEqual([status, body.message], [expected, message])
  })
})
