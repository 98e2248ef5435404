import { z } from 'zod'
import { MAX_IMPORT_SHEET_BYTES } from './limits.ts'

/** What material and BOM import have in common: a preview of every row first, then one transaction (decisions §5). */
export const importTexts = {
  fileMissing: 'Molimo odaberite fajl za import',
  notExcel: 'Molimo odaberite validan Excel fajl (.xlsx ili .xls)',
  tooLarge: 'Fajl je prevelik. Maksimalna veličina je 10MB',
} as const

export const importFile = { maxBytes: MAX_IMPORT_SHEET_BYTES, tooLarge: importTexts.tooLarge } as const

export const importQuery = z.object({
  /** `true` answers the preview and writes nothing. */
  dryRun: z.stringbool().optional().catch(false),
})

/** One row of the spreadsheet and what happens (preview) or happened (import) to it. */
export const importRow = z.object({
  red: z.number(),
  id: z.string(),
  naziv: z.string(),
  ishod: z.enum(['nov', 'izmenjen', 'nepromenjen', 'preskocen']),
  razlog: z.string().nullable(),
})
export type ImportRow = z.output<typeof importRow>

export const importReply = z.object({
  message: z.string(),
  dryRun: z.boolean(),
  novih: z.number(),
  izmenjenih: z.number(),
  nepromenjenih: z.number(),
  preskocenih: z.number(),
  redovi: z.array(importRow),
})
export type ImportReply = z.output<typeof importReply>
