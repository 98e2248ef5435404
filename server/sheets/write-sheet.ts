import { INVOICE_COLUMNS } from '#domain/sheet-invoices.ts'
import { type ZipMember, zipOf } from './write-zip.ts'

/**
 * `width` in characters; `as` says how a number is shown, or that the value is a day (ISO); `sum` adds the column up
 * below.
 */
export type WrittenColumn = { header: string; width?: number; as?: 'day' | 'amount' | 'quantity'; sum?: boolean }
export type WrittenCell = string | number | boolean | null | Formula
/** A formula, written without `=`, and its result. */
export type Formula = { readonly f: string; readonly v: number }

/** Excel shows the separators of the machine that opens the file. */
const FORMATS = { day: 'dd.mm.yyyy.', amount: '#,##0.00', quantity: '#,##0.00####' }
/** Day 0 of spreadsheets, which count 1900 as a leap year. */
const DAY_0 = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

const MAX_CELL_CHARACTERS = 32_767
const MAX_SHEET_NAME_CHARACTERS = 31
const DEFAULT_WIDTH = 16
/** The width of the filter's arrow in a header. */
const ARROW = 3
/** Texts make a column at most this wide; a number is shown in full or not at all. */
const MAX_OWN_WIDTH = 40

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
 * An xlsx file with these sheets. Each has a header row, which filters and stays in sight, the rows, and the sums as
 * formulas with their values. A text is always a text cell, even if it begins with `=`, `+`, `-` or `@`: names come
 * from outside, and must not run on the machine that opens the file. It is synchronous. The XML (ECMA-376) is written
 * here: the library that reads books takes several times as long, and cannot freeze header rows or set up printing.
 * 10,000 rows of 45 columns: 3.5 s beside seven other programs.
 */
export function writeSheets(sheets: readonly Sheet[]): Uint8Array {
  const texts = sharedTexts()
  const written = sheets.map((sheet) => ({ name: sheetName(sheet.name), ...sheetXml(sheet, texts.indexOf) }))
  return zipOf([
    ...frameOf(written),
    ...written.map(({ xml }, at) => part(`xl/worksheets/sheet${at + 1}.xml`, xml)),
    part('xl/sharedStrings.xml', texts.xml()),
  ])
}

type Written = { readonly name: string; readonly top: number; readonly filter: string }

