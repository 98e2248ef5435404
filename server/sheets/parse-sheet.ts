import { createRequire } from 'node:module'
import * as XLSX from '@e965/xlsx'
import type { SheetRow } from '#domain/sheet.ts'
import { csvSheet } from './csv-sheet.ts'
import { holdsAnything, sheetRows } from './sheet-cells.ts'
import { formatOf } from './sheet-format.ts'
import { type SheetLimits, SheetRefused } from './sheet-limits.ts'
import {
  checkOdsRepeats,
  type Hidden,
  hiddenInOds,
  hiddenInXlsx,
  markUncomputed,
  NOTHING_HIDDEN,
  withoutDrawings,
} from './workbook-quirks.ts'
import { xmlSheet } from './xml-sheet.ts'
import { unpackMembers, type ZipEntry } from './zip-directory.ts'

/**
 * Workbooks of Excel 95 hold text in the code page of the machine that wrote them, here mostly 1250. The tables take
 * longer to load than the parser, and no other format needs them.
 */
const loadCodePages = () => XLSX.set_cptable(createRequire(import.meta.url)('@e965/xlsx/dist/cpexcel.js'))

const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet'
const ODS_MEMBERS = ['mimetype', 'META-INF/manifest.xml', 'content.xml', 'styles.xml']

/**
 * The rows of one sheet of a workbook that are not empty, those of them that are hidden, and the names of all sheets
 * that are not empty.
 */
export type ParsedSheet = { rows: SheetRow[]; hiddenRows: number[]; name: string; names: string[] }
/** Chooses the sheet: the one of that name, else the one with the likeliest first rows. */
export type WantedSheet = { readonly list: string | null; readonly likely: (rows: readonly SheetRow[]) => number }

const FIRST_SHEET: WantedSheet = { list: null, likely: () => 0 }

/** The first rows of a sheet show whether it holds anything, and what. */
const SEEN_ROWS = 50

/**
 * Reads the wanted sheet among those that are not empty; hidden ones do not count, for nobody sees them. Formulas are
 * not evaluated, their stored results count. It is synchronous and a file can make it slow, so it runs in the process
 * that sheet-queue.ts starts. Throws SheetRefused.
 */
export function parseSheet(bytes: Uint8Array, limits: SheetLimits, wanted = FIRST_SHEET): ParsedSheet {
  const file = formatOf(bytes, limits)
  if (file.format === 'csv') return plain(csvSheet(bytes, limits))
  if (file.format === 'xml') return plain(xmlSheet(bytes, limits))
  if (file.format === 'xls') loadCodePages()
  const { safe, hidden } =
    file.format === 'xls' ? { safe: bytes, hidden: NOTHING_HIDDEN } : repack(bytes, file.format, file.entries, limits)
  const book = parse(safe, { sheets: 0 })
  // Only one sheet of an xlsx is made at a time; the other formats give all of them.
  const sheetAt = (at: number, name: string) => book.Sheets[name] ?? parse(safe, { sheets: at }).Sheets[name]
  const visible = visibleSheets(book, hidden)
  const { names, ordered } =
    visible.length > 1 ? looked(safe, visible, limits, wanted) : { names: [], ordered: visible }
  if (wanted.list !== null && !visible.some(([, name]) => name === wanted.list)) throw new SheetRefused('no-list')
  for (const [at, name] of ordered) {
    const sheet = sheetAt(at, name)
    // The parser silently skips a sheet that it cannot read; the next one must not be taken for it.
    if (!sheet) throw new SheetRefused('damaged')
    const rows = sheetRows(sheet, limits, book.Workbook?.WBProps?.date1904)
    if (rows.length === 0) continue
    const unseen = hidden.rowsOf(at, relationOf(book, at))
    const hiddenRows = rows.map(({ red }) => red).filter((red) => sheet['!rows']?.[red - 1]?.hidden || unseen.has(red))
    return { rows, hiddenRows, name, names: names.length > 0 ? names : [name] }
  }
  return { rows: [], hiddenRows: [], name: '', names: [] }
}

