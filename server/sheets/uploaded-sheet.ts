import type { ErrorCode } from '#contract/errors.ts'
import { importTexts, sheetTexts } from '#contract/imports.ts'
import type { SheetRow } from '#domain/sheet.ts'
import type { UploadedFile } from '#server/http/call.ts'
import { Refusal } from '#server/refusal.ts'
import { readSheet } from './read-sheet.ts'
import { type RefusalCode, SHEET_LIMITS, type SheetFormat } from './sheet-limits.ts'

/** `wrongType` is the importing screen's own sentence for a file that is no spreadsheet it takes. */
type Accepted = { readonly formats: readonly SheetFormat[]; readonly wrongType: string }

/**
 * The rows of an uploaded spreadsheet, and what its user should know of how it was read (null: nothing). Refuses a file
 * by its name, by its content and by what it would cost.
 */
export async function readUploadedSheet(
  { name, bytes }: UploadedFile,
  { formats, wrongType }: Accepted,
): Promise<{ rows: SheetRow[]; napomena: string | null }> {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!formats.some((format) => format === extension)) throw new Refusal('unsupported', wrongType)
  if (bytes.length === 0) throw new Refusal('invalid', importTexts.empty)
  const sheet = await readSheet(bytes, { ...SHEET_LIMITS, formats })
  if ('refused' in sheet) {
    const [code, message] = REFUSALS[sheet.refused]
    throw new Refusal(code, message ?? wrongType)
  }
  const { rows, hiddenRows, name: sheetName, otherNames } = sheet
  const notes = [
    otherNames.length > 0 && sheetTexts.oneSheet(sheetName, otherNames),
    hiddenRows.length > 0 && sheetTexts.hiddenRows(hiddenRows),
  ]
  return { rows, napomena: notes.filter(Boolean).join(' ') || null }
}

const REFUSALS: Record<RefusalCode, readonly [ErrorCode, string | null]> = {
  format: ['unsupported', null],
  encrypted: ['invalid', sheetTexts.encrypted],
  damaged: ['invalid', sheetTexts.damaged],
  'too-large': ['too_large', sheetTexts.tooManyCells],
  'too-slow': ['too_large', sheetTexts.tooSlow],
  busy: ['unavailable', sheetTexts.busy],
}
