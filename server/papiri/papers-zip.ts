import { setTimeout as sleep } from 'node:timers/promises'
import { makeZip } from 'client-zip'
import { type PapiriQuery, type papiriEndpoints, papiriTexts } from '#contract/papiri.ts'
import { lookUp } from '#server/db/look-up.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { fileStem } from '#server/files/file-stem.ts'
import type { FileReply, Handlers, Stream } from '#server/http/call.ts'
import { startThread } from '#server/jobs/job-worker.ts'
import { createTurns } from '#server/limited-turns.ts'
import { NOT_DRAWN, type PrintedFile } from '#server/print/print-papers.ts'
import { tellUndrawn } from '#server/print/tell-failures.ts'
import { Refusal, TryAgain } from '#server/refusal.ts'
import type { IndexJob, IndexRow } from './index-thread.ts'
import { ACCOUNTS, type FoundPapers, KINDS, PAPERS_OF, type SaPapirima } from './papers-of.ts'
import { accountsIn, documentsOfPeriod, sizeOf } from './period-files.ts'

/** Zips at a time on one instance: each keeps the printer busy, which others need for their papers. */
const ZIPS_AT_ONCE = 1
/** `Retry-After` of an answer when there is no place. */
const AGAIN_SECONDS = 60

/** The calls for all papers of a period. */
export function papiriHandlers(store: Store): Handlers<typeof papiriEndpoints> {
  const turns = createTurns({ places: ZIPS_AT_ONCE, queue: 0, waitMs: 0 })
  return {
    papiriObim: ({ query }) => store.readLong((db) => sizeOf(db, query)),

    async papiriZip({ query, user, now }) {
      const stampano = { korisnik: user.email, vreme: now }
      return fileOf(query, async (over) => {
        const place = await turns.enter()
        if (typeof place === 'string') throw new TryAgain('unavailable', papiriTexts.busy, AGAIN_SECONDS)
        over.addEventListener('abort', place.leave)
        return papersZip(store, { query, stampano, signal: over })
      })
    },
  }
}

const fileOf = ({ datum_od, datum_do }: PapiriQuery, bytes: FileReply['bytes']): FileReply => ({
  name: `papiri${datum_od ? `_od-${datum_od}` : ''}${datum_do ? `_do-${datum_do}` : ''}.zip`,
  type: 'application/zip',
  bytes,
})

type Wanted = { query: PapiriQuery; stampano: { korisnik: string; vreme: number }; signal: AbortSignal }
type ZipFile = { name: string; input: Uint8Array }

/**
 * The zip of all papers of a period, made while it is read: one file at a time is in memory, and none is packed again.
 * It has a folder for each document, then an index. It writes nothing to the database; `signal` ends it.
 */
function papersZip(store: Store, wanted: Wanted): Stream {
  return makeZip(filesOf(store, wanted))
}

async function* filesOf(store: Store, wanted: Wanted): AsyncGenerator<ZipFile> {
  const rows: IndexRow[] = []
  const folderOf = folders()
  for (const vrsta of Object.keys(KINDS) as SaPapirima[])
    for await (const { id } of documentsOfPeriod(store.read, vrsta, wanted.query))
      yield* documentFiles(store, { vrsta, id }, wanted, { folderOf, rows })
  yield* accountFiles(store, wanted, rows)
  yield { name: 'Sadržaj.xlsx', input: await indexOf(rows) }
}

type Document = { vrsta: SaPapirima; id: number }

async function* documentFiles(
  store: Store,
  { vrsta, id }: Document,
  { stampano, signal }: Wanted,
  { folderOf, rows }: { folderOf: ReturnType<typeof folders>; rows: IndexRow[] },
): AsyncGenerator<ZipFile> {
  signal.throwIfAborted()
  const found = await store.readAtOnce(
    lookUp(async (db) => {
      const document = await PAPERS_OF[vrsta](db, id, stampano)
      return document && { ...document, files: await filesBeside(db, vrsta, id, document) }
    }),
  )
  // The document was deleted after it was listed.
  if (!found) return
  const folder = folderOf(vrsta, found)
  const { papers, note } = await drawnOf(found, signal)
  for (const { name, bytes } of papers) yield { name: `${folder}/${name}`, input: bytes }
  let count = papers.length
  for (const { name, putanja } of found.files) {
    signal.throwIfAborted()
    const stored = store.read.selectFrom('pdf').select('sadrzaj').where('putanja', '=', putanja)
    const content = (await stored.executeTakeFirst())?.sadrzaj
    if (!content) continue
    yield { name: `${folder}/${name}`, input: content }
    count++
  }
  rows.push([KINDS[vrsta].one, found.broj, found.datum, found.partner, folder, count, note])
}

