import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InvoicePreview } from '#contract/c4.ts'
import { parseSheet } from '#server/sheets/parse-sheet.ts'
import { SHEET_LIMITS } from '#server/sheets/sheet-limits.ts'
import { xlsxMembers } from '#server/sheets/testing-zip.ts'
import { zipOf } from '#server/sheets/write-zip.ts'
import { anyEngine, type Client, type TestEngine, testApi } from '#server/testing.ts'
import { addCatalogue, c4Body, type Fields, stored } from '#server/testing-documents.ts'
import { expected, sample, workbook, xlsx } from '#server/testing-sheets.ts'

const IMPORT = '/c4/import'
const HEADER = ['broj_fakture', 'materijal_id', 'kolicina', 'cena_po_jedinici', 'dokazuje_poreklo']

/** Over the sample catalogue, what an invoice sheet of the samples is read as. */
async function sampleApi(engine: TestEngine) {
  const api = await testApi(engine)
  assert.equal((await api.upload('/materials/import', sample('materijali.xlsx'))).status, 200)
  const read = async (name: string): Promise<InvoicePreview> => {
    const { status, body } = await api.upload(IMPORT, sample(name))
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  return { api, read }
}

/** The lines of a form that took over everything from the preview. */
const linesOf = ({ fakture }: InvoicePreview) =>
  fakture.flatMap(({ broj_fakture, stavke }) =>
    stavke.map(({ red: _, upozorenja: __, pogodjeno: ___, ...line }) => ({ ...line, broj_fakture })),
  )

const said = async (call: ReturnType<Client['upload']>) => {
  const { status, body } = await call
  return [status, body.message]
}

anyEngine('import of invoices', (engine) => {
  test('the sample is read alike in each of its forms, and nothing is written', async () => {
    const { api, read } = await sampleApi(engine)
    const say = expected['fakture-c4.xlsx']
    const preview = await read('fakture-c4.xlsx')
    assert.deepEqual([preview.broj_faktura, preview.broj_stavki], [say.faktura, say.stavki])
    assert.equal(preview.message, `Uspešno importovano. Faktura: ${say.faktura}, stavki: ${say.stavki}.`)
    assert.deepEqual(preview.preskoceni, [])
    for (const name of ['fakture-c4.xls', 'fakture-c4.ods']) assert.deepEqual(await read(name), preview)
    assert.equal((await api.get('/c4')).body.total, 0)
  })

  test('columns about the document are read where their rows say the same', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const { id } = await stored(api, '/odobrenja', { broj: 'OD-1/26', vazi_od: '2026-01-01' })
    const heading = [...HEADER, 'Odobrenje', 'Broj JCI', 'Rok razduženja', 'Oznaka postupka']
    const row = (jci: string, odobrenje: string, rok: string) => ['F-1', 'KABL1', 2, 3, '', odobrenje, jci, rok, '']
    const read = async (...rows: (string | number)[][]): Promise<InvoicePreview> =>
      (await api.upload(IMPORT, xlsx(heading, ...rows))).body
    const one = await read(row('26RS01', 'od-1/26', '31.01.2027.'), row('', '', ''))
    const nothing = { oznaka_postupka: null, carinski_organ: null, dan_prelaska: null }
    const said = { odobrenje_id: id, odobrenje_broj: 'OD-1/26', broj_jci: '26RS01', rok_razduzenja: '2027-01-31' }
    assert.deepEqual([one.dokument, one.napomena, one.broj_stavki], [{ ...said, ...nothing }, null, 2])
    const several = await read(row('26RS01', 'OD-9', 'sutra'), row('26RS02', 'OD-9', 'sutra'))
    assert.ok(Object.values(several.dokument).every((value) => value === null))
    assert.equal(
      several.napomena,
      'Broj JCI: u fajlu piše „26RS01“ i „26RS02“. Izostavljeno je. Rok razduženja: „sutra“ nije datum. ' +
        'Izostavljeno je. Odobrenje „OD-9“ iz fajla ne postoji. Izostavljeno je.',
    )
    assert.equal(several.broj_stavki, 2)
  })

  test('what is chosen for a heading is kept at once, and rows that are left out come back with the reason', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const file = (...rows: (string | number)[][]) => xlsx(['Faktura', 'Art', 'Količina', 'Wert'], ...rows)
    const first = file(['F-1', 'KABL1', 2, 3])
    const asked = (await api.upload(IMPORT, first)).body
    assert.deepEqual(
      asked.pitanja.map(({ polje }: Fields) => polje),
      ['materijal_id', 'cena_po_jedinici'],
    )
    const chosen = { kolone: JSON.stringify({ materijal_id: 'Art', cena_po_jedinici: 4 }) }
    assert.deepEqual((await api.upload(IMPORT, first, chosen)).body.pitanja, [])
    const next = file(['F-2', 'KABL1', 2, 3], ['F-2', 'NEMA1', 1, 1])
    const { pitanja, broj_stavki, razlozi } = (await api.upload(IMPORT, next)).body
    assert.deepEqual([pitanja, broj_stavki, razlozi[0].redova], [[], 1, 1])
    const left = await api.upload(`${IMPORT}/preskoceni`, next)
    const { rows } = parseSheet(new Uint8Array(left.bytes), SHEET_LIMITS)
    assert.deepEqual(
      rows.map(({ cells }) => cells.slice(0, 4)),
      [
        ['Faktura', 'Art', 'Količina', 'Wert'],
        ['F-2', 'NEMA1', 1, 1],
      ],
    )
    assert.equal(rows[1]?.cells[4], razlozi[0].razlog)
  })

  test('what the preview holds can be saved as it is', async () => {
    const { api, read } = await sampleApi(engine)
    const lines = linesOf(await read('fakture-c4.xlsx'))
    const saved = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lines))
    const { stavki, kolicina_total, vrednost_total } = expected['fakture-c4.xlsx']
    assert.deepEqual(
      [saved.broj_stavki, saved.kolicina_total, saved.vrednost_total],
      [stavki, kolicina_total, vrednost_total],
    )
    const traps = await stored(api, '/c4', c4Body('C4-2', '2026-01-10', linesOf(await read('fakture-c4-zamke.xlsx'))))
    assert.equal(traps.broj_stavki, expected['fakture-c4-zamke.xlsx'].stavki)
  })

  test('the first sheet that holds anything is read, and the others that do are named', async () => {
    const { api } = await sampleApi(engine)
    const rows = [HEADER, ['F-1', 'KON6PZ', 2, 3, 'DA']]
    const read = async (sheets: Record<string, (string | number)[][]>) => {
      const { broj_stavki, napomena } = (await api.upload(IMPORT, workbook(sheets))).body
      return [broj_stavki, napomena]
    }
    assert.deepEqual(await read({ Fakture: rows, Sheet2: [], Sheet3: [] }), [1, null])
    assert.deepEqual(await read({ Prazan: [], Fakture: rows, Uputstvo: [['Pišite']] }), [
      1,
      'Pročitan je list „Fakture“. Ostali listovi nisu čitani: „Uputstvo“.',
    ])
    const more = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((at) => [`F${at}`, rows]))
    assert.deepEqual(await read(more), [
      1,
      'Pročitan je list „F1“. Ostali listovi nisu čitani: „F2“, „F3“, „F4“, „F5“, „F6“ i još 1.',
    ])
  })

  test('hidden rows are read, and named', async () => {
    const { api } = await sampleApi(engine)
    const row = (at: number) => `<c r="A${at}" t="str"><v>F-1</v></c><c r="C${at}" t="str"><v>KON6PZ</v></c>
      <c r="E${at}"><v>2</v></c><c r="F${at}"><v>3</v></c>`
    const rows = [1, 2, 3, 4, 5, 6, 7].map((at) => `<row r="${at}" hidden="${at > 1}">${row(at)}</row>`)
    const bytes = zipOf(xlsxMembers(`<sheetData>${rows.join('')}</sheetData>`))
    const { body } = await api.upload(IMPORT, { name: 'filter.xlsx', bytes: new Uint8Array(bytes) })
    assert.deepEqual([body.broj_stavki, body.napomena], [7, 'Pročitani su i sakriveni redovi: 2, 3, 4, 5, 6 i još 1.'])
  })

  test('columns that are not read are named', async () => {
    const { api } = await sampleApi(engine)
    const named = 'Ove kolone nisu prepoznate i preskaču se: „Dokaz (DA/NE)“. Nazivi kolona su u šablonu.'
    const rows = [
      ['Broj fakture', 'ID materijala', 'Količina', 'Cena', 'Dokaz (DA/NE)', 'HS kod'],
      ['F-1', 'KON6PZ', 2, 3, 'DA', '8544'],
    ]
    assert.equal((await api.upload(IMPORT, xlsx(...rows))).body.napomena, named)
    const { body } = await api.upload(IMPORT, workbook({ Fakture: rows, Cene: [['x']] }))
    assert.equal(body.napomena, `Pročitan je list „Fakture“. Ostali listovi nisu čitani: „Cene“. ${named}`)
  })

  test('a bad row is skipped with its number and its reason, and stops no good one', async () => {
    const { read } = await sampleApi(engine)
    const { preskoceni, broj_stavki } = await read('fakture-c4-zamke.xlsx')
    assert.equal(broj_stavki, expected['fakture-c4-zamke.xlsx'].stavki)
    assert.ok(preskoceni.length > 0)
    for (const { red, razlog } of preskoceni) assert.ok(red > 1 && razlog.length > 10, `${red}: ${razlog}`)
  })

  test('numbers are read by value and in Serbian notation; what is none becomes 1 and is marked', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const rows = [
      ['F-1', 'KABL1', '1.234,50', 0.25, 'da'],
      ['F-1', 'kabl CRNI', 'puno', 2, 'ne'],
      ['F-2', 'KON8', -1, 2, ''],
    ]
    const { body } = await api.upload(IMPORT, xlsx(HEADER, ...rows))
    type Item = InvoicePreview['fakture'][number]['stavke'][number]
    assert.deepEqual(
      body.fakture[0].stavke.map((item: Item) => [
        item.materijal_id,
        item.kolicina,
        item.cena_po_jedinici,
        item.dokazuje_poreklo,
      ]),
      [['KABL1', 1234.5, 0.25, true]],
    )
    assert.deepEqual(
      body.preskoceni.map(({ red }: { red: number }) => red),
      [3, 4],
    )
    const named = await api.upload(
      IMPORT,
      xlsx([...HEADER, 'materijal_naziv'], ['F-1', 'NEMA', 'puno', 2, 'x', 'kabl CRNI']),
    )
    const [item] = named.body.fakture[0].stavke
    assert.deepEqual([item.materijal_id, item.kolicina, item.dokazuje_poreklo], ['KABL1', 1, false])
    assert.ok(item.upozorenja.some((text: string) => text.includes('nije broj, uzeto je 1')))
  })

  test('a file without rows says so', async () => {
    const { api } = await sampleApi(engine)
    const say = [400, expected['fakture-c4-prazna.xlsx'].poruka]
    assert.deepEqual(await said(api.upload(IMPORT, sample('fakture-c4-prazna.xlsx'))), say)
    assert.deepEqual(await said(api.upload(IMPORT, { name: 'fakture.ods', bytes: Buffer.alloc(0) })), say)
    assert.deepEqual(await said(api.upload(IMPORT, xlsx(HEADER))), say)
  })

  test('a file that is no spreadsheet is refused, by its name and by its content', async () => {
    const api = await testApi(engine)
    const say = [415, 'Molimo vas da odaberete Excel fajl (.xlsx, .xls, .ods)']
    const { bytes } = xlsx(HEADER)
    for (const name of ['fakture.txt', 'fakture.pdf', 'fakture', 'fakture.xlsx.exe', 'xlsx'])
      assert.deepEqual(await said(api.upload(IMPORT, { name, bytes })), say, name)
    const page = { name: 'fakture.xls', bytes: new TextEncoder().encode('<html><table>') }
    const resave = 'Sačuvajte fajl u Excelu kao .xlsx i pokušajte ponovo.'
    assert.deepEqual(await said(api.upload(IMPORT, page)), [415, resave])
    for (const text of ['broj_fakture,kolicina', '%PDF-1.4'])
      assert.deepEqual(
        await said(api.upload(IMPORT, { name: 'fakture.xlsx', bytes: new TextEncoder().encode(text) })),
        say,
        text,
      )
    assert.equal((await api.upload(IMPORT, { name: 'FAKTURE.XLSX', bytes })).status, 400, 'only empty')
  })

  test('CSV is read as the workbook is', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const row = ['F-1', 'KABL1', '1.234,5', '0,25', '']
    const text = [HEADER, row].map((cells) => cells.join(';')).join('\r\n')
    const csv = await api.upload(IMPORT, { name: 'fakture.csv', bytes: new TextEncoder().encode(text) })
    assert.equal(csv.status, 200, JSON.stringify(csv.body))
    const book = (await api.upload(IMPORT, xlsx(HEADER, row))).body
    assert.deepEqual(csv.body, { ...book, list: null, listovi: [] })
    assert.equal(csv.body.fakture[0].stavke[0].kolicina, 1234.5)
  })

  test('a damaged file says that it cannot be read', async () => {
    const api = await testApi(engine)
    const { bytes } = sample('fakture-c4.xlsx')
    const damaged = bytes.slice()
    damaged.fill(0x55, 200, 2000)
    assert.deepEqual(await said(api.upload(IMPORT, { name: 'fakture.xlsx', bytes: damaged })), [
      400,
      'Nije moguće pročitati fajl',
    ])
  })

  test('a file of more than 5MB is refused', async () => {
    const api = await testApi(engine)
    const ofSize = (size: number) => ({ name: 'fakture.xlsx', bytes: new Uint8Array(size) })
    const say = 'Excel fajl ne sme biti veći od 5MB.'
    assert.deepEqual(await said(api.upload(IMPORT, ofSize(5 * 1024 * 1024 + 1))), [413, say])
    assert.equal((await api.upload(IMPORT, ofSize(5 * 1024 * 1024))).status, 415, 'no spreadsheet, but not too large')
    assert.deepEqual(await said(api.upload(IMPORT, ofSize(9 * 1024 * 1024))), [413, say])
  })

  test('the template is one that the import reads', async () => {
    const api = await testApi(engine)
    const { status, bytes, headers } = await api.get('/c4/template')
    assert.equal(status, 200)
    assert.match(headers.get('content-disposition') ?? '', /filename="template_fakture\.xlsx"/)
    const { body } = await api.upload(IMPORT, { name: 'template_fakture.xlsx', bytes })
    assert.deepEqual([body.broj_stavki, body.preskoceni.length], [0, 3], 'its materials are examples')
  })
})
