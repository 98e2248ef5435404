/** Entry of the process that makes one spreadsheet of the archive: it reads the database itself, as it is at one moment. */
import { flushCompileCache } from 'node:module'
import type { ArchiveSheet, SheetFormat } from '#contract/archive.ts'
import type { ObracunQuery } from '#contract/obracun.ts'
import { inSnapshot, type Place } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { obracunSheets } from '#server/obracun/obracun-sheets.ts'
import type { WrittenTable } from '#server/sheets/sheet-columns.ts'
import { writeCsv } from '#server/sheets/write-csv.ts'
import { writeSheets } from '#server/sheets/write-sheet.ts'
import { archiveTable, type PartneriSheetQuery, type SheetQuery } from './archive-sheets.ts'
import { type RokoviSheetQuery, rokoviTable } from './rokovi-sheet.ts'

/** A view of the archive, the account for customs, or the deadlines. */
export type SheetAsked =
  | { sheet: ArchiveSheet; query: SheetQuery | PartneriSheetQuery }
  | { sheet: 'obracun'; query: ObracunQuery }
  | { sheet: 'rokovi'; query: RokoviSheetQuery }
export type ArchiveJob = SheetAsked & { place: Place }
/** An error keeps the codes by which `engine.outageOf` recognises an outage of the database. */
type Failed = { message: string; code?: string; errcode?: number }
export type MadeSheet = { bytes: Uint8Array<ArrayBuffer> } | { refused: 'too-many-rows' } | { failed: Failed }

process.on('disconnect', () => process.exit())
// The process is killed at the end, which would lose the compiled code.
flushCompileCache()

process.on('message', async (job: ArchiveJob) => {
  process.send?.(await make(job).catch(({ message, code, errcode }) => ({ failed: { message, code, errcode } })))
})

async function make({ place, ...asked }: ArchiveJob): Promise<MadeSheet> {
  const tables = await inSnapshot(place, (db) => tablesOf(db, asked))
  if (!tables) return { refused: 'too-many-rows' }
  const [only] = tables
  if (only && (asked.query as { format?: SheetFormat }).format === 'csv') return { bytes: writeCsv(only) }
  return { bytes: new Uint8Array(writeSheets(tables)) }
}

async function tablesOf(db: Db, asked: SheetAsked): Promise<WrittenTable[] | null> {
  if (asked.sheet === 'obracun') return obracunSheets(db, asked.query)
  const table =
    asked.sheet === 'rokovi' ? await rokoviTable(db, asked.query) : await archiveTable(db, asked.sheet, asked.query)
  return table && [table]
}
