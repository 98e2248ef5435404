import { type ErrorCode, sentences } from '#contract/errors.ts'
import { faktureTexts } from '#contract/fakture.ts'
import { importTexts, sheetTexts } from '#contract/imports.ts'
import { invoiceTexts } from '#domain/e-invoice.ts'
import type { UploadedFile } from '#server/http/call.ts'
import { refuseWithoutMemory } from '#server/jobs/job-memory.ts'
import { Refusal, TryAgain } from '#server/refusal.ts'
import type { SheetColumns } from './columns-kept.ts'
import type { FileInvoice } from './e-invoice-file.ts'
import type { ReadColumns } from './sheet-child.ts'
import type { WrittenTable } from './sheet-columns.ts'
import { type ReadFormat, type RefusalCode, SHEET_LIMITS, type SheetLimits } from './sheet-limits.ts'
import { fieldsFor, type Known, type List, type ListName } from './sheet-lists.ts'
import { createSheetQueue } from './sheet-queue.ts'
import type { WorkbookFault } from './workbook-parts.ts'

/** `wrongType` is the importing screen's own sentence for a file of another type. */
type Accepted = {
  readonly formats: readonly ReadFormat[]
  readonly wrongType: string
  readonly limits?: SheetLimits
  readonly columns?: SheetColumns
  readonly rows?: boolean
  /** The answer names columns that are not read. */
  readonly unread?: boolean
}

const queue = createSheetQueue()
/** The time after which clients without a process should ask again. */
const AGAIN_SECONDS = 5

export type UploadedSheet<L extends ListName> = {
  readonly list: List<L>
  /** A remark for the user on how it was read; null: none. */
  readonly napomena: string | null
  /** The sheet that was read and the sheets of the workbook; null for a file without sheets. */
  readonly name: string | null
  readonly names: readonly string[]
  readonly columns: ReadColumns
}

/**
 * The list in an uploaded spreadsheet. `known` answers the books' facts for the list, `columns` the choices for its
 * columns; `rows`: the unchanged rows are wanted too. Refuses a file by its name, its content and its cost, and a list
 * without any data.
 */
export async function readUploadedSheet<L extends ListName>(
  { name, bytes }: UploadedFile,
  { formats, wrongType, limits: allowed = SHEET_LIMITS, rows = false, unread = false, columns }: Accepted,
  list: L,
  known: () => Promise<Known<L>>,
): Promise<UploadedSheet<L>> {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!formats.some((format) => format === extension)) throw new Refusal('unsupported', wrongType)
  if (bytes.length === 0) throw new Refusal('invalid', importTexts.empty)
  refuseWithoutMemory(sentences.noMemory)
  const limits = { ...allowed, formats: formatsNamed(extension, formats) }
  const of = { fields: columns?.known ?? fieldsFor(list), wanted: { list: columns?.list ?? null, rows } }
  const sheet = await queue.read<L>(async () => ({ bytes, limits, list, known: await known(), ...of }))
  if ('refused' in sheet) {
    if (sheet.refused === 'busy') throw new TryAgain('unavailable', sheetTexts.busy, AGAIN_SECONDS)
    const [code, message] = REFUSALS[sheet.refused]
    const shown = sheet.refused === 'no-list' ? sheetTexts.noList(columns?.list ?? '') : message
    throw new Refusal(code, sheet.red ? sheetTexts.notUtf8(sheet.red) : (shown ?? wrongType))
  }
  const fault = sheet.list.fault ?? sheet.fault
  if (fault) throw new Refusal('invalid', fault)
  if (sheet.list.prazan) throw new Refusal('invalid', importTexts.empty)
  const others = sheet.names.filter((one) => one !== sheet.name)
  const notes = [
    others.length > 0 && sheetTexts.oneSheet(sheet.name, others),
    sheet.hiddenRows.length > 0 && sheetTexts.hiddenRows(sheet.hiddenRows),
    sheet.sumRows.length > 0 && sheetTexts.sumRows(sheet.sumRows),
    unread && sheet.columns.nepoznate.length > 0 && sheetTexts.unknownColumns(sheet.columns.nepoznate),
    sheet.columns.svedeno.length > 0 && sheetTexts.converted(sheet.columns.svedeno),
  ]
  return {
    list: sheet.list,
    napomena: notes.filter(Boolean).join(' ') || null,
    name: sheet.name || null,
    names: sheet.names,
    columns: sheet.columns,
  }
}
/**
 * The invoice in an XML file or a PDF, read in a process as a sheet is, or the reason why it cannot be taken. Refuses a
 * file that cannot be read, and (503) if there is no process for it.
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

/** A table as an xlsx, written in a process as a sheet is read. Refuses (503) if there is no process for it. */
export async function writtenInProcess(table: WrittenTable): Promise<Uint8Array<ArrayBuffer>> {
  refuseWithoutMemory(sentences.noMemory)
  const reply = await queue.write(table)
  if ('refused' in reply) throw new TryAgain('unavailable', sheetTexts.busy, AGAIN_SECONDS)
  return reply.bytes
}

type Fault = WorkbookFault | Exclude<RefusalCode, 'busy'>

/**
 * Checks an xlsx that is to be kept unchanged, in a process as a sheet is read: null for a plain workbook, else the
 * fault. Refuses (503) if there is no process for it.
 */
export async function faultOfWorkbook(bytes: Uint8Array): Promise<Fault | null> {
  refuseWithoutMemory(sentences.noMemory)
  const looked = await queue.look(bytes)
  if (!('refused' in looked)) return looked.fault
  if (looked.refused === 'busy') throw new TryAgain('unavailable', sheetTexts.busy, AGAIN_SECONDS)
  return looked.refused
}

/** The formats that a file may have by its name: a text is what its name says; for others the content decides. */
const formatsNamed = (extension: string, formats: readonly ReadFormat[]) =>
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
  'no-list': ['invalid', null],
}
