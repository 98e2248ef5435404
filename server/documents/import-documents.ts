import {
  type DocumentImportReply,
  documentImportReply,
  documentImportTexts,
  type ImportedDocument,
} from '#contract/document-import.ts'
import { MAX_PROVERA_ROWS, type Manjak, type MovedC1 } from '#contract/documents.ts'
import type { FileReply } from '#contract/endpoint.ts'
import { importCountsOf, importTexts, sheetTexts } from '#contract/imports.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { reasonOf } from '#domain/sheet.ts'
import type { SheetDocument } from '#domain/sheet-documents.ts'
import type { Log } from '#server/audit/log.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Outcome } from '#server/db/work.ts'
import type { Call, UploadedFile } from '#server/http/call.ts'
import { failedLine, linesReply } from '#server/http/lines.ts'
import { Refusal, TryAgain } from '#server/refusal.ts'
import { DOCUMENT_SHEET_LIMITS } from '#server/sheets/sheet-limits.ts'
import { readUploadedSheet } from '#server/sheets/uploaded-sheet.ts'
import type { Asked, Foreseen } from './foresee-many.ts'
import { type AnyBody, columnsFor, type DocumentFields, type Prepared, prepare, reasonsIn } from './prepare-import.ts'

/** What saving answers of a document. */
export type SavedDocument = { readonly id: number; readonly manjak?: Manjak[]; readonly promenjeni_c1: MovedC1[] }
export type DocumentKind<Body extends AnyBody> = DocumentFields<Body> & {
  /** Saves in one transaction, in this order; those that are refused before anything of them is written have their error. */
  readonly save: (
    tx: Tx,
    log: (tx: Tx) => Log,
    documents: readonly Asked<Body>[],
  ) => Promise<readonly Outcome<SavedDocument>[]>
  readonly foresee: (db: Db, documents: readonly Asked<Body>[]) => Promise<Foreseen>
}

type ImportCall = Pick<Call, 'writeApart'> & {
  readonly file: UploadedFile
  readonly query: { readonly dryRun: boolean; readonly dan_prelaska?: CalendarDate | undefined }
}

/**
 * Documents from a spreadsheet. With `dryRun` the answer says what would become of each; else the good ones are saved in
 * the order of their days, as many in one transaction as fit in SHARE_MS: whoever saves meanwhile comes in between. What
 * is stored already stays as it is, so that a file may be sent again.
 */
export async function importDocuments<Body extends AnyBody>(
  store: Pick<Store, 'read' | 'readLong'>,
  kind: DocumentKind<Body>,
  call: ImportCall,
): Promise<DocumentImportReply> {
  return imported(store, kind, call, await sheetOf(store, kind, call.file))
}

/**
 * The same, answered line by line while it goes on (`documentImportLine`). Who goes away does not end it: what of the
 * file was good is saved then too.
 */
export async function importDocumentsByLines<Body extends AnyBody>(
  store: Pick<Store, 'read' | 'readLong'>,
  kind: DocumentKind<Body>,
  call: ImportCall,
): Promise<FileReply> {
  const sheet = await sheetOf(store, kind, call.file)
  const od_ukupno = sheet.list.dokumenti.length
  return linesReply(
    'ucitavanje.ndjson',
    ({ heard }) => imported(store, kind, call, sheet, (obradjeno) => heard({ obradjeno, od_ukupno })),
    failedLine,
    documentImportReply,
  )
}

function sheetOf<Body extends AnyBody>(store: Pick<Store, 'read'>, kind: DocumentKind<Body>, file: UploadedFile) {
  const accepted = {
    formats: ['xlsx', 'xls', 'ods', 'csv'],
    wrongType: documentImportTexts.notSheet,
    limits: DOCUMENT_SHEET_LIMITS,
  } as const
  return readUploadedSheet(file, accepted, 'documents', async () =>
    columnsFor(kind, kind.vrsta === 'c4' ? await catalogueOf(store.read) : null),
  )
}

