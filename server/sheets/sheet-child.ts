/**
 * Entry of the process that reads one file; its parent then ends it. Any harm of the file to the parser's memory or
 * prototypes ends with it, and no other file ever meets it.
 */
import { flushCompileCache } from 'node:module'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { isSumRow, type SheetRow } from '#domain/sheet.ts'
import { doubledIn, type FieldSheet, headingsIn, type KnownFields, readFields } from '#domain/sheet-fields.ts'
import { type Converted, convertedIn, shownColumns, unreadColumns } from '#domain/sheet-told.ts'
import { type FileInvoice, readInvoiceFile } from './e-invoice-file.ts'
import { type ParsedSheet, parseSheet } from './parse-sheet.ts'
import type { WrittenTable } from './sheet-columns.ts'
import { type RefusalCode, type SheetLimits, SheetRefused } from './sheet-limits.ts'
import { fieldsFor, type Known, LISTS, type List, type ListName } from './sheet-lists.ts'
import { type WorkbookFault, workbookFault } from './workbook-parts.ts'

/** A file, the list that it should hold, the books' facts for that list, and the day. */
export type SheetJob<L extends ListName = ListName> = {
  bytes: Uint8Array
  limits: SheetLimits
  list: L
  known: Known<L>
  today: CalendarDate
  /** The choices of its columns; none where nothing is chosen. */
  fields?: KnownFields
  /** The wanted sheet of the workbook, and whether its rows are wanted unchanged. */
  wanted?: { list: string | null; rows: boolean }
}
/** A description of how the columns of the sheet were read; `rows` are all below the heading, if they are wanted. */
export type ReadColumns = Pick<FieldSheet, 'kolone' | 'naslov' | 'zapamceno' | 'vrednosti' | 'header'> & {
  zaglavlja: ReturnType<typeof shownColumns>
  svedeno: Converted[]
  /** The headings of unread columns. */
  nepoznate: string[]
  rows: readonly SheetRow[]
}
export type SheetReply<L extends ListName = ListName> =
  | (Omit<ParsedSheet, 'rows'> & { list: List<L>; columns: ReadColumns; fault: string | null; sumRows: number[] })
  | { refused: RefusalCode; red?: number }

/** A file that is to be kept unchanged; the answer says why it is no plain xlsx. */
export type WorkbookJob = { workbook: Uint8Array }
export type WorkbookReply = { fault: WorkbookFault | null } | { refused: RefusalCode }

/** An XML file or a PDF in which an invoice is looked for. */
export type InvoiceJob = { invoice: Uint8Array; maxLines: number }
export type InvoiceReply = { read: FileInvoice | { fault: string } } | { refused: RefusalCode }

/** A table that is to be an xlsx. */
export type WriteJob = { table: WrittenTable }
export type WriteReply = { bytes: Uint8Array<ArrayBuffer> } | { refused: RefusalCode }

process.on('disconnect', () => process.exit())
// It is done before any file comes: a killed process keeps nothing of what it compiled, and the next one starts as
// slowly.
flushCompileCache()

process.on('message', async (job: SheetJob | WorkbookJob | InvoiceJob | WriteJob) => {
  if ('invoice' in job)
    process.send?.(await readInvoiceFile(job.invoice, job.maxLines).then((read) => ({ read }), refusal))
  else if ('table' in job) {
    const { name, columns, rows } = job.table
    const { writeSheet } = await import('./write-sheet.ts')
    process.send?.({ bytes: new Uint8Array(writeSheet(name, columns, rows)) })
  } else process.send?.('workbook' in job ? refusedOr(() => ({ fault: workbookFault(job.workbook) })) : reply(job))
})

function reply({ bytes, limits, list, known, today, ...job }: SheetJob): SheetReply {
  const { fields = fieldsFor(list), wanted = { list: null, rows: false } } = job
  const likely = (rows: readonly SheetRow[]) => headingsIn(rows, fields.fields)
  const parsed = refusedOr(() => parseSheet(bytes, limits, { list: wanted.list, likely }))
  if ('refused' in parsed) return parsed
  const { rows, ...of } = parsed
  const sums = rows.filter(({ cells }) => isSumRow(cells))
  const counted = sums.length === 0 ? rows : rows.filter((row) => !sums.includes(row))
  const sheet = readFields(counted, fields)
  const { header, naslov, zapamceno, vrednosti, data } = sheet
  const read = LISTS[list] as (sheet: FieldSheet, known: Known<ListName>, today: CalendarDate) => List<ListName>
  const made = read(sheet, known, today)
  const kolone = sheet.kolone.filter(({ polje }) => !('bezPolja' in made && made.bezPolja.includes(polje)))
  const columns = {
    ...{ header, kolone, naslov, zapamceno, vrednosti, rows: wanted.rows ? data : [] },
    zaglavlja: shownColumns(sheet),
    svedeno: convertedIn(sheet, fields.fields),
    nepoznate: kolone.length < sheet.kolone.length ? [] : unreadColumns(sheet),
  }
  return { list: made, columns, fault: doubledIn({ ...sheet, kolone }), ...of, sumRows: sums.map(({ red }) => red) }
}

function refusedOr<T>(read: () => T): T | Extract<SheetReply, { refused: unknown }> {
  try {
    return read()
  } catch (error) {
    return refusal(error)
  }
}

function refusal(error: unknown): Extract<SheetReply, { refused: unknown }> {
  if (!(error instanceof SheetRefused)) return { refused: 'damaged' }
  return error.red === undefined ? { refused: error.code } : { refused: error.code, red: error.red }
}
