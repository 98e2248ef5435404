import * as XLSX from '@e965/xlsx'
import { INVOICE_COLUMNS } from '#domain/sheet-invoices.ts'

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

type Sheet = { name: string; columns: readonly WrittenColumn[]; rows: readonly (readonly WrittenCell[])[] }

/** An xlsx file with one sheet. */
export const writeSheet = (name: string, columns: Sheet['columns'], rows: Sheet['rows']): Uint8Array =>
  writeSheets([{ name, columns, rows }])

/**
 * An xlsx file with these sheets: in each a header row, which filters and stays in sight, the rows, and the sums as
 * formulas with their values. A text is always a text cell, also where it begins with `=`, `+`, `-` or `@`: names come
 * from outside, and nothing of theirs may run on the machine that opens the file.
 * Synchronous; ten thousand rows of ten columns take about a third of a second.
 */
export function writeSheets(sheets: readonly Sheet[]): Uint8Array {
  const book = XLSX.utils.book_new()
  for (const { name, columns, rows } of sheets) {
    XLSX.utils.book_append_sheet(book, worksheet(columns, rows), sheetName(name))
  }
  return withHeadersFixed(XLSX.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true }), sheets.length)
}

function worksheet(columns: Sheet['columns'], rows: Sheet['rows']): XLSX.WorkSheet {
  const cells = [
    columns.map(({ header }) => textCell(header)),
    ...rows.map((row) => columns.map((column, index) => cellOf(row[index] ?? null, column))),
  ]
  const ref = XLSX.utils.encode_range(rangeOf(columns, rows.length))
  const sums = columns.some(({ sum }) => sum) && rows.length > 0
  if (sums) cells.push(columns.map((column, at) => sumCell(column, at, rows)))
  const whole = XLSX.utils.encode_range(rangeOf(columns, rows.length + (sums ? 1 : 0)))
  const sheet: XLSX.WorkSheet = { '!data': cells, '!ref': whole, '!autofilter': { ref } }
  sheet['!cols'] = columns.map(({ header, width = DEFAULT_WIDTH }) => ({ wch: Math.max(width, header.length + ARROW) }))
  return sheet
}

/** The sum of a column under its rows, as a formula; its value is added up in hundredths, exactly. */
function sumCell({ sum, as }: WrittenColumn, at: number, rows: Sheet['rows']): XLSX.CellObject {
  if (!sum) return at === 0 ? textCell('Ukupno') : { t: 'z' }
  const cents = rows.reduce((total, row) => total + Math.round(numberIn(row[at]) * 100), 0)
  const letter = XLSX.utils.encode_col(at)
  return { t: 'n', v: cents / 100, f: `SUM(${letter}2:${letter}${rows.length + 1})`, ...(as && { z: FORMATS[as] }) }
}

const numberIn = (cell: WrittenCell = null): number =>
  cell !== null && typeof cell === 'object' ? cell.v : Number(cell)

const VIEW = '<sheetView workbookViewId="0"/>'
const VIEW_BELOW_HEADER =
  '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView>'

/** The header rows stay in sight while their rows are scrolled; the library that writes the file cannot say so. */
function withHeadersFixed(bytes: Uint8Array, sheets: number): Uint8Array {
  const zip = XLSX.CFB.read(bytes, { type: 'buffer' })
  for (let number = 1; number <= sheets; number++) {
    const sheet: { content: Buffer } = XLSX.CFB.find(zip, `/xl/worksheets/sheet${number}.xml`)
    const at = sheet.content.indexOf(VIEW)
    const [before, after] = [sheet.content.subarray(0, at), sheet.content.subarray(at + VIEW.length)]
    sheet.content = Buffer.concat([before, Buffer.from(VIEW_BELOW_HEADER), after])
  }
  return XLSX.CFB.write(zip, { fileType: 'zip', type: 'buffer', compression: true })
}

const rangeOf = (columns: readonly unknown[], rows: number): XLSX.Range => ({
  s: { r: 0, c: 0 },
  e: { r: rows, c: Math.max(0, columns.length - 1) },
})

function cellOf(value: WrittenCell, { as }: WrittenColumn): XLSX.CellObject {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return { t: 'z' }
  if (typeof value === 'boolean') return textCell(value ? 'DA' : 'NE')
  const shown = as ? { z: FORMATS[as] } : {}
  if (typeof value === 'object') return { t: 'n', ...value, ...shown }
  if (as === 'day') return { t: 'n', v: (Date.parse(String(value)) - DAY_0) / DAY_MS, ...shown }
  return typeof value === 'number' ? { t: 'n', v: value, ...shown } : textCell(value)
}

/**
 * Control characters are no XML, and a longer text is no Excel. `_x0041_` is how a spreadsheet writes an `A`: of a text that
 * holds it the first sign is written so.
 */
const textCell = (text: string): XLSX.CellObject => ({
  t: 's',
  v: text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .slice(0, MAX_CELL_CHARACTERS)
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_'),
})

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
