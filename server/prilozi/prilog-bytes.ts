import { sheetTexts } from '#contract/imports.ts'
import { MAX_DOCUMENT_ITEMS } from '#contract/limits.ts'
import { type PrilogFormat, prilogTexts } from '#contract/prilozi.ts'
import { invoiceTexts } from '#domain/e-invoice.ts'
import { kindOfPdf } from '#server/files/pdf-bytes.ts'
import { kindOfJpeg, kindOfPng } from '#server/files/picture-bytes.ts'
import { Refusal } from '#server/refusal.ts'
import { kindOfBytes } from '#server/sheets/e-invoice-file.ts'
import { isCompoundFile, isZip } from '#server/sheets/sheet-format.ts'
import { faultOfWorkbook, readUploadedInvoice } from '#server/sheets/uploaded-sheet.ts'

const BY_BYTES = { jpg: kindOfJpeg, png: kindOfPng, pdf: kindOfPdf } as const

/**
 * The format of an attachment, told by its bytes alone, by the structure of its kind. Refuses whatever is none of those
 * that are taken, what was cut off, and a workbook with a password or with anything in it that runs or calls another
 * program.
 */
export async function formatOfPrilog(bytes: Uint8Array): Promise<PrilogFormat> {
  if (isZip(bytes) || isCompoundFile(bytes)) return xlsx(bytes)
  if (kindOfBytes(bytes) === 'xml') return xml(bytes)
  for (const [format, kindOf] of Object.entries(BY_BYTES) as [keyof typeof BY_BYTES, typeof kindOfPdf][]) {
    const kind = kindOf(bytes)
    if (kind === 'cut') throw new Refusal('unsupported', prilogTexts.cut)
    if (kind === 'whole') return format
  }
  throw new Refusal('unsupported', prilogTexts.wrongType)
}

const SENTENCES: Readonly<Record<string, string>> = {
  macros: prilogTexts.macros,
  objects: prilogTexts.objects,
  encrypted: sheetTexts.encrypted,
  damaged: prilogTexts.cut,
  'too-large': sheetTexts.tooManyCells,
  'too-slow': sheetTexts.tooSlow,
}

async function xlsx(bytes: Uint8Array): Promise<PrilogFormat> {
  const fault = await faultOfWorkbook(bytes)
  if (fault !== null) throw new Refusal('unsupported', SENTENCES[fault] ?? prilogTexts.wrongType)
  return 'xlsx'
}

/** Of XML an invoice alone: any other may be a page with scripts. */
async function xml(bytes: Uint8Array): Promise<PrilogFormat> {
  const read = await readUploadedInvoice(bytes, MAX_DOCUMENT_ITEMS)
  if ('fault' in read && read.fault === invoiceTexts.none) throw new Refusal('unsupported', prilogTexts.wrongType)
  return 'xml'
}
