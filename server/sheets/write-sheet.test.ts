import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import fc from 'fast-check'
import * as limits from '#contract/limits.ts'
import { fieldsIn } from '#contract/testing-fields.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { INVOICE_COLUMNS, readInvoiceSheet } from '#domain/sheet-invoices.ts'
import { parseSheet } from './parse-sheet.ts'
import { SHEET_LIMITS } from './sheet-limits.ts'
import { invoiceTemplate, writeSheet } from './write-sheet.ts'
import { readZipDirectory, unpackMembers } from './zip-directory.ts'

const rowsOf = (bytes: Uint8Array) => parseSheet(bytes, SHEET_LIMITS).rows
const cellsOf = (bytes: Uint8Array): XLSX.CellObject[] => {
  const { SheetNames, Sheets } = XLSX.read(bytes, { dense: true })
  return (Sheets[SheetNames[0] ?? '']?.['!data'] ?? []).flat()
}

describe('a written sheet', () => {
  test('has a header, then the rows', () => {
    const columns = [{ header: 'Naziv' }, { header: 'Količina' }, { header: 'Poreklo' }]
    const rows = rowsOf(
      writeSheet('Rezime', columns, [
        ['Šašija ђ', 12.5, true],
        [null, Number.NaN, 'uskoro', 'previše'],
      ]),
    )
    assert.deepEqual(rows, [
      { red: 1, cells: ['Naziv', 'Količina', 'Poreklo'] },
      { red: 2, cells: ['Šašija ђ', 12.5, 'DA'] },
      { red: 3, cells: [null, null, 'uskoro'] },
    ])
  })

  test('shows days, amounts and quantities as such; what is none of them stays what it is', () => {
    const columns = [
      { header: 'Dan', as: 'day' },
      { header: 'Iznos', as: 'amount' },
      { header: 'Količina', as: 'quantity' },
      { header: 'Broj' },
    ] as const
    const bytes = writeSheet('Rezime', columns, [
      ['2026-01-01', 1234.5, 12.345678, 7],
      [null, null, 'nema', null],
    ])
    const { Rezime } = XLSX.read(bytes, { cellNF: true }).Sheets
    const shown = (cell: string) => [Rezime?.[cell]?.v, Rezime?.[cell]?.z]
    assert.deepEqual(shown('A2'), [46_023, 'dd.mm.yyyy.'])
    assert.deepEqual(shown('B2'), [1234.5, '#,##0.00'])
    assert.deepEqual(shown('C2'), [12.345678, '#,##0.00####'])
    assert.deepEqual(shown('D2'), [7, 'General'])
    assert.deepEqual(
      ['A3', 'B3', 'C3'].map((cell) => Rezime?.[cell]?.v ?? null),
      [null, null, 'nema'],
    )
    assert.equal(Rezime?.['!autofilter']?.ref, 'A1:D3')
  })

  test('adds columns up under their rows, also below a title and where the first column is a day', () => {
    const columns = [
      { header: 'Dan', as: 'day' },
      { header: 'Iznos', as: 'amount', sum: true },
    ] as const
    const bytes = writeSheet(
      'Rezime',
      columns,
      [
        ['2026-01-01', 1.25],
        ['2026-01-02', 2],
      ],
      'Naslov',
    )
    const { Rezime } = XLSX.read(bytes).Sheets
    assert.deepEqual([Rezime?.A5?.v, Rezime?.B5?.v, Rezime?.B5?.f], ['Ukupno', 3.25, 'SUM(B3:B4)'])
    assert.equal(Rezime?.['!autofilter']?.ref, 'A2:B4')
  })

  test('keeps its header in sight, with columns wide enough for it', () => {
    const bytes = writeSheet('Rezime', [{ header: 'Naziv' }, { header: 'Cena <sheetView/>', width: 8 }], [['Vijak', 2]])
    const members = unpackMembers(bytes, readZipDirectory(bytes, SHEET_LIMITS), () => true)
    const xml = new TextDecoder().decode(members.get('xl/worksheets/sheet1.xml'))
    assert.match(xml, /<sheetView [^>]*><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/)
    assert.match(xml, /^<\?xml[^>]*>\s*<worksheet .*<\/sheetViews><cols>.*<sheetData>.*<\/worksheet>$/s)
    const widths = [...xml.matchAll(/<col [^>]*width="(\d+)/g)].map(([, width]) => Number(width))
    assert.deepEqual(widths, [16, 20])
  })

  test('has columns as wide as their entries, up to where a text is a sentence', () => {
    const columns = [{ header: 'Broj' }, { header: 'Količina', as: 'quantity' }, { header: 'Opis', width: 8 }] as const
    const bytes = writeSheet('Rezime', columns, [
      ['UVZ-2026/000123-A', 999_999_999.123456, 'Reč '.repeat(50)],
      ['UVZ-1', { f: 'B2', v: 1 }, null],
    ])
    const members = unpackMembers(bytes, readZipDirectory(bytes, SHEET_LIMITS), () => true)
    const xml = new TextDecoder().decode(members.get('xl/worksheets/sheet1.xml'))
    const widths = [...xml.matchAll(/<col [^>]*width="(\d+)/g)].map(([, width]) => Number(width))
    // 999.999.999,123456 has 18 characters, and room for a sign.
    assert.deepEqual(widths, [17, 19, 40])
  })

  test('prints across, to the width of the page, with its header on each', () => {
    const bytes = writeSheet("Zbirovi, 'ukupno'", [{ header: 'A' }, { header: 'B' }], [['a', 'b']], 'Naslov')
    const members = unpackMembers(bytes, readZipDirectory(bytes, SHEET_LIMITS), () => true)
    const xml = (name: string) => Buffer.from(members.get(name) ?? []).toString()
    assert.match(xml('xl/worksheets/sheet1.xml'), /fitToPage="1".*<pageSetup [^>]*orientation="landscape"/)
    const [titles] = XLSX.read(bytes).Workbook?.Names?.filter(({ Name }) => Name === '_xlnm.Print_Titles') ?? []
    assert.equal(titles?.Ref, "'Zbirovi,  ukupno'!$1:$2")
  })

  test('holds no live formula, whatever a name begins with', () => {
    const evil = fc
      .tuple(fc.constantFrom('=', '+', '-', '@', '\t=', '\u0000', ''), fc.string())
      .map(([start, rest]) => start + rest)
    fc.assert(
      fc.property(evil, evil, (header, text) => {
        const cells = cellsOf(writeSheet(text, [{ header }, { header: 'x' }], [[text, text]]))
        for (const cell of cells) {
          assert.equal(cell.f, undefined)
          assert.equal(cell.t, 's')
        }
      }),
      { numRuns: 50 },
    )
  })

  test('writes what looks like a code of a sign as it stands', () => {
    for (const text of ['_x0041_', 'a_X005f_x0041_b', '_x0041', '__x00e4__']) {
      const rows = rowsOf(writeSheet('Rezime', [{ header: text }], [[text]]))
      assert.deepEqual(
        rows.map(({ cells }) => cells),
        [[text], [text]],
      )
    }
  })

  test('cuts texts and names that Excel could not open', () => {
    const bytes = writeSheet('a/b:c*d?'.repeat(9), [{ header: 'x'.repeat(40_000) }], [])
    assert.equal(cellsOf(bytes)[0]?.v?.toString().length, 32_767)
    assert.equal(XLSX.read(bytes).SheetNames[0]?.length, 31)
    assert.deepEqual(XLSX.read(writeSheet('', [], [])).SheetNames, ['List1'])
  })
})

describe('template_fakture.xlsx', () => {
  const rows = rowsOf(invoiceTemplate())
  const cell = (name: (typeof INVOICE_COLUMNS)[number], row: number) => rows[row]?.cells[INVOICE_COLUMNS.indexOf(name)]

  test('has the columns of the specification and three rows, numbers as numbers', () => {
    assert.deepEqual(rows[0]?.cells, INVOICE_COLUMNS)
    assert.equal(rows.length, 4)
    for (const row of [1, 2, 3]) {
      for (const name of ['redni_broj', 'kolicina', 'cena_po_jedinici'] as const)
        assert.equal(typeof cell(name, row), 'number')
    }
    assert.equal(invoiceTemplate(), invoiceTemplate())
  })

  test('is read back without a remark', () => {
    const catalogue = [1, 2, 3].map((row) => ({
      id: String(cell('materijal_id', row)),
      naziv: String(cell('materijal_naziv', row)),
      jedinica_mere: 'kom',
      tarifni_broj: '1234',
      zemlja_porekla: '',
    }))
    const { fakture, preskoceni } = readInvoiceSheet(
      fieldsIn('fakture', rows),
      { catalogue },
      limits,
      '2026-11-28' as CalendarDate,
    )
    assert.deepEqual(
      fakture.map(({ stavke }) => stavke.length),
      [2, 1],
    )
    assert.deepEqual(
      fakture.flatMap(({ stavke }) => stavke.flatMap(({ upozorenja }) => upozorenja)),
      [],
    )
    assert.deepEqual(preskoceni, [])
  })
})