/** `heard` is told after each transaction how many documents are done. */
async function imported<Body extends AnyBody>(
  store: Pick<Store, 'readLong'>,
  kind: DocumentKind<Body>,
  call: ImportCall,
  { list, napomena }: Awaited<ReturnType<typeof sheetOf>>,
  heard: (done: number) => void = () => undefined,
): Promise<DocumentImportReply> {
  const { query } = call
  const kolone = new Set(list.kolone)
  const documents = query.dan_prelaska ? list.dokumenti.map(begunOn(query.dan_prelaska)) : list.dokumenti
  const unread = list.nepoznate.length > 0 ? sheetTexts.unknownColumns(list.nepoznate) : null
  const notes = [napomena, unread].filter(Boolean).join(' ') || null
  const result = query.dryRun
    ? await store.readLong((db) => preview(db, kind, documents, kolone))
    : await saveAll(kind, call, documents, kolone, heard)
  const left = list.preskoceni.map(({ red, broj, razlog }) => leftOut(red, broj, razlog))
  const dokumenti = [...result.dokumenti, ...left].sort((a, b) => a.red - b.red)
  const counts = importCountsOf(dokumenti)
  if (!query.dryRun && dokumenti.every(({ ishod }) => ishod === 'preskocen')) throw nothingGood(dokumenti)
  return {
    message: query.dryRun ? importTexts.preview(counts) : documentImportTexts.imported(counts),
    napomena: notes,
    dryRun: query.dryRun,
    ...counts,
    dokumenti,
    promenjeni_c1: result.moved.slice(0, MAX_PROVERA_ROWS),
    promenjenih_c1: result.moved.length,
    odbijeno: result.odbijeno,
  }
}

/** Imports of which something had left before (`vec_razduzeno`) get this day, unless the sheet says another. */
const begunOn =
  (dan_prelaska: CalendarDate) =>
  (document: SheetDocument): SheetDocument => {
    const { fields, stavke } = document
    if (fields.dan_prelaska || !stavke.some(({ fields: said }) => said.vec_razduzeno)) return document
    return { ...document, fields: { ...fields, dan_prelaska } }
  }

const catalogueOf = (db: Db) =>
  db.selectFrom('materijal').select(['id', 'naziv', 'tarifni_broj', 'zemlja_porekla']).execute()

const leftOut = (red: number, broj: string, razlog: string): ImportedDocument => ({
  ...{ red, broj, razlog, id: null, datum: null, ishod: 'preskocen', broj_stavki: 0 },
  ...{ kolicina_total: null, vrednost_total: null, valuta: null, manjak: [] },
})

const nothingGood = (dokumenti: readonly ImportedDocument[]) =>
  new Refusal(
    'invalid',
    documentImportTexts.nothingGood,
    dokumenti.map(({ red, razlog }) => ({ field: `redovi.${red}`, message: razlog ?? '' })),
  )

type Result = { dokumenti: ImportedDocument[]; moved: readonly MovedC1[]; odbijeno: string | null }

async function preview<Body extends AnyBody>(
  db: Db,
  kind: DocumentKind<Body>,
  documents: readonly SheetDocument[],
  kolone: ReadonlySet<string>,
): Promise<Result> {
  const prepared = inOrder(await prepare(db, kind, documents, kolone))
  const asked = prepared.filter(isWritten)
  const { refused, manjak, moved, odbijeno } = await kind.foresee(db, asked.map(askedOf))
  const shown = new Map(
    asked.map((one, at): [Prepared<Body>, ImportedDocument] => {
      const refusal = refused.get(at)
      return [one, refusal ? skipped(one, refusal) : { ...one.shown, manjak: manjak.get(at) ?? [] }]
    }),
  )
  return { dokumenti: prepared.map((one) => shown.get(one) ?? one.shown), moved, odbijeno }
}

/**
 * So long the documents of one transaction may take. Whoever saves meanwhile waits for one of these and for its commit:
 * 357 ms at most beside 50,000 lines (`npm run bench`).
 */
const SHARE_MS = 80
/**
 * Lines that are saved at once before the clock is looked at, but never less than one document. More are not begun where
 * they would end behind the share if they took as long as the ones before.
 */
const LINES_AT_ONCE = 60

