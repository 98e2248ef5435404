import { parentPort } from 'node:worker_threads'
import { writeSheet } from '#server/sheets/write-sheet.ts'

/** A document in the index: kind, number, day, partner, folder, files and remarks. */
export type IndexRow = readonly [string, string, string, string, string, number, string]
export type IndexJob = { rows: readonly IndexRow[] }

const COLUMNS = [
  { header: 'Vrsta', width: 18 },
  { header: 'Broj', width: 18 },
  { header: 'Datum', width: 12, as: 'day' as const },
  { header: 'Partner', width: 36 },
  { header: 'Folder', width: 48 },
  { header: 'Fajlova', width: 10, sum: true },
  { header: 'Napomena', width: 48 },
]

parentPort?.on('message', ({ rows }: IndexJob) => {
  const bytes = writeSheet('Sadržaj', COLUMNS, rows)
  parentPort?.postMessage({ bytes: new Uint8Array(bytes) })
})
