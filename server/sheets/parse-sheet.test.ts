import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { NO_RESULT, type SheetRow } from '#domain/sheet.ts'
import { parseSheet } from './parse-sheet.ts'
import { sheetRows } from './sheet-cells.ts'
import { SHEET_LIMITS, type SheetLimits, SheetRefused } from './sheet-limits.ts'
import { odsMembers, xlsxMembers } from './testing-zip.ts'
import { zipOf } from './write-zip.ts'

const parse = (bytes: Uint8Array, limits: Partial<SheetLimits> = {}) =>
  parseSheet(bytes, { ...SHEET_LIMITS, ...limits }).rows
const xlsx = (sheet: string) => zipOf(xlsxMembers(sheet))
const ods = (table: string) => zipOf(odsMembers(table))
const refuses = (bytes: Uint8Array, code: string, limits?: Partial<SheetLimits>) =>
  assert.throws(
    () => parse(bytes, limits),
    (error) => error instanceof SheetRefused && error.code === code,
  )
/** A workbook of these cells as a file of each format. */
function written(cells: XLSX.CellObject[], bookType: XLSX.BookType, sheetNames = ['List1']): SheetRow[] {
  const sheet = { '!data': [cells], '!ref': `A1:${XLSX.utils.encode_col(cells.length - 1)}1` }
  const Sheets = Object.fromEntries(sheetNames.map((name, index) => [name, index === 0 ? sheet : { '!ref': 'A1' }]))
  return parse(XLSX.write({ SheetNames: sheetNames, Sheets }, { type: 'buffer', bookType, bookSST: true }))
}
const FORMATS = ['xlsx', 'biff8', 'ods'] as const
const cell = (reference: string, content: string) => `<c r="${reference}" t="inlineStr"><is><t>${content}</t></is></c>`
const odsCell = (content: string, attributes = '') =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${content}</text:p></table:table-cell>`

describe('a parsed sheet', () => {
  for (const format of FORMATS) {
    test(`gives texts, numbers and truth values of ${format}`, () => {
      const cells: XLSX.CellObject[] = [
        { t: 's', v: 'Čačak ђ' },
        { t: 'n', v: 0.225 },
        { t: 'z' },
        { t: 'b', v: true },
        { t: 's', v: '  ' },
      ]
      assert.deepEqual(written(cells, format), [{ red: 1, cells: ['Čačak ђ', 0.225, null, true] }])
    })

    test(`never gives a date of ${format} for a number`, () => {
      for (const z of ['m/d/yy', 'dd/mm/yyyy']) {
        assert.deepEqual(written([{ t: 'n', v: 46143, z }], format)[0]?.cells, ['01.05.2026.'], z)
      }
    })
  }

  for (const format of FORMATS) {
    test(`counts the days of ${format} from 1904 where the workbook does`, () => {
      const [first1904, z] = [46_143 - 1_462, 'dd/mm/yyyy']
      const book = XLSX.utils.book_new()
      const cell: XLSX.CellObject = { t: 'n', v: first1904, z }
      XLSX.utils.book_append_sheet(book, { '!data': [[cell]], '!ref': 'A1' }, 'List1')
      book.Workbook = { WBProps: { date1904: true } }
      const bytes = XLSX.write(book, { type: 'buffer', bookType: format })
      assert.deepEqual(parse(bytes)[0]?.cells, ['01.05.2026.'])
    })
  }

  test('keeps the digits that a number shows', () => {
    const cells: XLSX.CellObject[] = [
      { t: 'n', v: 123, z: '00000' },
      { t: 'n', v: 8544.3, z: '0.00' },
      { t: 'n', v: 1234.5, z: '#,##0.00' },
      { t: 'n', v: 0.5, z: '0%' },
      { t: 'n', v: 123456789012, z: 'General' },
    ]
    const expected = [{ value: 123, text: '00123' }, { value: 8544.3, text: '8544.30' }, 1234.5, 0.5, 123456789012]
    for (const format of ['xlsx', 'biff8'] as const) assert.deepEqual(written(cells, format)[0]?.cells, expected)
  })

  test('keeps the code that a number shows by its format', () => {
    const cells: XLSX.CellObject[] = [
      { t: 'n', v: 12, z: '"F-"0' },
      { t: 'n', v: 12, z: '"2026/"0000' },
      { t: 'n', v: 1, z: '"DA";;"NE"' },
      { t: 'n', v: 12, z: '0" kom"' },
      { t: 'n', v: 12, z: '0.00" €"' },
      { t: 'n', v: 1.23e15, z: '0.00E+00' },
    ]
    const shown = [
      { value: 12, text: 'F-12' },
      { value: 12, text: '2026/0012' },
      { value: 1, text: 'DA' },
    ]
    for (const format of ['xlsx', 'biff8'] as const)
      assert.deepEqual(written(cells, format)[0]?.cells, [...shown, 12, 12, 1.23e15], format)
  })

  test('is the first one, and its empty rows keep their numbers', () => {
    assert.equal(written([{ t: 's', v: 'prvi' }], 'xlsx', ['Drugi po abecedi', 'A'])[0]?.cells[0], 'prvi')
    const rows = parse(xlsx(`<sheetData><row r="3">${cell('B3', 'x')}</row><row r="7"><c r="A7"/></row></sheetData>`))
    assert.deepEqual(rows, [{ red: 3, cells: [null, 'x'] }])
    const empty = '<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>'
    const repeated = `<table:table-row table:number-rows-repeated="2">${odsCell('x', 'table:number-columns-repeated="2"')}</table:table-row>`
    assert.deepEqual(parse(ods(empty + repeated)), [
      { red: 3, cells: ['x', 'x'] },
      { red: 4, cells: ['x', 'x'] },
    ])
  })

  test('is the first one that users see and that holds anything; others that hold something are named', () => {
    const text = (v: string): XLSX.WorkSheet => ({ '!data': [[{ t: 's', v }]], '!ref': 'A1' })
    const empty: XLSX.WorkSheet = { '!ref': 'A1' }
    const book = (Sheets: Record<string, XLSX.WorkSheet>, hidden: readonly string[] = []): XLSX.WorkBook => ({
      SheetNames: Object.keys(Sheets),
      Sheets,
      Workbook: { Sheets: Object.keys(Sheets).map((name) => ({ Hidden: hidden.includes(name) ? 1 : 0 })) },
    })
    const read = (workbook: XLSX.WorkBook, bookType: XLSX.BookType) => {
      const { rows, name, names } = parseSheet(XLSX.write(workbook, { type: 'buffer', bookType }), SHEET_LIMITS)
      return [rows[0]?.cells[0], name, names]
    }
    for (const format of FORMATS) {
      const many = book({ Prazan: empty, Podaci: text('x'), List3: empty, Uputstvo: text('y'), Cene: text('z') })
      assert.deepEqual(read(many, format), ['x', 'Podaci', ['Podaci', 'Uputstvo', 'Cene']], format)
      assert.deepEqual(read(book({ Prazan: empty, I: empty }), format), [undefined, '', []], format)
    }
    const hidden = book({ Skriven: text('s'), Podaci: text('x'), Tajni: text('t') }, ['Skriven', 'Tajni'])
    for (const format of ['xlsx', 'biff8'] as const)
      assert.deepEqual(read(hidden, format), ['x', 'Podaci', ['Podaci']], format)
  })

  test('of an ods is none that its style hides', () => {
    const style = (name: string, display: boolean) =>
      `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${display}"/></style:style>`
    const styles = `<office:automatic-styles><style:style style:name="ce1" style:family="table-cell"/>${style('ta1', false)}${style('ta2', true)}</office:automatic-styles>`
    const table = (name: string, styled: string) =>
      `<table:table table:name="${name}" table:style-name="${styled}"><table:table-column/><table:table-row>${odsCell(name)}</table:table-row></table:table>`
    const bytes = zipOf(
      odsMembers('').map((member) =>
        member.name === 'content.xml'
          ? {
              ...member,
              content: String(member.content)
                .replace('<office:body>', `${styles}<office:body>`)
                .replace(
                  /<table:table .*<\/table:table>/,
                  `${table('Tajni', 'ta1')}${table('Podaci', 'ta2')}${table('Stari', 'ta1')}`,
                ),
            }
          : member,
      ),
    )
    const { rows, name, names } = parseSheet(bytes, SHEET_LIMITS)
    assert.deepEqual([rows[0]?.cells[0], name, names], ['Podaci', 'Podaci', ['Podaci']])
  })

  test('of an ods has nothing of what is drawn on it', () => {
    const stamp = '<draw:custom-shape svg:x="1cm"><text:p>PEČAT</text:p><draw:enhanced-geometry/></draw:custom-shape>'
    const frame = `<draw:frame><draw:text-box><text:p>LOGO</text:p><draw:frame><draw:image/></draw:frame></draw:text-box></draw:frame>`
    const group = `<draw:g><draw:rect/><draw:ellipse><text:p>krug</text:p></draw:ellipse></draw:g>`
    for (const drawing of [stamp, frame, group, stamp + group]) {
      const cells = [
        odsCell('F-1').replace('<text:p>', `${drawing}<text:p>`),
        odsCell('KLP01').replace('</table', `${drawing}</table`),
      ]
      assert.deepEqual(
        parse(ods(`<table:table-row>${cells.join('')}</table:table-row>`))[0]?.cells,
        ['F-1', 'KLP01'],
        drawing,
      )
    }
  })

  test('says which of its rows are hidden, by hand or by a filter', () => {
    const hiddenOf = (bytes: Uint8Array) => parseSheet(bytes, SHEET_LIMITS).hiddenRows
    const xlsxRow = (at: number, hidden: string) => `<row r="${at}" hidden="${hidden}">${cell(`A${at}`, 'x')}</row>`
    const empty = '<row r="4" hidden="1"/>'
    assert.deepEqual(
      hiddenOf(xlsx(`<sheetData>${xlsxRow(1, '0')}${xlsxRow(2, '1')}${xlsxRow(3, 'true')}${empty}</sheetData>`)),
      [2, 3],
    )
    const row = (attributes: string) => `<table:table-row ${attributes}>${odsCell('x')}</table:table-row>`
    const rows = [
      row('table:number-rows-repeated="2"'),
      row('table:visibility="filter"'),
      row('table:visibility="visible"'),
      row('table:number-rows-repeated="2" table:visibility="collapse"'),
    ]
    assert.deepEqual(hiddenOf(ods(rows.join(''))), [3, 5, 6])
  })

  test('gives the stored result of a formula, evaluates none, and says where there is none', () => {
    const formulas = `<c r="A1"><f>1+1</f><v>7</v></c><c r="B1"><f>1+1</f></c>
      <c r="C1" s="0"><f>1+1</f><v></v></c><c r="D1" t="str"><f>"Č"</f><v/></c><c r="E1"><f t="shared" si="0"/><v>2</v></c>`
    for (const prefix of ['', 'x:']) {
      const sheet = `<sheetData><row r="1">${formulas}</row></sheetData>`.replaceAll(
        /<(\/?)(?=[rcfv])/g,
        `<$1${prefix}`,
      )
      assert.deepEqual(parse(xlsx(sheet)), [{ red: 1, cells: [7, NO_RESULT, NO_RESULT, null, 2] }], prefix)
    }
  })

  test('gives errors as the text that they show', () => {
    const rows = parse(xlsx('<sheetData><row r="1"><c r="A1" t="e"><v>#N/A</v></c></row></sheetData>'))
    assert.deepEqual(rows[0]?.cells, ['#N/A'])
  })

  test('reads Serbian letters of Excel 95 by its code page', () => {
    const book = {
      SheetNames: ['List1'],
      Sheets: { List1: { '!data': [[{ t: 's' as const, v: 'QQQQ' }]], '!ref': 'A1' } },
    }
    const bytes: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'biff5' })
    bytes.set([0xe8, 0xe6, 0xf0, 0x9a], bytes.indexOf('QQQQ'))
    const CODE_PAGE_RECORD = Buffer.from([0x42, 0x00, 0x02, 0x00])
    bytes.writeUInt16LE(1250, bytes.indexOf(CODE_PAGE_RECORD) + CODE_PAGE_RECORD.length)
    assert.deepEqual(parse(bytes)[0]?.cells, ['čćđš'])
  })

  test('is harmless where it names prototypes', () => {
    const rows = parse(
      xlsx(`<sheetData><row r="1">${cell('A1', '__proto__')}${cell('B1', 'constructor')}</row></sheetData>`),
    )
    assert.deepEqual(rows[0]?.cells, ['__proto__', 'constructor'])
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
  })

  test('has so many rows, columns, cells and characters and no more', () => {
    const two = xlsx(`<sheetData><row r="1">${cell('A1', 'ab')}</row><row r="2">${cell('C2', 'cd')}</row></sheetData>`)
    const enough = { maxRows: 2, maxColumns: 3, maxCells: 2, maxCharacters: 4 }
    assert.equal(parse(two, enough).length, 2)
    for (const limit of Object.keys(enough) as (keyof typeof enough)[]) {
      refuses(two, 'too-large', { ...enough, [limit]: enough[limit] - 1 })
    }
  })

  test('has by default 20 000 rows, 512 columns, 200 000 cells and 4 000 000 characters', () => {
    const cellAt = (row: number, column: number, v = 'x') => {
      const cells: XLSX.CellObject[] = []
      cells[column - 1] = { t: 's', v }
      const data: XLSX.CellObject[][] = []
      data[row - 1] = cells
      return data
    }
    const full = (rows: number) => Array.from({ length: rows }, () => Array(500).fill({ t: 'n', v: 1 }))
    const takes = (data: XLSX.CellObject[][]) => sheetRows({ '!data': data }, SHEET_LIMITS).length > 0
    const tooLarge = (data: XLSX.CellObject[][]) => assert.throws(() => takes(data), { code: 'too-large' })
    assert.ok(takes(cellAt(20_000, 1)))
    tooLarge(cellAt(20_001, 1))
    assert.ok(takes(cellAt(1, 512)))
    tooLarge(cellAt(1, 513))
    assert.ok(takes(full(400)))
    tooLarge([...full(400), [{ t: 'n', v: 1 }]])
    assert.ok(takes(cellAt(1, 1, 'x'.repeat(4_000_000))))
    tooLarge(cellAt(1, 1, 'x'.repeat(4_000_001)))
  })

  test('does not count what is empty, however far out it is', () => {
    const far = '<row r="1048576"><c r="XFD1048576" s="0"/></row>'
    assert.equal(
      parse(xlsx(`<dimension ref="A1:XFD1048576"/><sheetData><row r="1">${cell('A1', 'x')}</row>${far}</sheetData>`))
        .length,
      1,
    )
    const rest =
      '<table:table-row table:number-rows-repeated="1048575"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    assert.equal(parse(ods(`<table:table-row>${odsCell('x')}</table:table-row>${rest}`)).length, 1)
  })

  test('is refused where rows or cells repeat without end', () => {
    const cells = odsCell('x', 'table:number-columns-repeated="16384"')
    refuses(ods(`<table:table-row table:number-rows-repeated="1048576">${cells}</table:table-row>`), 'too-large')
    refuses(
      ods(`<table:table-row>${odsCell('x', 'table:number-columns-repeated="999999999"')}</table:table-row>`),
      'too-large',
    )
  })

  test('is refused with a password, of another format, or broken', () => {
    refuses(zipOf(odsMembers('', '<manifest:encryption-data/>')), 'encrypted')
    refuses(
      zipOf(odsMembers('').map((member) => (member.name === 'mimetype' ? { ...member, content: 'text' } : member))),
      'format',
    )
    refuses(xlsx('<sheetData/>'), 'format', { formats: ['xls'] })
    refuses(zipOf(xlsxMembers('').filter(({ name }) => name !== 'xl/workbook.xml')), 'format')
    refuses(zipOf(xlsxMembers('').filter(({ name }) => name !== 'xl/worksheets/sheet1.xml')), 'damaged')
    refuses(xlsx('<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>'), 'damaged')
    const cfb = XLSX.CFB.utils.cfb_new()
    XLSX.CFB.utils.cfb_add(cfb, '/WordDocument', Buffer.from('not a workbook'))
    refuses(XLSX.CFB.write(cfb, { type: 'buffer' }), 'format')
    XLSX.CFB.utils.cfb_add(cfb, '/EncryptedPackage', Buffer.alloc(5000))
    XLSX.CFB.utils.cfb_add(cfb, '/EncryptionInfo', Buffer.alloc(100))
    refuses(XLSX.CFB.write(cfb, { type: 'buffer' }), 'encrypted')
    refuses(Buffer.concat([XLSX.CFB.write(cfb, { type: 'buffer' }).subarray(0, 700)]), 'damaged')
  })
})
