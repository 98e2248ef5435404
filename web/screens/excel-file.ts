import { documentImportTexts } from '#contract/document-import.ts'
import { importTexts } from '#contract/imports.ts'
import { MAX_DOCUMENT_SHEET_BYTES, MAX_IMPORT_SHEET_BYTES } from '#contract/limits.ts'

/** The fault of a file before it is sent, or null (spec §5, Material and BOM Excel import); some screens take `ods` too. */
export function excelFault(
  file: { name: string; size: number } | null,
  { ods = false, tables = false } = {},
): string | null {
  if (!file) return importTexts.fileMissing
  if (tables) {
    if (!/\.(xlsx?|ods|csv)$/i.test(file.name)) return documentImportTexts.notSheet
    return file.size > MAX_DOCUMENT_SHEET_BYTES ? documentImportTexts.tooLarge : null
  }
  if (!/\.(xlsx?|csv)$/i.test(file.name) && !(ods && /\.ods$/i.test(file.name))) return importTexts.notExcel
  if (file.size > MAX_IMPORT_SHEET_BYTES) return importTexts.tooLarge
  return null
}
