/** Entry of the process that makes one spreadsheet of the archive: it reads the database itself, as it is at one moment. */
import { flushCompileCache } from 'node:module'
import type { ArchiveSheet } from '#contract/archive.ts'
import type { Place } from '#server/db/open.ts'
import { inSnapshot } from '#server/db/snapshot.ts'
import { writeSheet } from '#server/sheets/write-sheet.ts'
import { archiveTable, type SheetQuery } from './archive-sheets.ts'

export type ArchiveJob = { place: Place; sheet: ArchiveSheet; query: SheetQuery }
/** An error crosses over with what tells an outage of the database (`engine.outageOf`). */
type Failed = { message: string; code?: string; errcode?: number }
export type MadeSheet = { bytes: Uint8Array<ArrayBuffer> } | { refused: 'too-many-rows' } | { failed: Failed }

process.on('disconnect', () => process.exit())
// It is killed at the end, and what it compiled would be gone.
flushCompileCache()

process.on('message', async (job: ArchiveJob) => {
  process.send?.(await make(job).catch(({ message, code, errcode }) => ({ failed: { message, code, errcode } })))
})

async function make({ place, sheet, query }: ArchiveJob): Promise<MadeSheet> {
  const table = await inSnapshot(place, (db) => archiveTable(db, sheet, query))
  if (!table) return { refused: 'too-many-rows' }
  return { bytes: new Uint8Array(writeSheet(table.name, table.columns, table.rows)) }
}
