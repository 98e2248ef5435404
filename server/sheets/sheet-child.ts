/**
 * Entry of the process that reads one file and is then ended by its parent: whatever the file did to the parser's
 * memory or prototypes ends with it, and no other file ever meets it.
 */
import { flushCompileCache } from 'node:module'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { isSumRow, type SheetRow } from '#domain/sheet.ts'
import { type FileInvoice, readInvoiceFile } from './e-invoice-file.ts'
import { type ParsedSheet, parseSheet } from './parse-sheet.ts'
import { type RefusalCode, type SheetLimits, SheetRefused } from './sheet-limits.ts'
import { type Known, LISTS, type List, type ListName } from './sheet-lists.ts'
import { type WorkbookFault, workbookFault } from './workbook-parts.ts'

/** A file, the list that it should hold, what the books know of what such a list names, and the day. */
export type SheetJob<L extends ListName = ListName> = {
  bytes: Uint8Array
  limits: SheetLimits
  list: L
  known: Known<L>
  today: CalendarDate
}
export type SheetReply<L extends ListName = ListName> =
  | (Omit<ParsedSheet, 'rows'> & { list: List<L>; sumRows: number[] })
  | { refused: RefusalCode; red?: number }

/** A file that is to be kept as it is, and why it is no plain xlsx. */
export type WorkbookJob = { workbook: Uint8Array }
export type WorkbookReply = { fault: WorkbookFault | null } | { refused: RefusalCode }

/** An XML file or a PDF in which an invoice is looked for. */
export type InvoiceJob = { invoice: Uint8Array; maxLines: number }
export type InvoiceReply = { read: FileInvoice | { fault: string } } | { refused: RefusalCode }

process.on('disconnect', () => process.exit())
// Before it meets a file: a process that is killed keeps nothing of what it compiled, and the next one starts as slowly.
flushCompileCache()

process.on('message', async (job: SheetJob | WorkbookJob | InvoiceJob) => {
  if ('invoice' in job)
    process.send?.(await readInvoiceFile(job.invoice, job.maxLines).then((read) => ({ read }), refusal))
  else process.send?.('workbook' in job ? refusedOr(() => ({ fault: workbookFault(job.workbook) })) : reply(job))
})

function reply({ bytes, limits, list, known, today }: SheetJob): SheetReply {
  const parsed = refusedOr(() => parseSheet(bytes, limits))
  if ('refused' in parsed) return parsed
  const { rows, ...sheet } = parsed
  const sums = rows.filter(({ cells }) => isSumRow(cells))
  const read = LISTS[list] as (rows: readonly SheetRow[], known: Known<ListName>, today: CalendarDate) => List<ListName>
  const counted = rows.filter((row) => !sums.includes(row))
  return { list: read(counted, known, today), ...sheet, sumRows: sums.map(({ red }) => red) }
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