/** The paths of the PDF and the attachments of a document, and their names in its folder. */
async function filesBeside(db: Db, vrsta: SaPapirima, predmet: number, { broj, pdf_fajl }: FoundPapers) {
  if (vrsta === 'popis') return []
  const attachments = await db
    .selectFrom('prilog as a')
    .innerJoin('pdf as p', 'p.putanja', 'a.putanja')
    .select(['a.putanja', 'a.vrsta', 'p.naziv'])
    .where('a.uz', '=', vrsta)
    .where('a.predmet', '=', predmet)
    .orderBy('a.id')
    .execute()
  const own = pdf_fajl ? [{ name: `${safe(broj)} dokument.pdf`, putanja: pdf_fajl }] : []
  const beside = attachments.map(({ putanja, vrsta, naziv }, at) => ({
    name: `Prilog ${at + 1} ${safe(vrsta).slice(0, MAX_KIND_CHARACTERS)} ${safe(naziv).slice(-MAX_NAME_CHARACTERS)}`,
    putanja,
  }))
  return [...own, ...beside]
}

/** Windows opens no path of more than 260 signs. */
const MAX_NAME_CHARACTERS = 80
const MAX_KIND_CHARACTERS = 20

/** A name that no file system refuses: Windows takes none that ends in a point or a blank. */
const safe = (name: string): string => fileStem(name).replace(/[. ]$/, '-')

/** Gives each document a folder of its own: two numbers may make the same name, also where case does not count. */
function folders() {
  const given = new Set<string>()
  return (vrsta: SaPapirima, { broj, datum }: FoundPapers): string => {
    const wished = `${KINDS[vrsta].folder}/${datum} ${safe(broj)}`.trimEnd()
    let folder = wished
    for (let again = 2; given.has(folder.toLowerCase()); again++) folder = `${wished} (${again})`
    given.add(folder.toLowerCase())
    return folder
  }
}

const ATTEMPTS = 3
const AGAIN_MS = 2_000

/** The papers of a document, or the note for the index why they cannot be drawn. A busy printer is asked again. */
async function drawnOf({ draw }: FoundPapers, signal: AbortSignal): Promise<{ papers: PrintedFile[]; note: string }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return { papers: await draw(), note: '' }
    } catch (error) {
      if (error instanceof Refusal) return { papers: [], note: error.message }
      if (attempt === ATTEMPTS) {
        tellUndrawn(error)
        return { papers: [], note: NOT_DRAWN }
      }
      await sleep(AGAIN_MS, undefined, { signal })
    }
  }
}

async function* accountFiles({ read }: Store, { query, signal }: Wanted, rows: IndexRow[]): AsyncGenerator<ZipFile> {
  const accounts = await accountsIn(read, query)
    .select(['id', 'broj', 'datum_od', 'datum_do', 'stanje'])
    .orderBy('datum_od')
    .orderBy('id')
    .execute()
  for (const { id, broj, datum_od, datum_do, stanje } of accounts) {
    signal.throwIfAborted()
    const stored = read.selectFrom('obracun_podnet').select('papir').where('obracun_id', '=', id)
    const { papir } = await stored.executeTakeFirstOrThrow()
    const name = `${ACCOUNTS}/${datum_od} ${datum_do} ${safe(broj)} (${id}).pdf`
    yield { name, input: papir }
    rows.push(['Obračun', broj, datum_od, `${datum_od} – ${datum_do}`, name, 1, stanje])
  }
}

const INDEX = import.meta.resolve('#server/papiri/index-thread.ts')
const INDEX_MEMORY_MB = 128
const INDEX_MS = 60_000

/** The index as an xlsx, written in a thread: tens of thousands of rows take most of a second. */
async function indexOf(rows: readonly IndexRow[]): Promise<Uint8Array> {
  const thread = startThread<IndexJob, { bytes: Uint8Array }>(INDEX, { memoryMb: INDEX_MEMORY_MB, youngMb: 16 })
  try {
    const made = await thread.ask({ rows }, INDEX_MS)
    if ('refused' in made) throw new Error(`the index of the papers was not written: ${made.refused}`)
    return made.bytes
  } finally {
    thread.end()
  }
}
