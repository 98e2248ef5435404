import { type ErrorCode, sentences } from '#contract/errors.ts'
import { faktureTexts } from '#contract/fakture.ts'
import { importTexts, sheetTexts } from '#contract/imports.ts'
import { invoiceTexts } from '#domain/e-invoice.ts'
import type { UploadedFile } from '#server/http/call.ts'
import { refuseWithoutMemory } from '#server/jobs/job-memory.ts'
import { Refusal, TryAgain } from '#server/refusal.ts'
import type { FileInvoice } from './e-invoice-file.ts'
import { type RefusalCode, SHEET_LIMITS, type SheetFormat, type SheetLimits } from './sheet-limits.ts'
import type { Known, List, ListName } from './sheet-lists.ts'
import { createSheetQueue } from './sheet-queue.ts'
import type { WorkbookFault } from './workbook-parts.ts'

/** `wrongType` is the importing screen's own sentence for a file that is no spreadsheet it takes. */
type Accepted = {
  readonly formats: readonly SheetFormat[]
  readonly wrongType: string
  readonly limits?: SheetLimits
}

const queue = createSheetQueue()
/** When those ask again for whom there was no process. */
const AGAIN_SECONDS = 5

/**
 * The list in an uploaded spreadsheet, and what its user should know of how it was read (null: nothing). `known` answers
 * what the books know of such a list. Refuses a file by its name, by its content and by what it would cost, and a list
 * without any data.
 */
export async function readUploadedSheet<L extends ListName>(
  { name, bytes }: UploadedFile,
  { formats, wrongType, limits: allowed = SHEET_LIMITS }: Accepted,
  list: L,
  known: () => Promise<Known<L>>,
): Promise<{ list: List<L>; napomena: string | null }> {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!formats.some((format) => format === extension)) throw new Refusal('unsupported', wrongType)
  if (bytes.length === 0) throw new Refusal('invalid', importTexts.empty)
  refuseWithoutMemory(sentences.noMemory)
  const limits = { ...allowed, formats: formatsNamed(extension, formats) }
  const sheet = await queue.read<L>(async () => ({ bytes, limits, list, known: await known() }))
  if ('refused' in sheet) {
    if (sheet.refused === 'busy') throw new TryAgain('unavailable', sheetTexts.busy, AGAIN_SECONDS)
    const [code, message] = REFUSALS[sheet.refused]
    throw new Refusal(code, sheet.red ? sheetTexts.notUtf8(sheet.red) : (message ?? wrongType))
  }
  if (sheet.list.fault) throw new Refusal('invalid', sheet.list.fault)
  if (sheet.list.prazan) throw new Refusal('invalid', importTexts.empty)
  const notes = [
    sheet.otherNames.length > 0 && sheetTexts.oneSheet(sheet.name, sheet.otherNames),
    sheet.hiddenRows.length > 0 && sheetTexts.hiddenRows(sheet.hiddenRows),
    sheet.sumRows.length > 0 && sheetTexts.sumRows(sheet.sumRows),
  ]
  return { list: sheet.list, napomena: notes.filter(Boolean).join(' ') || null }
}

/**
 * The invoice in an XML file or a PDF, read in a process as a sheet is, or why it is none that can be taken. Refuses what
 * cannot be read, and (503) where there is no process for it.
 */
export async function readUploadedInvoice(
  bytes: Uint8Array,
  maxLines: number,
): Promise<FileInvoice | { fault: string }> {
  refuseWithoutMemory(sentences.noMemory)
  const reply = await queue.readInvoice(bytes, maxLines)
  if (!('refused' in reply)) return reply.read
  if (reply.refused === 'busy') throw new TryAgain('unavailable', sheetTexts.busy, AGAIN_SECONDS)
  const [code, message] = INVOICE_REFUSALS[reply.refused] ?? REFUSALS[reply.refused]
  throw new Refusal(code, message ?? invoiceTexts.none)
}
const INVOICE_REFUSALS: Partial<Record<RefusalCode, readonly [ErrorCode, string]>> = {
  'xml-doctype': ['invalid', faktureTexts.xmlDoctype],
}

type Fault = WorkbookFault | Exclude<RefusalCode, 'busy'>

/**
 * Looks through an xlsx that is to be kept as it is, in a process as one that is read: null for a plain workbook, else
 * what is wrong with it. Refuses (503) where there is no process for it.
 */
export async function faultOfWorkbook(bytes: Uint8Array): Promise<Fault | null> {
  refuseWithoutMemory(sentences.noMemory)
  const looked = await queue.look(bytes)
  if (!('refused' in looked)) return looked.fault
  if (looked.refused === 'busy') throw new TryAgain('unavailable', sheetTexts.busy, AGAIN_SECONDS)
  return looked.refused
}

/** What a file may be by its name: text is taken for what it is called, of all else the content decides. */
const formatsNamed = (extension: string, formats: readonly SheetFormat[]) =>
  formats.filter((format) => (extension === 'csv' || extension === 'xml' ? format === extension : format !== 'xml'))

const REFUSALS: Record<Exclude<RefusalCode, 'busy'>, readonly [ErrorCode, string | null]> = {
  format: ['unsupported', null],
  resave: ['unsupported', sheetTexts.resave],
  encrypted: ['invalid', sheetTexts.encrypted],
  damaged: ['invalid', sheetTexts.damaged],
  'too-large': ['too_large', sheetTexts.tooManyCells],
  'too-slow': ['too_large', sheetTexts.tooSlow],
  'xml-doctype': ['invalid', sheetTexts.xmlDoctype],
  'xml-large': ['too_large', sheetTexts.xmlLarge],
  'not-utf8': ['invalid', sheetTexts.damaged],
}
