import { sheetFileTexts } from '#contract/archive.ts'
import { XLSX_TYPE } from '#contract/endpoint.ts'
import { type ErrorCode, sentences } from '#contract/errors.ts'
import type { Place } from '#server/db/open.ts'
import { fileStem } from '#server/files/file-stem.ts'
import type { FileReply } from '#server/http/call.ts'
import { heapMb, refuseWithoutMemory, withoutMemory } from '#server/jobs/job-memory.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { type NoAnswer, startProcess } from '#server/jobs/job-worker.ts'
import { Refusal, TryAgain } from '#server/refusal.ts'
import type { SheetQuery } from './archive-sheets.ts'
import type { ArchiveJob, MadeSheet, SheetAsked } from './sheet-child.ts'

/** The number of sheets that one instance makes at a time. */
export const MADE_SHEETS_AT_ONCE = 1
export const MADE_SHEETS_WAITING = 8
export const MADE_SHEET_WAIT_MS = 15_000
/** Together with the wait, this is less than the minute that proxies wait for an answer. */
export const MADE_SHEET_MS = 40_000
export const MADE_SHEET_MEMORY_MB = 768
/** The time after which a caller without a place may ask again. */
const AGAIN_SECONDS = 10

const CHILD = import.meta.resolve('#server/archive/sheet-child.ts')
// Settings for PostgreSQL may stand in our environment (PGSSLROOTCERT …).
const start = () =>
  startProcess<ArchiveJob, MadeSheet>(CHILD, { memoryMb: heapMb(MADE_SHEET_MEMORY_MB), env: process.env })
const jobs = createJobQueue(start, {
  places: MADE_SHEETS_AT_ONCE,
  queue: MADE_SHEETS_WAITING,
  waitMs: MADE_SHEET_WAIT_MS,
})

const NAMES: Record<SheetAsked['sheet'], string> = {
  obracun: 'obracun',
  rokovi: 'rokovi',
  razduzenje: 'razduzenje',
  documents: 'dokumenti',
  remaining: 'materijali-po-c4',
  materials: 'rezime-materijala',
  products: 'rezime-proizvoda',
  popis: 'popisna-lista',
  'popis-bez-stanja': 'popisna-lista',
  normativi: 'normativi',
  materijali: 'materijali',
  c4: 'c4',
  c1: 'c1',
  sablon: 'sablon',
  partneri: 'partneri',
  usaglasavanje: 'usaglasavanje',
  'ostala-razduzenja': 'ostala-razduzenja',
}

const REFUSALS: Record<NoAnswer | 'too-many-rows', readonly [ErrorCode, string]> = {
  'too-many-rows': ['too_large', sheetFileTexts.tooManyRows],
  'too-large': ['too_large', sheetFileTexts.tooManyRows],
  'too-slow': ['unavailable', sheetFileTexts.tooSlow],
}

/**
 * A sheet (`SheetAsked`) as an xlsx or CSV file. A process of its own reads and writes it, so that no save or screen
 * waits. Refuses a sheet with too many rows, and one that is not done in time.
 */
export async function makeSheet(place: Place, asked: SheetAsked): Promise<FileReply> {
  let memoryMb = MADE_SHEET_MEMORY_MB
  const makeJob = () => {
    refuseWithoutMemory(sentences.noMemory)
    memoryMb = heapMb(MADE_SHEET_MEMORY_MB)
    return { place, ...asked }
  }
  const made = await jobs.ask(makeJob, () => MADE_SHEET_MS)
  if ('failed' in made) throw Object.assign(new Error(made.failed.message), made.failed)
  if ('refused' in made) {
    const { refused } = made
    if (refused === 'full' || refused === 'late') throw new TryAgain('unavailable', sheetFileTexts.busy, AGAIN_SECONDS)
    // The sheet may fit in the full memory that a process is allowed.
    const isShort = refused === 'too-large' && memoryMb < MADE_SHEET_MEMORY_MB
    throw isShort ? withoutMemory(sentences.noMemory) : new Refusal(...REFUSALS[refused])
  }
  return { name: nameOf(asked), type: isCsv(asked.query) ? 'text/csv; charset=utf-8' : XLSX_TYPE, bytes: made.bytes }
}

/** The words before each value of the query in the name of a file. */
const SAID: readonly (readonly [keyof SheetQuery | 'datum', string])[] = [
  ['datum', 'na-dan-'],
  ['datum_od', 'od-'],
  ['datum_do', 'do-'],
  ['tip', ''],
  ['tip_dokumenta', ''],
  ['partner', 'partner-'],
  ['zemlja_otpreme', 'zemlja-'],
  ['uvoz_od', 'uvoz-od-'],
  ['uvoz_do', 'uvoz-do-'],
  ['zemlja_porekla', 'poreklo-'],
  ['proizvod_id', ''],
  ['vrsta', ''],
  ['search', 'pretraga-'],
]
const MAX_SAID_CHARACTERS = 30

/** The name with period and filters, if any: `razduzenje_od-2026-01-01_do-2026-03-31_pretraga-kabl.xlsx`. */
function nameOf({ sheet, query }: SheetAsked): string {
  const said = SAID.flatMap(([name, before]) => {
    const value = [...String((query as SheetQuery & { datum?: string })[name] ?? '')]
      .slice(0, MAX_SAID_CHARACTERS)
      .join('')
    return value ? `_${before}${fileStem(value)}` : []
  })
  return `${NAMES[sheet]}${said.join('')}.${isCsv(query) ? 'csv' : 'xlsx'}`
}

const isCsv = (query: object) => (query as { format?: string }).format === 'csv'
