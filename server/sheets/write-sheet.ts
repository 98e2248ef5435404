import * as XLSX from '@e965/xlsx'
import { INVOICE_COLUMNS } from '#domain/sheet-invoices.ts'
import { SHEET_LIMITS } from './sheet-limits.ts'
import { zipOf } from './write-zip.ts'
import { readZipDirectory } from './zip-directory.ts'
import { unpackMembers } from './zip-members.ts'

/** `width` in characters; `as` says how a number is shown, or that a day (ISO) is one; `sum` adds the column up below. */
export type WrittenColumn = { header: string; width?: number; as?: 'day' | 'amount' | 'quantity'; sum?: boolean }
export type WrittenCell = string | number | boolean | null | Formula
/** A formula, written without `=`, and the number that it comes to. */
export type Formula = { readonly f: string; readonly v: number }

/** Excel shows the separators of the machine that opens the file. */
const FORMATS = { day: 'dd.mm.yyyy.', amount: '#,##0.00', quantity: '#,##0.00####' }
/** Day 0 of spreadsheets, which take 1900 for a leap year. */
const DAY_0 = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

const MAX_CELL_CHARACTERS = 32_767
const MAX_SHEET_NAME_CHARACTERS = 31
const DEFAULT_WIDTH = 16
/** What the arrow of the filter takes of a header. */
const ARROW = 3

type Sheet = {
  name: string
  columns: readonly WrittenColumn[]
  rows: readonly (readonly WrittenCell[])[]
  /** A sentence above the header. */
  title?: string
}

/** An xlsx file with one sheet. */
export const writeSheet = (name: string, columns: Sheet['columns'], rows: Sheet['rows'], title = ''): Uint8Array =>
  writeSheets([{ name, columns, rows, title }])

/**
 * An xlsx file with these sheets: in each a header row, which filters and stays in sight, the rows, and the sums as
 * formulas with their values. A text is always a text cell, also where it begins with `=`, `+`, `-` or `@`: names come
 * from outside, and nothing of theirs may run on the machine that opens the file.
 * Synchronous. The library writes the book, and we the rows in it: 450,000 cells take it 5 s, and us half a second.
 */
export function writeSheets(sheets: readonly Sheet[]): Uint8Array {
  const book = XLSX.utils.book_new()
  for (const { name, columns, rows, title } of sheets) {
    XLSX.utils.book_append_sheet(book, frameOf(columns, rows.length, title ? 1 : 0), sheetName(name))
  }
  book.Workbook = { Names: book.SheetNames.map((name, at) => headingsOf(name, at, sheets[at]?.title ? 2 : 1)) }
  const frame: Uint8Array = XLSX.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true })
  const members = unpackMembers(frame, readZipDirectory(frame, SHEET_LIMITS), () => true)
  const texts = sharedTexts()
  for (const [at, { columns, rows, title }] of sheets.entries()) {
    const top = [...(title ? [[title]] : []), columns.map(({ header }) => header)]
    const lines = [...top, ...rows, ...sumRow(columns, rows)]
    replaceIn(members, `xl/worksheets/sheet${at + 1}.xml`, [
      [/<dimension [^>]*>/, `${TO_ITS_WIDTH}<dimension ref="${rangeOf(columns, lines.length - 1)}"/>`],
      [VIEW, viewBelow(top.length)],
      [/<sheetData>.*<\/sheetData>/s, `<sheetData>${rowsXml(columns, lines, top.length, texts.indexOf)}</sheetData>`],
      [/<autoFilter [^>]*>/, (filter: string) => `${filter}${LYING}`],
    ])
  }
  replaceIn(members, 'xl/sharedStrings.xml', [[/<sst .*<\/sst>/s, texts.xml()]])
  return zipOf(Array.from(members, ([name, content]) => ({ name, content })))
}

/** What the library is given of a sheet: a text and each format once, so that the book has them in this order. */
function frameOf(columns: Sheet['columns'], rows: number, header: number): XLSX.WorkSheet {
  const formats = Object.values(FORMATS).map((z): XLSX.CellObject => ({ t: 'n', v: 0, z }))
  const cells = [[{ t: 's' as const, v: '' }, ...formats]]
  return {
    '!data': cells,
    '!ref': `A1:${XLSX.utils.encode_col(formats.length)}1`,
    '!autofilter': { ref: rangeOf(columns, header + rows, header) },
    '!cols': columns.map(({ header, width = DEFAULT_WIDTH }) => ({ wch: Math.max(width, header.length + ARROW) })),
  }
}
const STYLES = Object.fromEntries(Object.keys(FORMATS).map((as, at) => [as, ` s="${at + 1}"`]))

const VIEW = '<sheetView workbookViewId="0"/>'
/** The header rows stay in sight while their rows are scrolled; the library that writes the book cannot say so. */
const viewBelow = (rows: number) =>
  `<sheetView workbookViewId="0"><pane ySplit="${rows}" topLeftCell="A${rows + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView>`

/** Printed, a sheet lies across on A4 and is as wide as one page; the library cannot say so either. */
const TO_ITS_WIDTH = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
const LYING =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>'
/** The name by which a spreadsheet repeats the header rows on each printed page. */
const headingsOf = (name: string, at: number, rows: number): XLSX.DefinedName => ({
  Name: '_xlnm.Print_Titles',
  Sheet: at,
  Ref: `'${name}'!$1:$${rows}`,
})

