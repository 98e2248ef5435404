import { documentTexts } from '#contract/documents.ts'
import { MAX_INVOICE_SHEET_BYTES } from '#contract/limits.ts'

/** The fault of an invoice file before it is sent, or null (spec §5). */
export function invoiceFileFault({ name, size }: { name: string; size: number }): string | null {
  if (!/\.(xlsx|xls|ods|csv)$/i.test(name)) return documentTexts.excelOnly
  return size > MAX_INVOICE_SHEET_BYTES ? documentTexts.excelTooLarge : null
}
