import { documentImportTexts } from '#contract/document-import.ts'
import { importTexts } from '#contract/imports.ts'
import { MAX_DOCUMENT_SHEET_BYTES, MAX_IMPORT_SHEET_BYTES } from '#contract/limits.ts'
import { rateTexts } from '#contract/rates.ts'

/** The files that an import takes: a list, many documents, a list of rates. */
export const FILE_KINDS = {
  excel: {
    label: 'Excel fajl',
    accept: '.xlsx,.xls,.csv',
    hint: 'Excel ili CSV (.xlsx, .xls ili .csv), najviše 10MB',
    names: /\.(xlsx?|csv)$/i,
    wrong: importTexts.notExcel,
    maxBytes: MAX_IMPORT_SHEET_BYTES,
    tooLarge: importTexts.tooLarge,
  },
  tables: {
    label: 'Excel fajl',
    accept: '.xlsx,.xls,.ods,.csv',
    hint: 'Excel ili CSV (.xlsx, .xls, .ods ili .csv), najviše 20MB',
    names: /\.(xlsx?|ods|csv)$/i,
    wrong: documentImportTexts.notSheet,
    maxBytes: MAX_DOCUMENT_SHEET_BYTES,
    tooLarge: documentImportTexts.tooLarge,
  },
  rates: {
    label: 'Kursna lista',
    accept: '.xml,.csv,.xlsx,.xls,.ods',
    hint: 'XML, CSV ili Excel (.xml, .csv, .xlsx, .xls ili .ods), najviše 10MB',
    names: /\.(xml|xlsx?|ods|csv)$/i,
    wrong: rateTexts.notList,
    maxBytes: MAX_IMPORT_SHEET_BYTES,
    tooLarge: importTexts.tooLarge,
  },
} as const
export type FileKind = keyof typeof FILE_KINDS

/** The fault of a file before it is sent, or null (spec §5, Material and BOM Excel import). Some screens take `ods`. */
export function excelFault(
  file: { name: string; size: number } | null,
  { ods = false, kind = 'excel' as FileKind } = {},
): string | null {
  if (!file) return importTexts.fileMissing
  const { names, wrong, maxBytes, tooLarge } = FILE_KINDS[kind]
  if (!names.test(file.name) && !(ods && /\.ods$/i.test(file.name))) return wrong
  return file.size > maxBytes ? tooLarge : null
}