const part = (name: string, xml: string): ZipMember => ({
  name,
  content: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`,
})

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts around the sheets: their types and relations, the workbook and the styles. */
function frameOf(sheets: readonly Written[]): ZipMember[] {
  const parts = [
    ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}`]),
    ['sharedStrings', 'sharedStrings'],
    ['styles', 'styles'],
  ]
  const types = parts.map(([kind, path]) => `<Override PartName="/xl/${path}.xml" ContentType="${TYPE}.${kind}+xml"/>`)
  const relations = parts.map(([kind, path], at) => relation(at + 1, kind as string, `${path}.xml`))
  const listed = sheets.map(({ name }, at) => `<sheet name="${inXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  // The names by which a spreadsheet repeats the header rows on each printed page, and finds the filter.
  const names = sheets.map(({ name, top, filter }, at) => {
    const of = `localSheetId="${at}"`
    const sheet = `'${inXml(name)}'!`
    return `<definedName name="_xlnm.Print_Titles" ${of}>${sheet}$1:$${top}</definedName><definedName name="_xlnm._FilterDatabase" ${of} hidden="1">${sheet}${filter.replace(/([A-Z]+)/g, '$$$1$$')}</definedName>`
  })
  return [
    part(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${types.join('')}</Types>`,
    ),
    part('_rels/.rels', relationsXml([relation(1, 'officeDocument', 'xl/workbook.xml')])),
    part('xl/_rels/workbook.xml.rels', relationsXml(relations)),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${listed.join('')}</sheets><definedNames>${names.join('')}</definedNames></workbook>`,
    ),
    part('xl/styles.xml', STYLES_XML),
  ]
}

const relation = (id: number, kind: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${DOCUMENT}/${kind}" Target="${target}"/>`
const relationsXml = (relations: readonly string[]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`

/** Style 0 is plain; FORMATS follow in their order. Numbers below 164 are formats of Excel itself. */
const OWN_FORMATS = 164
const STYLES = Object.fromEntries(Object.keys(FORMATS).map((as, at) => [as, ` s="${at + 1}"`]))
const STYLES_XML = `<styleSheet xmlns="${MAIN}"><numFmts count="${Object.keys(FORMATS).length}">${Object.values(FORMATS)
  .map((code, at) => `<numFmt numFmtId="${OWN_FORMATS + at}" formatCode="${code}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="1"><font><sz val="12"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${Object.keys(FORMATS).length + 1}">${[
  0,
  ...Object.keys(FORMATS).map((_, at) => OWN_FORMATS + at),
]
  .map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
  .join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Excel counts the margins of a cell in the width of a column. */
const MARGINS = 0.83203125
/** A printed sheet is A4 landscape, and as wide as one page. */
const TO_ITS_WIDTH = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
const LYING =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>'

/** A sheet as XML; `top` header rows stay in sight while the others are scrolled, and `filter` is the range that filters. */
function sheetXml({ columns, rows, title }: Sheet, indexOf: IndexOf): Omit<Written, 'name'> & { readonly xml: string } {
  const header = [...(title ? [[title]] : []), columns.map((column) => column.header)]
  const lines = [...header, ...rows, ...sumRow(columns, rows, header.length + 1)]
  const top = header.length
  const last = lettersOf(Math.max(0, columns.length - 1))
  const filter = `A${top}:${last}${top + rows.length}`
  const cols = columns.map(({ header: name, width = DEFAULT_WIDTH, as }, at) => {
    const entries = lines.slice(top).reduce((most, row) => Math.max(most, charactersOf(row[at], as)), 0)
    const own = Math.max(width, name.length + ARROW, Math.min(entries, MAX_OWN_WIDTH)) + MARGINS
    return `<col min="${at + 1}" max="${at + 1}" width="${own}" customWidth="1"/>`
  })
  const view = `<sheetView workbookViewId="0"><pane ySplit="${top}" topLeftCell="A${top + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView>`
  const xml = `<worksheet xmlns="${MAIN}">${TO_ITS_WIDTH}<dimension ref="A1:${last}${lines.length}"/><sheetViews>${view}</sheetViews>${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>${rowsXml(columns, lines, top, indexOf)}</sheetData><autoFilter ref="${filter}"/>${LYING}</worksheet>`
  return { top, filter, xml }
}

/** The most characters that a cell shows: a number has its separators and all places of its format. */
function charactersOf(cell: WrittenCell = null, as: WrittenColumn['as']): number {
  if (typeof cell === 'string') return as === 'day' ? FORMATS.day.length : cell.length
  if (cell === null || typeof cell === 'boolean') return 0
  const number = numberIn(cell)
  if (!as || as === 'day') return String(number).length
  const whole = Math.trunc(number).toString().length
  return whole + Math.floor(whole / 3) + FORMATS[as].length - '#,##0'.length
}

/** The letters of a column, counted from 0. */
export const lettersOf = (at: number): string =>
  (at < 26 ? '' : lettersOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

type IndexOf = (text: string) => number

/** Each text is stored once in the book; cells have its index. */
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
  const letters = columns.map((_, at) => lettersOf(at))
  const text = (value: string, at: string) => `<c r="${at}" t="s"><v>${indexOf(value)}</v></c>`
  const number = (value: number, at: string, as: WrittenColumn['as'], formula = '') =>
    `<c r="${at}"${as ? STYLES[as] : ''}>${formula && `<f>${inXml(formula)}</f>`}<v>${value}</v></c>`
  const cell = (value: WrittenCell, { as }: WrittenColumn, at: string): string => {
    if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return ''
    if (typeof value === 'boolean') return text(value ? 'DA' : 'NE', at)
    if (typeof value === 'object') return number(value.v, at, as, value.f)
    if (typeof value === 'number') return number(value, at, as)
    const day = as === 'day' ? Date.parse(value) : Number.NaN
    return Number.isNaN(day) ? text(value, at) : number((day - DAY_0) / DAY_MS, at, as)
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

/** The sums of columns under their rows, as formulas. Their values are added up exactly, in hundredths. */
function sumRow(columns: Sheet['columns'], rows: Sheet['rows'], first: number): WrittenCell[][] {
  if (rows.length === 0 || !columns.some(({ sum }) => sum)) return []
  const sums = columns.map(({ sum }, at): WrittenCell => {
    if (!sum) return at === 0 ? 'Ukupno' : null
    const cents = rows.reduce((total, row) => total + Math.round(numberIn(row[at]) * 100), 0)
    const letter = lettersOf(at)
    return { v: cents / 100, f: `SUM(${letter}${first}:${letter}${first + rows.length - 1})` }
  })
  return [sums]
}

const numberIn = (cell: WrittenCell = null): number =>
  cell !== null && typeof cell === 'object' ? cell.v : Number(cell)

const inXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] as string)
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Control characters are not allowed in XML, and Excel refuses a longer text. A spreadsheet may write an `A` as
 * `_x0041_`: if a text contains that, its first sign is written so.
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