/** A file without sheets and hidden rows. */
const plain = (rows: SheetRow[]): ParsedSheet => ({ rows, hiddenRows: [], name: '', names: [] })

/** The library's types lack the fields of the workbook's own list. */
const relationOf = ({ Workbook }: XLSX.WorkBook, at: number): string | undefined =>
  (Workbook?.Sheets?.[at] as { id?: string } | undefined)?.id

/** The places and names of the visible sheets. */
const visibleSheets = ({ SheetNames, Workbook }: XLSX.WorkBook, hidden: Hidden): [number, string][] =>
  [...SheetNames.entries()].filter(([at]) => !Workbook?.Sheets?.[at]?.Hidden && !hidden.isSheet(at))

/** The names of these sheets that are not empty in their first rows, and all of these sheets, the likeliest first. */
function looked(
  bytes: Uint8Array,
  sheets: readonly [number, string][],
  limits: SheetLimits,
  { list, likely }: WantedSheet,
): { names: string[]; ordered: [number, string][] } {
  const { Sheets } = parse(bytes, { sheets: sheets.map(([at]) => at), sheetRows: SEEN_ROWS })
  const names = sheets.map(([, name]) => name).filter((name) => holdsAnything(Sheets[name]))
  if (list !== null) return { names, ordered: sheets.filter(([, name]) => name === list) }
  const countOf = (name: string) => {
    try {
      return likely(sheetRows(Sheets[name] as XLSX.WorkSheet, limits))
    } catch {
      // A sheet beyond the limits is refused only if it is the one that is read.
      return 0
    }
  }
  const counts = new Map(names.map((name) => [name, countOf(name)]))
  return { names, ordered: sheets.toSorted(([, a], [, b]) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0)) }
}

/**
 * A zip with the members that the parser needs, unpacked under our limits, and the facts in them that the parser
 * overlooks.
 */
function repack(bytes: Uint8Array, format: 'xlsx' | 'ods', entries: readonly ZipEntry[], limits: SheetLimits) {
  const wanted =
    format === 'ods' ? (name: string) => ODS_MEMBERS.includes(name) : (name: string) => /\.(xml|rels)$/i.test(name)
  const members = unpackMembers(bytes, entries, wanted)
  if (format === 'ods') {
    if (!text(members.get('mimetype')).startsWith(ODS_TYPE)) throw new SheetRefused('format')
    if (text(members.get('META-INF/manifest.xml')).includes('encryption-data')) throw new SheetRefused('encrypted')
    checkOdsRepeats(text(members.get('content.xml')), limits)
    members.set('content.xml', Buffer.from(withoutDrawings(text(members.get('content.xml')))))
    // Optional by the standard, but the parser insists on it.
    if (!members.has('styles.xml')) members.set('styles.xml', Buffer.from('<styles/>'))
  }
  const zip = XLSX.CFB.utils.cfb_new()
  for (const [name, content] of members) {
    const seen = format === 'xlsx' ? markUncomputed(content) : content
    XLSX.CFB.utils.cfb_add(zip, name, Buffer.from(seen), { unsafe: true })
  }
  const safe: Uint8Array = XLSX.CFB.write(zip, { fileType: 'zip', type: 'buffer' })
  return {
    safe,
    hidden: format === 'ods' ? hiddenInOds(text(members.get('content.xml')), limits.maxRows) : hiddenInXlsx(members),
  }
}

const text = (member: Uint8Array | undefined): string => new TextDecoder().decode(member)

function parse(bytes: Uint8Array, wanted: Pick<XLSX.ParsingOptions, 'sheets' | 'sheetRows'>): XLSX.WorkBook {
  try {
    return XLSX.read(bytes, {
      type: 'buffer',
      ...wanted,
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (/password|encrypt/i.test(message)) throw new SheetRefused('encrypted')
    throw new SheetRefused(/Cannot find Workbook|not a spreadsheet/i.test(message) ? 'format' : 'damaged')
  }
}
