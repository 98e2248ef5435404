import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { C4_TYPES } from '#contract/c4.ts'
import { type DocumentImportReply, documentImportTexts, type ImportedDocument } from '#contract/document-import.ts'
import { importTexts, sheetTexts } from '#contract/imports.ts'
import { anyEngine, type Client, testApi } from '#server/testing.ts'
import { addCatalogue, c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { xlsx } from '#server/testing-sheets.ts'
import { until } from '#server/testing-until.ts'

type Cell = string | number
const C4 = '/c4/documents/import'
const C1 = '/c1/documents/import'

const C4_COLUMNS = [
  ...['C4 broj', 'Datum', 'tip_dokumenta', 'Broj terminala', 'Pošiljalac', 'Grad pošiljaoca', 'Država pošiljaoca'],
  ...['Primalac', 'Grad primaoca', 'Zemlja otpreme', 'Valuta', 'Broj fakture', 'Materijal', 'Količina'],
  ...['cena_po_jedinici', 'Dokazuje poreklo'],
]
const C4_HEAD = [
  ...['Uvozna deklaracija', 'T1', 'Müller Kabel GmbH', 'Nürnberg', 'Nemačka', 'Šumadija kabl', 'Kragujevac'],
  ...['Nemačka', 'EUR'],
]
const NOTHING = C4_HEAD.map(() => '')
/** A row that begins a C4, and one that goes on with it. */
const begin = (broj: string, datum: string, ...line: Cell[]) => [broj, datum, ...C4_HEAD, ...line]
const more = (broj: string, datum: string, ...line: Cell[]) => [broj, datum, ...NOTHING, ...line]

const C1_COLUMNS = [
  ...['broj_c1', 'datum', 'Tip dokumenta', 'Pošiljalac', 'Grad pošiljaoca', 'Država pošiljaoca', 'Primalac'],
  ...['Grad primaoca', 'Zemlja otpreme', 'Proizvod', 'Količina', 'Cena'],
]
const C1_HEAD = ['Izvozna deklaracija', 'Šumadija kabl', 'Kragujevac', 'Srbija', 'Beta Auto', 'Zagreb', 'Srbija']
const exported = (broj: string, datum: string, ...line: Cell[]) => [broj, datum, ...C1_HEAD, ...line]

async function sent(client: Client, path: string, ...rows: Cell[][]): Promise<DocumentImportReply> {
  const { status, body } = await client.upload(path, xlsx(...rows))
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const said = ({ dokumenti }: DocumentImportReply) =>
  dokumenti.map(({ red, broj, ishod }: ImportedDocument) => `${red} ${broj} ${ishod}`)

/** The rows that an import of these leaves out, as they come back. */
async function skipped(client: Client, path: string, rows: Cell[][]): Promise<Cell[][]> {
  const { status, bytes } = await client.upload(`${path}/preskoceni`, xlsx(...rows))
  assert.equal(status, 200)
  return XLSX.utils.sheet_to_json<Cell[]>(XLSX.read(bytes).Sheets.Preskočeni as XLSX.WorkSheet, { header: 1 })
}
const mended = (rows: Cell[][], by: Readonly<Record<string, string>>) =>
  rows.map((cells) => Array.from(cells, (cell) => by[cell] ?? cell ?? ''))

/** Letters of these rows as Windows-1250 has them. */
const WINDOWS: Readonly<Record<string, number>> = { č: 0xe8, ž: 0x9e, š: 0x9a, Š: 0x8a, ü: 0xfc, ć: 0xe6 }

anyEngine('documents by spreadsheet', (engine) => {
  const withCatalogue = async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    return api
  }
  const TWO_C4 = [
    C4_COLUMNS,
    begin('C4-2', '15.02.2026.', 'F-1', 'KABL1', '1.234,50', '0,25', 'DA'),
    more('c4-2', '', '', 'kon8', 10, 2, 'NE'),
    begin('C4-1', '10.01.2026', 'F-9', 'KABL1', 100, 2, ''),
  ]

  test('a preview writes nothing, the import writes what it said, and the same file changes nothing', async () => {
    const api = await withCatalogue()
    const preview = await sent(api, `${C4}?dryRun=true`, ...TWO_C4)
    assert.deepEqual(said(preview), ['2 C4-2 nov', '4 C4-1 nov'])
    const [first] = preview.dokumenti as unknown as [Record<string, unknown>]
    assert.deepEqual([first.broj_stavki, first.kolicina_total, first.vrednost_total], [2, 1244.5, 328.63])
    assert.equal((await api.get('/c4')).body.total, 0)
    const done = await sent(api, C4, ...TWO_C4)
    assert.deepEqual(said(done), said(preview))
    const documents = (await api.get('/c4')).body.documents
    assert.deepEqual(
      documents.map(({ broj_c4, datum, broj_stavki }: Record<string, unknown>) => [broj_c4, datum, broj_stavki]),
      [
        ['C4-2', '2026-02-15', 2],
        ['C4-1', '2026-01-10', 1],
      ],
    )
    const { stavke } = (await api.get(`/c4/${documents[0].id}`)).body
    assert.deepEqual(
      stavke.map((one: Record<string, unknown>) => [
        one.broj_fakture,
        one.redni_broj,
        one.materijal_id,
        one.tarifni_broj,
      ]),
      [
        ['F-1', 1, 'KABL1', '8544.49'],
        ['F-1', 2, 'KON8', '8544.49'],
      ],
    )
    const before = (await api.get('/audit')).body.total
    assert.deepEqual(said(await sent(api, C4, ...TWO_C4)), ['2 C4-2 nepromenjen', '4 C4-1 nepromenjen'])
    assert.equal((await api.get('/audit')).body.total, before)
  })

  test('a document that is stored is changed where the sheet differs, and keeps what it has no column for', async () => {
    const api = await withCatalogue()
    const lines = [{ materijal_id: 'KABL1', kolicina: 100, cena_po_jedinici: 2 }]
    const { id } = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lines, { broj_jci: '26RS01', paritet: 'CIF' }))
    const reply = await sent(api, C4, C4_COLUMNS, begin('C4-1', '2026-01-10', 'F-1', 'KABL1', 120, 2, ''))
    assert.deepEqual(said(reply), ['2 C4-1 izmenjen'])
    const { body } = await api.get(`/c4/${id}`)
    assert.deepEqual([body.kolicina_total, body.broj_jci, body.paritet, body.verzija], [120, '26RS01', 'CIF', 2])
  })

  test('a file with another invoice of a stored import leaves the first one, and takes it away where that is asked for', async () => {
    const api = await withCatalogue()
    const invoice = (broj: string, kolicina: number) => [
      C4_COLUMNS,
      begin('C4-030/26', '15.01.2026.', broj, 'KABL1', kolicina, 1, 'NE'),
    ]
    await sent(api, C4, ...invoice('F-1', 100))
    const lots = async () => {
      const [{ id }] = (await api.get('/c4')).body.documents
      const { stavke } = (await api.get(`/c4/${id}`)).body
      return stavke.map(({ broj_fakture, kolicina }: Record<string, unknown>) => `${broj_fakture} ${kolicina}`)
    }
    const whole = await sent(api, `${C4}?dryRun=true&zameni=true`, ...invoice('F-2', 77))
    assert.deepEqual(
      [whole.za_brisanje, whole.dokumenti[0]?.izmene],
      [
        1,
        {
          dolazi: ['F-2 · R. br. 1 · KABL1 · 77'],
          menja: [],
          odlazi: ['F-1 · R. br. 1 · KABL1 · 100'],
          ostaje: null,
        },
      ],
    )
    const other = await api.upload(`${C4}?zameni=true&odlazi=0`, xlsx(...invoice('F-2', 77)))
    assert.deepEqual(
      [other.status, other.body.message],
      [409, 'Po ovom fajlu nestaje 1 stavka, a potvrđeno je 0. Ništa nije upisano. Pogledajte pregled ponovo.'],
    )
    assert.deepEqual(await lots(), ['F-1 100'])
    const added = await sent(api, `${C4}?odlazi=0`, ...invoice('F-2', 77))
    assert.deepEqual(
      [said(added), added.za_brisanje, added.dokumenti[0]?.izmene?.ostaje],
      [['2 C4-030/26 izmenjen'], 0, 'F-1: 1 stavka nije u fajlu, ostaje.'],
    )
    assert.deepEqual(await lots(), ['F-1 100', 'F-2 77'])
    const same = await sent(api, C4, ...invoice('F-2', 77))
    assert.deepEqual(
      [said(same), same.dokumenti[0]?.izmene?.ostaje],
      [['2 C4-030/26 nepromenjen'], 'F-1: 1 stavka nije u fajlu, ostaje.'],
    )
    await sent(api, `${C4}?zameni=true&odlazi=1`, ...invoice('F-2', 77))
    assert.deepEqual(await lots(), ['F-2 77'])
  })

  test('the same file sent again changes nothing of what was typed meanwhile, and a dash empties', async () => {
    const api = await withCatalogue()
    const columns = [...C4_COLUMNS, 'Broj JCI', 'Rok razduženja', 'Dan prelaska', 'Već razduženo']
    const file = (...cells: Cell[]) => [
      columns,
      [...begin('C4-031/26', '15.01.2026.', 'F-1', 'KABL1', 100, 1, 'NE'), ...cells],
    ]
    await sent(api, C4, ...file('', '', '', ''))
    const [{ id }] = (await api.get('/c4')).body.documents
    const stored = async () => (await api.get(`/c4/${id}`)).body
    const { stavke, ...head } = await stored()
    const typed = { broj_jci: '26RS01', rok_razduzenja: '2026-12-31', dan_prelaska: '2026-02-01' }
    const lines = [{ ...stavke[0], vec_razduzeno: 30, tarifni_broj: '7208.10' }]
    assert.equal((await api.put(`/c4/${id}`, { ...head, ...typed, stavke: lines })).status, 200)
    const before = await stored()
    assert.deepEqual(said(await sent(api, C4, ...file('', '', '', ''))), ['2 C4-031/26 nepromenjen'])
    assert.deepEqual(await stored(), before)
    assert.equal((await api.get('/ostala-razduzenja')).body.total, 1)
    const emptied = await sent(api, C4, ...file('-', '', '-', '-'))
    assert.deepEqual(
      emptied.dokumenti[0]?.izmene?.menja.map(({ polje, staro, novo }) => [polje, staro, novo]),
      [
        ['Broj JCI', '26RS01', ''],
        ['Dan prelaska', '01.02.2026.', ''],
        ['Već razduženo', '30', ''],
      ],
    )
    const { broj_jci, rok_razduzenja } = await stored()
    assert.deepEqual([broj_jci, rok_razduzenja], [null, '2026-12-31'])
    assert.equal((await api.get('/ostala-razduzenja')).body.total, 0)
  })

  test('a file that says of a stored document its number alone finds it, where no other year has that number', async () => {
    const api = await withCatalogue()
    await sent(api, C4, C4_COLUMNS, begin('C4-7', '15.01.2026.', 'F-1', 'KABL1', 100, 1, 'NE'))
    const file = [
      ['C4 broj', 'Broj fakture', 'R. br.', 'Količina'],
      ['c4-7', 'F-1', 1, 90],
    ]
    const changed = await sent(api, C4, ...file)
    assert.deepEqual(
      [said(changed), changed.pitanja, changed.dokumenti[0]?.datum],
      [['2 c4-7 izmenjen'], [], '2026-01-15'],
    )
    const [{ id, datum, kolicina_total }] = (await api.get('/c4')).body.documents
    assert.deepEqual([datum, kolicina_total], ['2026-01-15', 90])
    await sent(api, C4, C4_COLUMNS, begin('C4-7', '15.01.2025.', 'F-1', 'KABL1', 100, 1, 'NE'))
    const preview = await sent(api, `${C4}?dryRun=true`, ...file)
    assert.deepEqual([said(preview), preview.pitanja[0]?.polje], [['2 c4-7 preskocen'], 'datum'])
    assert.equal((await api.get(`/c4/${id}`)).body.kolicina_total, 90)
  })

  test('a file that is a line short leaves that line of a stored export', async () => {
    const api = await withCatalogue()
    const two = [exported('C1-1', '2026-02-10', 'SNOP1', 20, 10), exported('C1-1', '2026-02-10', 'PRAZAN', 3, 4)]
    await sent(api, C1, C1_COLUMNS, ...two)
    const short = await sent(api, C1, C1_COLUMNS, exported('C1-1', '2026-02-10', 'PRAZAN', 5, 4))
    assert.deepEqual(short.dokumenti[0]?.izmene, {
      ...{ dolazi: [], odlazi: [], ostaje: 'Faktura-1: 1 stavka nije u fajlu, ostaje.' },
      menja: [{ gde: 'Faktura-1 · R. br. 2 · PRAZAN · 3', polje: 'Količina', staro: '3', novo: '5' }],
    })
    const [{ id }] = (await api.get('/c1')).body.documents
    const { stavke } = (await api.get(`/c1/${id}`)).body
    assert.deepEqual(
      stavke.map(({ proizvod_id, kolicina }: Record<string, unknown>) => [proizvod_id, kolicina]),
      [
        ['SNOP1', 20],
        ['PRAZAN', 5],
      ],
    )
  })

  test('a row that names its line by number alone is converted into the unit of that line, or refused', async () => {
    const api = await withCatalogue()
    await sent(api, C4, C4_COLUMNS, begin('C4-1', '10.01.2026.', 'F-1', 'KABL1', 100, 2, ''))
    const inUnit = (jm: string) => [
      ['C4 broj', 'Datum', 'Broj fakture', 'R. br.', 'Količina', 'JM'],
      ['C4-1', '10.01.2026.', 'F-1', 1, '1,5', jm],
    ]
    const refused = await sent(api, `${C4}?dryRun=true`, ...inUnit('kg'))
    assert.deepEqual(
      refused.dokumenti.map(({ ishod, razlog }) => [ishod, razlog]),
      [['preskocen', 'Red 2: JM: „kg“ ne može da se preračuna u m, u čemu se vodi KABL1.']],
    )
    const [done] = (await sent(api, C4, ...inUnit('km'))).dokumenti
    assert.deepEqual([done?.kolicina_total, done?.razlog], [1500, 'Red 2: Količina: 1,5 km je 1.500 m.'])
  })

  test('an export that directs its draws is not changed by a sheet, in which they would be lost', async () => {
    const api = await withCatalogue()
    await sent(api, C4, ...TWO_C4)
    const [{ id }] = (await api.get('/c4?search=C4-1')).body.results
    const [{ id: ulaz_stavka_id }] = (await api.get(`/c4/${id}`)).body.stavke
    const usmerenja = [{ materijal_id: 'KABL1', ulaz_stavka_id, kolicina: 10, razlog: 'Traži kupac' }]
    const body = c1Body('C1-1', '2026-03-01', [{ proizvod_id: 'SNOP1', kolicina: 20, cena: 15, usmerenja }])
    const { id: c1 } = await stored(api, '/c1', body)
    const before = (await api.get(`/c1/${c1}`)).body
    const sheet = [
      ['broj_c1', 'datum', 'Proizvod', 'Količina', 'Cena'],
      ['C1-1', '01.03.2026.', 'SNOP1', 30, 15],
    ]
    const { dokumenti } = await sent(api, `${C1}?dryRun=true`, ...sheet)
    assert.deepEqual(
      [dokumenti[0]?.ishod, dokumenti[0]?.razlog],
      ['preskocen', 'Izvoz ima usmerena razduženja, kojih u tabeli nema; izmenite ga u njegovoj formi.'],
    )
    assert.equal((await api.upload(C1, xlsx(...sheet))).status, 400)
    assert.deepEqual((await api.get(`/c1/${c1}`)).body, before)
  })

  test('a document with a bad row is left out with its reasons, the others are taken', async () => {
    const api = await withCatalogue()
    const reply = await sent(
      api,
      C4,
      C4_COLUMNS,
      begin('C4-1', '2026-01-10', 'F-1', 'NEMA', 1, 2, ''),
      more('C4-1', '', 'F-1', 'KABL1', 'puno', 2, 'možda'),
      begin('C4-2', '2026-01-11', 'F-1', 'KABL1', 1, 2, ''),
      more('C4-3', '2026-01-11', 'F-1', 'KABL1', 1, 2, ''),
      begin('C4-4', '31.02.2026.', 'F-1', 'KABL1', 1, 2, ''),
      ['', '2026-01-11', ...NOTHING, 'F-1', 'KABL1', 1, 2, ''],
    )
    assert.deepEqual(said(reply), [
      '2 C4-1 preskocen',
      '4 C4-2 nov',
      '5 C4-3 preskocen',
      '6 C4-4 preskocen',
      '7  preskocen',
    ])
    const reasons = reply.dokumenti.map(({ razlog }) => razlog)
    assert.equal(
      reasons[0],
      'Red 2: ID materijala: „NEMA“ ne postoji u katalogu. Red 3: Količina: „puno“ nije broj. Red 3: Dokazuje poreklo: „možda“ nije DA ni NE.',
    )
    assert.match(reasons[2] ?? '', /^Tip dokumenta: obavezno polje\. Broj terminala: obavezno polje\./)
    assert.equal(reasons[3], 'Red 6: Datum: „31.02.2026.“ nije datum.')
    assert.equal(reasons[4], 'Red 7: C4 broj: obavezno polje.')
    assert.equal((await api.get('/c4')).body.total, 1)
  })

  test('a sheet of which nothing is good, or without number or headings, is refused', async () => {
    const api = await withCatalogue()
    const refused = async (...rows: Cell[][]) => {
      const { status, body } = await api.upload(C4, xlsx(...rows))
      return [status, body.message]
    }
    const bad = more('C4-1', '2026-01-10', 'F-1', 'KABL1', 1, 2, '')
    assert.deepEqual(await refused(C4_COLUMNS, bad), [400, 'Nijedan dokument nije ispravan, ništa nije učitano.'])
    assert.deepEqual(await refused(C4_COLUMNS.slice(1), bad.slice(1)), [400, importTexts.asked(['Broj C4'])])
  })

  test('what a whole file lacks is asked once, found in the books or remembered from the last import', async () => {
    const api = await withCatalogue()
    const firm = { naziv: 'Šumadija kabl', pib: '100000049', mb: '12345678', grad: 'Kragujevac', drzava: 'Srbija' }
    assert.equal((await api.put('/nasa-firma', firm)).status, 200)
    await stored(api, '/partneri', { naziv: 'Müller Kabel GmbH', grad: 'Nürnberg', drzava: 'Nemačka' })
    const header = [
      'MRN',
      'Rechnung',
      'Beleg',
      'Belegdatum',
      'Lieferant',
      'Materialnummer',
      'Menge',
      'Preis',
      'Poreklo',
    ]
    const row = (broj: string, poreklo = 'TR') =>
      ['26RS1', 'F-1', broj, '2026-01-10', 'Müller Kabel GmbH', 'KABL1', '1.000', '0,25', poreklo] as Cell[]
    const file = (...rows: Cell[][]) => xlsx(['Ulazi 01/2026'], [], header, ...rows)
    const preview = await api.upload(`${C4}?dryRun=true`, file(row('C4-1'), row('C4-2')))
    assert.equal(preview.status, 200)
    const asked = preview.body.pitanja.map(({ polje, kolone }: Record<string, unknown>) => [polje, kolone])
    assert.deepEqual(asked, [
      ['tip_dokumenta', []],
      ['broj_terminala', []],
    ])
    assert.deepEqual(preview.body.pitanja[0].izbor, C4_TYPES)
    assert.deepEqual(
      preview.body.razlozi.map(({ redova, prvi_red }: Record<string, unknown>) => [redova, prvi_red]),
      [[2, 4]],
    )
    assert.equal((await api.upload(C4, file(row('C4-1')))).status, 400)
    assert.equal((await api.get('/c4')).body.total, 0)

    const vrednosti = JSON.stringify({ tip_dokumenta: 'uvozna deklaracija', broj_terminala: 'T1', valuta: 'EUR' })
    const done = await api.upload(C4, file(row('C4-1'), row('C4-2')), { vrednosti })
    assert.deepEqual([done.status, done.body.novih, done.body.pitanja], [200, 2, []])
    const [{ id }] = (await api.get('/c4?search=C4-1')).body.documents
    const document = (await api.get(`/c4/${id}`)).body
    const facts = ['tip_dokumenta', 'broj_terminala', 'valuta', 'primalac_naziv', 'primalac_grad', 'primalac_pib']
    assert.deepEqual(
      [...facts, 'posiljalac_grad', 'zemlja_otpreme', 'broj_jci'].map((name) => document[name]),
      ['Uvozna deklaracija', 'T1', 'EUR', firm.naziv, firm.grad, firm.pib, 'Nürnberg', 'Nemačka', '26RS1'],
    )
    const { zemlja_porekla, dokazuje_poreklo, kolicina } = document.stavke[0]
    assert.deepEqual([zemlja_porekla, dokazuje_poreklo, kolicina], ['Turska', false, 1000])

    const short = ['MRN', 'Faktura br.', 'Dok.', 'Datum dok.', 'Dobavljač', 'Šifra', 'Kol.', 'Cena', 'Poreklo']
    const shortened = await api.upload(`${C4}?dryRun=true`, xlsx(short, row('C4-9')), { vrednosti })
    assert.deepEqual([shortened.body.novih, shortened.body.pitanja], [1, []])

    const next = await api.upload(C4, file(row('C4-3', 'DE')))
    assert.deepEqual([next.status, next.body.novih, next.body.pitanja], [200, 1, []])
    const told = ({ polje, vrednost, kako }: Record<string, unknown>) => [polje, vrednost, kako]
    const inBooks = [
      ['primalac_naziv', firm.naziv, 'nađeno'],
      ['zemlja_otpreme', 'Nemačka', 'nađeno'],
    ]
    const rate = ['kurs', 'po kursnoj listi na dan dokumenta', 'nađeno']
    assert.deepEqual(preview.body.vrednosti.map(told), [...inBooks, ['valuta', 'RSD', 'nađeno'], rate])
    assert.deepEqual(preview.body.vrednosti[2].predlog, null)
    assert.deepEqual(next.body.vrednosti.map(told), [
      ...Object.entries(JSON.parse(vrednosti)).map(([polje, vrednost]) => [polje, vrednost, 'zapamćeno']),
      ...[...inBooks, rate],
    ])
    // Under another heading the currency of the last import is proposed, and used once it is chosen.
    const elsewhere = xlsx([...header, 'Lager'], [...row('C4-8'), 1])
    const proposed = (await api.upload(`${C4}?dryRun=true`, elsewhere)).body
    const valuta = proposed.vrednosti.find(({ polje }: Record<string, unknown>) => polje === 'valuta')
    assert.deepEqual([valuta.vrednost, valuta.predlog, valuta.izbor], ['RSD', 'EUR', ['RSD', 'EUR', 'USD']])
    // With DA and NE the same heading is the proof of origin.
    const proof = await api.upload(`${C4}?dryRun=true`, file(row('C4-4', 'DA'), row('C4-5', 'NE')))
    assert.equal(
      proof.body.kolone.find(({ kolona }: Record<string, unknown>) => kolona === 9).polje,
      'dokazuje_poreklo',
    )
    // A stored document keeps what it has, whatever the value for the file is.
    const other = JSON.stringify({ broj_terminala: 'T9' })
    const again = await api.upload(C4, file(row('C4-3', 'DE')), { vrednosti: other })
    assert.deepEqual([again.body.nepromenjenih, again.body.izmenjenih], [1, 0])
    const wrong = await api.upload(C4, file(row('C4-9')), { vrednosti: JSON.stringify({ datum_x: '1' }) })
    assert.equal(wrong.status, 400)
  })

  test('documents that are left out come back as a sheet with the reason beside each row', async () => {
    const api = await withCatalogue()
    const rows = [
      C4_COLUMNS,
      begin('C4-1', '10.01.2026.', 'F-1', 'NEMA9', 5, 2, 'DA'),
      more('C4-1', '', 'F-1', 'KABL1', 'x', 2, 'NE'),
      begin('C4-2', '10.01.2026.', 'F-2', 'KABL1', 5, 2, 'NE'),
    ]
    const left = await skipped(api, C4, rows)
    assert.deepEqual(
      left.map((cells) => [cells[0], cells[12], cells.at(-1)]),
      [
        ['C4 broj', 'Materijal', 'Razlog'],
        ['C4-1', 'NEMA9', 'ID materijala: „NEMA9“ ne postoji u katalogu.'],
        ['C4-1', 'KABL1', 'Količina: „x“ nije broj.'],
      ],
    )
    assert.equal((await api.get('/c4')).body.total, 0)
    const reply = await sent(api, C4, ...mended(left, { NEMA9: 'KON8', x: '7' }))
    assert.deepEqual(said(reply), ['2 C4-1 nov'])
  })

  test('exports that are left out come back so as well, and go in once they are mended', async () => {
    const api = await withCatalogue()
    const rows = [
      C1_COLUMNS,
      exported('C1-1', '2026-02-10', 'SNOP1', 'x', 10),
      exported('C1-2', '2026-02-20', 'SNOP1', 30, 10),
    ]
    const left = await skipped(api, C1, rows)
    assert.deepEqual(
      left.map((cells) => [cells[0], cells.at(-2), cells.at(-1)]),
      [
        ['broj_c1', 'Cena', 'Razlog'],
        ['C1-1', 10, 'Količina: „x“ nije broj.'],
      ],
    )
    assert.deepEqual(said(await sent(api, C1, ...mended(left, { x: '5' }))), ['2 C1-1 nov'])
  })

  test('exports of a sheet draw in the order of their days, whatever the order of the rows', async () => {
    const api = await withCatalogue()
    await sent(api, C4, C4_COLUMNS, begin('C4-1', '2026-01-10', 'F-1', 'KABL1', 100, 2, ''))
    const rows = [
      C1_COLUMNS,
      exported('C1-2', '2026-02-20', 'SNOP1', 30, 10),
      exported('C1-1', '2026-02-10', 'SNOP1', 20, 10),
      exported('C1-3', '2026-02-21', 'NEMA', 1, 10),
    ]
    const reply = await sent(api, C1, ...rows)
    assert.deepEqual(said(reply), ['2 C1-2 nov', '3 C1-1 nov', '4 C1-3 preskocen'])
    assert.match(reply.dokumenti[2]?.razlog ?? '', /^Red 4: .*NEMA/)
    const lacks = reply.dokumenti.map(({ manjak }) =>
      manjak.map(({ materijal_id, kolicina }) => [materijal_id, kolicina]),
    )
    assert.deepEqual(lacks, [
      [
        ['KABL1', 25],
        ['KON8', 30],
      ],
      [['KON8', 20]],
      [],
    ])
    assert.deepEqual(said(await sent(api, C1, ...rows)), [
      '2 C1-2 nepromenjen',
      '3 C1-1 nepromenjen',
      '4 C1-3 preskocen',
    ])
    const changed = [C1_COLUMNS, exported('C1-1', '2026-02-10', 'SNOP1', 10, 10)]
    assert.deepEqual(said(await sent(api, C1, ...changed)), ['2 C1-1 izmenjen'])
  })

  test('a preview says what exports would lack, which of others move, and what the lock refuses', async () => {
    const api = await withCatalogue()
    const line = (broj: string, datum: string, kolicina: number) => begin(broj, datum, 'F-1', 'KABL1', kolicina, 2, '')
    await sent(api, C4, C4_COLUMNS, line('C4-1', '2026-01-10', 100), line('C4-2', '2026-02-10', 50))
    await sent(api, C1, C1_COLUMNS, exported('C1-9', '2026-03-01', 'SNOP1', 40, 1))
    const rows = [exported('C1-1', '2026-02-20', 'SNOP1', 10, 1), exported('C1-2', '2026-03-02', 'SNOP1', 10, 1)]
    const preview = await sent(api, `${C1}?dryRun=true`, C1_COLUMNS, ...rows)
    const lacks = ({ dokumenti }: DocumentImportReply) =>
      dokumenti.map(({ manjak }) => manjak.map(({ materijal_id, kolicina }) => `${materijal_id} ${kolicina}`))
    assert.deepEqual(lacks(preview), [['KON8 10'], ['KON8 10']])
    assert.deepEqual(
      preview.promenjeni_c1.map(({ broj_c1 }) => broj_c1),
      ['C1-9'],
    )
    const done = await sent(api, C1, C1_COLUMNS, ...rows)
    assert.deepEqual(done.promenjeni_c1, preview.promenjeni_c1)
    assert.deepEqual(lacks(done), lacks(preview))
    const older = [C4_COLUMNS, line('C4-0', '2026-01-05', 10), line('C4-00', '2026-01-06', 5)]
    const foreseen = await sent(api, `${C4}?dryRun=true`, ...older)
    assert.deepEqual(foreseen.promenjeni_c1, (await sent(api, C4, ...older)).promenjeni_c1)
    assert.equal((await api.post('/zakljucenje', { do_dana: '2026-03-31', potvrda: true })).status, 201)
    const closed = await sent(
      api,
      `${C4}?dryRun=true`,
      C4_COLUMNS,
      line('C4-5', '2026-03-31', 1),
      line('C4-6', '2026-04-01', 1),
    )
    assert.deepEqual(said(closed), ['2 C4-5 preskocen', '3 C4-6 nov'])
    assert.match(closed.dokumenti[0]?.razlog ?? '', /^Period do 31\.03\.2026\. je zaključan/)
  })

  test('line by line the import says how many documents are done, and comes to the same', async () => {
    const api = await withCatalogue()
    const other = await withCatalogue()
    const rows = Array.from({ length: 40 }, (_, at) => begin(`C4-${at}`, '2026-01-10', 'F-1', 'KABL1', 1, 2, ''))
    const refused = begin('C4-X', '2026-01-10', 'F-1', 'NEMA1', 1, 2, '')
    const lines = async (path: string, ...sheet: Cell[][]) => {
      const { status, bytes } = await api.upload(path, xlsx(...sheet))
      assert.equal(status, 200)
      const text = new TextDecoder().decode(bytes).trimEnd()
      return text.split('\n').map((line) => JSON.parse(line))
    }
    const told = await lines(`${C4}/tok`, C4_COLUMNS, ...rows, refused)
    const { message, dokumenti } = told.pop()
    assert.deepEqual(
      [told[0], told.at(-1)],
      [
        { obradjeno: 0, od_ukupno: 41 },
        { obradjeno: 41, od_ukupno: 41 },
      ],
    )
    const plain = await sent(other, C4, C4_COLUMNS, ...rows, refused)
    assert.deepEqual([message, dokumenti], [plain.message, plain.dokumenti])
    assert.match((await lines(`${C4}/tok`, C4_COLUMNS, refused)).at(-1).message, /^Nijedan dokument nije ispravan/)
    assert.equal((await api.upload(`${C4}/tok`, { name: 'a.pdf', bytes: new Uint8Array([1]) })).status, 415)
  })

  test('who goes away does not end an import: what of the file was good is saved', async () => {
    const api = await withCatalogue()
    const rows = Array.from({ length: 40 }, (_, at) => begin(`C4-${at}`, '2026-01-10', 'F-1', 'KABL1', 1, 2, ''))
    const { name, bytes } = xlsx(C4_COLUMNS, ...rows)
    const body = new FormData()
    body.set('file', new File([bytes], name))
    const headers = { authorization: `Bearer ${api.token}` }
    const incoming = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
    const answer = await api.app.request(`/api${C4}/tok`, { method: 'POST', headers, body }, incoming)
    await answer.body?.cancel()
    await until('all are saved', async () => (await api.get('/c4')).body.total === rows.length)
    assert.deepEqual((await sent(api, C4, C4_COLUMNS, ...rows)).nepromenjenih, rows.length)
  })

  test('CSV of Serbian Excel is read as the workbook is', async () => {
    const api = await withCatalogue()
    const lines = TWO_C4.map((row) => row.map((cell) => (String(cell).includes(';') ? `"${cell}"` : cell)).join(';'))
    const preview = await sent(api, `${C4}?dryRun=true`, ...TWO_C4)
    const windows = Uint8Array.from([...lines.join('\r\n')].map((letter) => WINDOWS[letter] ?? letter.charCodeAt(0)))
    const utf8 = new TextEncoder().encode(`\ufeff${lines.join('\n').replaceAll(';', '\t')}`)
    const tabs = lines.join('\n').replaceAll(';', '\t')
    for (const [name, bytes] of [
      ['uvoz.csv', windows],
      ['uvoz.csv', utf8],
      ['uvoz.csv', new Uint8Array(Buffer.from(`\ufeff${tabs}`, 'utf16le'))],
      ['tabulator.xls', Uint8Array.from(windows, (byte) => (byte === 0x3b ? 9 : byte))],
    ] as const) {
      const { status, body } = await api.upload(`${C4}?dryRun=true`, { name, bytes })
      assert.deepEqual([status, { ...body, list: 'List1', listovi: ['List1'] }], [200, preview])
    }
    const titled = new TextEncoder().encode(`Spisak uvoza, stanje 28.11.2026.\n${lines.join('\n')}`)
    const { body } = await api.upload(`${C4}?dryRun=true`, { name: 'naslov.csv', bytes: titled })
    assert.deepEqual(said(body), ['3 C4-2 nov', '5 C4-1 nov'])
    const broken = new Uint8Array([...titled, 0x9a])
    const refused = await api.upload(C4, { name: 'kvar.csv', bytes: broken })
    assert.deepEqual([refused.status, refused.body.message], [400, sheetTexts.notUtf8(5)])
    const notText = await api.upload(C4, { name: 'uvoz.csv', bytes: xlsx(...TWO_C4).bytes })
    assert.equal(notText.status, 415)
  })

  test('the template is a file that the import reads', async () => {
    const api = await withCatalogue()
    for (const path of ['/c4', '/c1']) {
      const { status, bytes } = await api.get(`${path}/documents/template`)
      assert.equal(status, 200)
      const preview = await api.upload(`${path}/documents/import?dryRun=true`, { name: 'sablon.xlsx', bytes })
      assert.equal(preview.body.napomena, null)
      const rows = XLSX.utils.sheet_to_json<string[]>(Object.values(XLSX.read(bytes).Sheets)[0] ?? {}, { header: 1 })
      assert.deepEqual(rows[0], [documentImportTexts.howCellsCount])
      assert.equal(preview.body.dokumenti.length, 1)
    }
  })

  /** The files that were read without a remark, as they came in. */
  test('a file with doubtful cells says so in the preview, document by document', async () => {
    const api = await withCatalogue()
    const columns = [...C4_COLUMNS, 'Broj JCI', 'Tarifni broj']
    const row = (
      broj: string,
      datum: string,
      faktura: string,
      kolicina: Cell,
      cena: Cell,
      jci: string,
      tarifa: string,
    ) => [...begin(broj, datum, faktura, 'KABL1', kolicina, cena, 'NE'), jci, tarifa].join(';')
    const rows = [
      row('C4-032/26', '15.01.2026.', 'F-1', '12,000', '1.250', '', '7208.10'),
      row('C4-033/26', '15.01.2026.', 'F-1', '1,23456789', '0,225', '', '9012100'),
      row('2,6E+11', '15.01.2026.', '2,60012E+14', '100', '1', '2,60012E+16', '7208.10'),
      row('C4-044/26', '15.01.2062.', 'F-1', '100', '1', '', '7208.10'),
      row('C4-045/26', '15.1.91', 'F-1', '100', '1', '', '7208.10'),
    ]
    const csv = new TextEncoder().encode([columns.join(';'), ...rows].join('\n'))
    const { status, body } = await api.upload(`${C4}?dryRun=true`, { name: 'uvoz.csv', bytes: csv })
    assert.equal(status, 200, JSON.stringify(body))
    const reasonsOf = (body as DocumentImportReply).dokumenti.map(({ ishod, razlog }) => `${ishod} ${razlog}`)
    const ZERO = 'ima neparan broj cifara; proverite da li mu nedostaje nula na početku ili na kraju.'
    const science = (label: string, text: string) =>
      `Red 4: ${label}: „${text}“ je broj u naučnom zapisu; upišite ga ceo, u ćeliju sa tekstom.`
    assert.deepEqual(reasonsOf, [
      'nov Red 2: Količina: „12,000“ je pročitano kao decimalni broj, ne 12000. Red 2: Cena po jedinici: „1.250“ je pročitano kao 1250.',
      `nov Red 3: Količina: zaokruženo na 1,234568. Red 3: Tarifni broj: „9012100“ ${ZERO}`,
      `nov ${[science('C4 broj', '2,6E+11'), science('Broj JCI', '2,60012E+16'), science('Broj fakture', '2,60012E+14')].join(' ')}`,
      'nov Red 5: Datum 15.01.2062. je posle današnjeg dana.',
      'nov Red 6: Datum: „15.1.91“ je pročitano kao 15.01.2091. Red 6: Datum 15.01.2091. je posle današnjeg dana.',
    ])
  })

  test('a decimal comma that nobody quoted refuses its document, and quantities in another unit are converted', async () => {
    const api = await withCatalogue()
    const split = [C4_COLUMNS, begin('C4-038/26', '15.01.2026.', 'F-1', 'KABL1', '1,5', 1, 'NE')]
    const csv = new TextEncoder().encode(split.map((cells) => cells.join(',')).join('\n'))
    const { body } = await api.upload(`${C4}?dryRun=true`, { name: 'uvoz.csv', bytes: csv })
    assert.match(body.dokumenti[0].razlog, /^Red 2: Red ima 17 ćelija, a zaglavlje 16; /)
    const reply = await sent(
      api,
      C4,
      [...C4_COLUMNS, 'JM'],
      [...begin('C4-1', '15.01.2026.', 'F-1', 'KABL1', 1.5, 200, 'NE'), 'km'],
    )
    assert.equal(
      reply.dokumenti[0]?.razlog,
      'Red 2: Količina: 1,5 km je 1.500 m. Red 2: Cena po jedinici: 200 po km je 0,2 po m.',
    )
    assert.equal(reply.dokumenti[0]?.vrednost_total, 300)
  })

  test('a quantity and a price far from those of other documents are said by preview and import, unchanged ones are not', async () => {
    const api = await withCatalogue()
    const lines = [{ materijal_id: 'KABL1', kolicina: 100, cena_po_jedinici: 2 }]
    await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lines))
    const path = `${C4}?dryRun=true`
    const far = await sent(api, path, C4_COLUMNS, begin('C4-2', '11.01.2026.', 'F-1', 'KABL1', 10_001, 20.5, ''))
    assert.match(
      far.dokumenti[0]?.razlog ?? '',
      /^Faktura F-1, stavka 1, .* \(KABL1\): cena 20,5 EUR, a poslednja je bila 2 EUR\. .*količina 10\.001 m, a uobičajena je 100 m\.$/,
    )
    const near = await sent(api, path, C4_COLUMNS, begin('C4-2', '11.01.2026.', 'F-1', 'KABL1', 10_000, 20, ''))
    assert.equal(near.dokumenti[0]?.razlog, null)
    const saved = await sent(api, C4, C4_COLUMNS, begin('C4-2', '11.01.2026.', 'F-1', 'KABL1', 10_001, 20.5, ''))
    assert.equal(saved.dokumenti[0]?.razlog, far.dokumenti[0]?.razlog)
    // Of a stored document the same, and a document of the file makes no other one of it usual.
    const rows = [
      begin('C4-1', '10.01.2026.', 'F-1', 'KABL1', 100, 2_000, ''),
      begin('C4-3', '12.01.2026.', 'F-1', 'KABL1', 2e6, 3, ''),
      begin('C4-4', '13.01.2026.', 'F-1', 'KABL1', 2e6, 3, ''),
    ]
    const preview = await sent(api, path, C4_COLUMNS, ...rows)
    const reasons = preview.dokumenti.map(({ razlog }) => razlog)
    assert.equal(reasons.filter(Boolean).length, 3)
    assert.deepEqual(
      (await sent(api, C4, C4_COLUMNS, ...rows)).dokumenti.map(({ razlog }) => razlog),
      reasons,
    )
    const { body } = await api.get('/audit?search=C4-1')
    const [changed, added] = body.entries ?? body.results
    assert.deepEqual([changed.radnja, changed.sazetak.split(', ').at(-1)], ['izmenjeno', 'iz fajla'])
    assert.ok(!added.sazetak.includes('iz fajla'))
  })
})