async function saveAll<Body extends AnyBody>(
  kind: DocumentKind<Body>,
  { writeApart }: Pick<Call, 'writeApart'>,
  documents: readonly SheetDocument[],
  kolone: ReadonlySet<string>,
  heard: (done: number) => void,
): Promise<Result> {
  heard(0)
  const waiting = documents.toSorted(byDayAndRow)
  const dokumenti: ImportedDocument[] = []
  const moved = new Map<number, MovedC1>()
  const done = (one: Prepared<Body>, saved: SavedDocument | null) => {
    for (const c1 of saved?.promenjeni_c1 ?? []) moved.set(c1.id, c1)
    dokumenti.push(saved ? { ...one.shown, id: saved.id, manjak: saved.manjak ?? [] } : one.shown)
  }
  /** Saves the first ones that wait, until it is time to let others save: each portion is one transaction. */
  const portion = (most: number) =>
    writeApart(async (tx, log) => {
      const started = performance.now()
      const told: (() => void)[] = []
      let [at, now, last] = [0, started, 0]
      while (at < most && at < waiting.length && now - started + last < SHARE_MS) {
        const some = await prepare(tx, kind, waiting.slice(at, Math.min(at + fitting(waiting, at), most)), kolone)
        const asked = some.filter(isWritten)
        const outcomes = await kind.save(tx, () => log, asked.map(askedOf))
        const outcomeOf = new Map<Prepared<Body>, Outcome<SavedDocument> | undefined>(
          asked.map((one, index) => [one, outcomes[index]]),
        )
        for (const one of some) {
          const outcome = outcomeOf.get(one)
          if (outcome && 'error' in outcome) {
            const { error } = outcome
            if (!(error instanceof Refusal)) throw error
            told.push(() => dokumenti.push(skipped(one, error)))
          } else told.push(() => done(one, outcome?.answer ?? null))
        }
        at += some.length
        last = performance.now() - now
        now += last
      }
      return { told, at }
    })
  while (waiting.length > 0) {
    const { told, at } = await portion(Number.POSITIVE_INFINITY).catch((error: unknown) => {
      if (!isOfDocument(error)) throw error
      return oneByOne()
    })
    for (const tell of told) tell()
    waiting.splice(0, at)
    heard(documents.length - waiting.length)
  }
  return { dokumenti, moved: [...moved.values()].sort(byDay), odbijeno: null }

  /** One of a portion was refused after it was written, so that nothing of the portion is: the first alone. */
  async function oneByOne(): Promise<Awaited<ReturnType<typeof portion>>> {
    try {
      return await portion(1)
    } catch (error) {
      if (!isOfDocument(error)) throw error
      const [first] = waiting as [SheetDocument]
      const razlog = reasonOf(reasonsIn(error, first)) ?? error.message
      return { told: [() => dokumenti.push(leftOut(first.red, first.broj, razlog))], at: 1 }
    }
  }
}

/** How many of the documents from a place on are saved at once. */
function fitting(waiting: readonly SheetDocument[], from: number): number {
  let [at, lines] = [from, 0]
  for (; at < waiting.length && (at === from || lines < LINES_AT_ONCE); at++) lines += waiting[at]?.stavke.length ?? 0
  return at - from
}

const isOfDocument = (error: unknown): error is Refusal =>
  error instanceof Refusal && !(error instanceof TryAgain) && error.code !== 'unauthorized'

const isWritten = <Body>(one: Prepared<Body>): one is Prepared<Body> & { readonly body: Body } =>
  one.shown.ishod === 'nov' || one.shown.ishod === 'izmenjen'

const askedOf = <Body>({ body, stored }: Prepared<Body> & { readonly body: Body }): Asked<Body> => ({
  body,
  rewrite: stored && { id: stored.id, ifVersion: stored.verzija },
})

const skipped = <Body>({ shown, sheet }: Prepared<Body>, refusal: Refusal): ImportedDocument => ({
  ...shown,
  ishod: 'preskocen',
  razlog: reasonOf(reasonsIn(refusal, sheet)),
})

/** The oldest day first: what comes behind moves nobody's lots. */
const byDayAndRow = (a: SheetDocument, b: SheetDocument) =>
  a.datum === b.datum ? a.red - b.red : (a.datum ?? '') < (b.datum ?? '') ? -1 : 1
const inOrder = <Body>(prepared: readonly Prepared<Body>[]) =>
  prepared.toSorted((a, b) => byDayAndRow(a.sheet, b.sheet))
const byDay = (a: MovedC1, b: MovedC1) => (a.datum === b.datum ? a.id - b.id : a.datum < b.datum ? -1 : 1)