type Replacement = readonly [from: string | RegExp, to: string | ((found: string) => string)]

function replaceIn(members: Map<string, Uint8Array>, name: string, replacements: readonly Replacement[]) {
  const xml = Buffer.from(members.get(name) ?? []).toString()
  members.set(
    name,
    Buffer.from(
      replacements.reduce(
        (text, [from, to]) => text.replace(from, (found) => (typeof to === 'string' ? to : to(found))),
        xml,
      ),
    ),
  )
}

const rangeOf = (columns: readonly unknown[], rows: number, from = 0): string =>
  XLSX.utils.encode_range({ s: { r: from, c: 0 }, e: { r: rows, c: Math.max(0, columns.length - 1) } })

type IndexOf = (text: string) => number

/** Each text stands in the book once, cells name it by its index. */
function sharedTexts() {
  const known = new Map<string, number>()
  let cells = 0
  const indexOf: IndexOf = (text) => {
    cells++
    const index = known.get(text) ?? known.size
    if (index === known.size) known.set(text, index)
    return index
  }
  const xml = () => {
    const items = Array.from(known.keys(), (text) => `<si><t xml:space="preserve">${inXml(textOf(text))}</t></si>`)
    const counts = `count="${cells}" uniqueCount="${known.size}"`
    return `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ${counts}>${items.join('')}</sst>`
  }
  return { indexOf, xml }
}

function rowsXml(columns: Sheet['columns'], lines: Sheet['rows'], top: number, indexOf: IndexOf): string {
  const letters = columns.map((_, at) => XLSX.utils.encode_col(at))
  const text = (value: string, at: string) => `<c r="${at}" t="s"><v>${indexOf(value)}</v></c>`
  const number = (value: number, at: string, as: WrittenColumn['as'], formula = '') =>
    `<c r="${at}"${as ? STYLES[as] : ''}>${formula && `<f>${inXml(formula)}</f>`}<v>${value}</v></c>`
  const cell = (value: WrittenCell, { as }: WrittenColumn, at: string): string => {
    if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return ''
    if (typeof value === 'boolean') return text(value ? 'DA' : 'NE', at)
    if (typeof value === 'object') return number(value.v, at, as, value.f)
    if (as === 'day') return number((Date.parse(String(value)) - DAY_0) / DAY_MS, at, as)
    return typeof value === 'number' ? number(value, at, as) : text(value, at)
  }
  const rows = lines.map((row, index) => {
    let cells = ''
    for (let at = 0; at < letters.length; at++)
      cells += cell(
        row[at] ?? null,
        index < top ? HEADER : (columns[at] as WrittenColumn),
        `${letters[at]}${index + 1}`,
      )
    return `<row r="${index + 1}">${cells}</row>`
  })
  return rows.join('')
}
const HEADER: WrittenColumn = { header: '' }

/** The sums of columns under their rows, as formulas; their values are added up in hundredths, exactly. */
function sumRow(columns: Sheet['columns'], rows: Sheet['rows']): WrittenCell[][] {
  if (rows.length === 0 || !columns.some(({ sum }) => sum)) return []
  const sums = columns.map(({ sum }, at): WrittenCell => {
    if (!sum) return at === 0 ? 'Ukupno' : null
    const cents = rows.reduce((total, row) => total + Math.round(numberIn(row[at]) * 100), 0)
    const letter = XLSX.utils.encode_col(at)
    return { v: cents / 100, f: `SUM(${letter}2:${letter}${rows.length + 1})` }
  })
  return [sums]
}

const numberIn = (cell: WrittenCell = null): number =>
  cell !== null && typeof cell === 'object' ? cell.v : Number(cell)

const inXml = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))

/**
 * Control characters are no XML, and a longer text is no Excel. `_x0041_` is how a spreadsheet writes an `A`: of a text that
 * holds it the first sign is written so.
 */
const textOf = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, ' ')
    .slice(0, MAX_CELL_CHARACTERS)
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

const sheetName = (name: string): string =>
  name
    .replace(/[:\\/?*[\]']|\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_SHEET_NAME_CHARACTERS) || 'List1'

const EXAMPLES: readonly (readonly WrittenCell[])[] = [
  ['F-2026-001', 1, 'PRV035CRN', 'Provodnik FLRY-B 0,35 mm² crni', 1300, 0.225, true, '8544.49.95', 'Nemačka'],
  ['F-2026-001', 2, 'KLP01', 'Klipsa za šasiju', 500, 0.05, false, '3926.90.97', 'Italija'],
  ['F-2026-002', 1, 'LEM60', 'Lem Sn60Pb40 1 mm', 12.5, 28.4, true, '8311.30.00', 'Nemačka'],
]
const WIDE: readonly string[] = ['materijal_naziv']

let template: Uint8Array | undefined

/** template_fakture.xlsx: the columns of the invoice import and three example rows (spec §5). Made once. */
export function invoiceTemplate(): Uint8Array {
  template ??= writeSheet(
    'Fakture',
    INVOICE_COLUMNS.map((header) => ({ header, width: WIDE.includes(header) ? 36 : DEFAULT_WIDTH })),
    EXAMPLES,
  )
  return template
}
