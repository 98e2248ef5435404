import * as XLSX from '@e965/xlsx'
import { INVOICE_COLUMNS } from '#domain/sheet-invoices.ts'

/** `width` in characters; `as` says how a number is shown, or that a day (ISO) is one. */
export type WrittenColumn = { header: string; width?: number; as?: 'day' | 'amount' | 'quantity' }
export type WrittenCell = string | number | boolean | null

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

/**
 * An xlsx file with one sheet: a header row, which filters and stays in sight, then the rows. A text is always a text
 * cell, also where it begins with `=`, `+`, `-` or `@`: names come from outside, and nothing of theirs may run on the
 * machine that opens the file.
 * Synchronous; ten thousand rows of ten columns take about a third of a second.
 */
export function writeSheet(
  name: string,
  columns: readonly WrittenColumn[],
  rows: readonly (readonly WrittenCell[])[],
): Uint8Array {
  const cells = [
    columns.map(({ header }) => textCell(header)),
    ...rows.map((row) => columns.map((column, index) => cellOf(row[index] ?? null, column))),
  ]
  const ref = XLSX.utils.encode_range(rangeOf(columns, rows))
  const sheet: XLSX.WorkSheet = { '!data': cells, '!ref': ref, '!autofilter': { ref } }
  sheet['!cols'] = columns.map(({ header, width = DEFAULT_WIDTH }) => ({ wch: Math.max(width, header.length + ARROW) }))
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheet, sheetName(name))
  return withHeaderFixed(XLSX.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true }))
}

const VIEW = '<sheetView workbookViewId="0"/>'
const VIEW_BELOW_HEADER =
  '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView>'

/** The header row stays in sight while its rows are scrolled; the library that writes the file cannot say so. */
function withHeaderFixed(bytes: Uint8Array): Uint8Array {
  const zip = XLSX.CFB.read(bytes, { type: 'buffer' })
  const sheet: { content: Buffer } = XLSX.CFB.find(zip, '/xl/worksheets/sheet1.xml')
  const at = sheet.content.indexOf(VIEW)
  const [before, after] = [sheet.content.subarray(0, at), sheet.content.subarray(at + VIEW.length)]
  sheet.content = Buffer.concat([before, Buffer.from(VIEW_BELOW_HEADER), after])
  return XLSX.CFB.write(zip, { fileType: 'zip', type: 'buffer', compression: true })
}

const rangeOf = (columns: readonly unknown[], rows: readonly unknown[]): XLSX.Range => ({
  s: { r: 0, c: 0 },
  e: { r: rows.length, c: Math.max(0, columns.length - 1) },
})

function cellOf(value: WrittenCell, { as }: WrittenColumn): XLSX.CellObject {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return { t: 'z' }
  if (typeof value === 'boolean') return textCell(value ? 'DA' : 'NE')
  const shown = as ? { z: FORMATS[as] } : {}
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
