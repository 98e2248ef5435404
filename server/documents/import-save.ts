import type { ImportedDocument } from '#contract/document-import.ts'
import type { MovedC1 } from '#contract/documents.ts'
import { sentences } from '#contract/errors.ts'
import { reasonOf } from '#domain/sheet.ts'
import type { SheetDocument } from '#domain/sheet-documents.ts'
import type { Log } from '#server/audit/log.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Outcome } from '#server/db/transactions.ts'
import type { Call } from '#server/http/call.ts'
import { Refusal, TryAgain } from '#server/refusal.ts'
import type { Asked, Foreseen } from './foresee-many.ts'
import { importTally, type SavedDocument } from './import-tally.ts'
import { type AnyBody, type DocumentFields, type How, type Prepared, prepare, reasonsIn } from './prepare-import.ts'

// Saving the documents of a file, in portions between which others save.

export type DocumentKind<Body extends AnyBody> = DocumentFields<Body> & {
  /** Saves in one transaction, in this order; those that are refused before anything of them is written have their error. */
  readonly save: (
    tx: Tx,
    log: (tx: Tx) => Log,
    documents: readonly Asked<Body>[],
  ) => Promise<readonly Outcome<SavedDocument>[]>
  readonly foresee: (db: Db, documents: readonly Asked<Body>[]) => Promise<Foreseen>
  /** Whether new documents may be refused for what becomes of others. */
  readonly mayBeRefusedTogether: (db: Db) => Promise<boolean>
}

export type Asking = {
  readonly documents: readonly SheetDocument[]
  readonly how: How
  /** Whether the caller has said how many lines may go. */
  readonly sure: boolean
  /** Is told after each transaction how many documents are done. */
  readonly heard: (done: number) => void
}
/** What a preview of this moment says of the documents, by their rows. */
type Told = ReadonlyMap<number, ImportedDocument>
export type Result = { dokumenti: ImportedDocument[]; moved: readonly MovedC1[]; odbijeno: string | null }

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

/** What of a file one transaction saves: as much as its share of time allows, the first document alone, or all of it. */
type Share = 'fair' | 'first' | 'all'
type Saved<Body> = readonly (readonly [Prepared<Body>, Outcome<SavedDocument> | undefined])[]

/**
 * Saves these documents in the order of their days. `foretold`: which exports will draw otherwise in the end, where all of
 * the documents were foreseen as good. One that is refused then waits until the others are saved, which give what it
 * takes; those that are left when that helps no more, because each takes what another gives, share one transaction.
 */
export async function saveAll<Body extends AnyBody>(
  kind: DocumentKind<Body>,
  { writeApart }: Pick<Call, 'writeApart'>,
  {
    documents,
    how,
    sure,
    heard,
    foretold,
    told,
  }: Asking & { readonly foretold: ReadonlySet<number> | null; readonly told: Told },
): Promise<Result> {
  const tally = importTally(kind.vrsta === 'c1', foretold)
  let left = documents.length
  let tried: readonly Prepared<Body>[] = []
  const portion = (of: readonly SheetDocument[], share: Share) =>
    writeApart((tx, log) =>
      portionOf(tx, log, kind, {
        ...{ of, how, sure, told, share },
        trying: (some) => {
          tried = some
        },
      }),
    )
  const tell = (saved: Saved<Body>) => {
    for (const [one, outcome] of saved) tally.tell(...outcomeOf(one, outcome))
    left -= saved.length
    heard(documents.length - left)
  }
  let waiting: readonly SheetDocument[] = documents.toSorted(byDayAndRow)
  while (waiting.length > 0) {
    const refused: Saved<Body>[number][] = []
    for (let at = 0; at < waiting.length; ) {
      const open = waiting.slice(at)
      let saved = await unlessRefused(portion(open, 'fair'))
      // One of the portion was refused after it was written, so that nothing of the portion is: the first alone.
      if (saved instanceof Refusal) saved = await unlessRefused(portion(open, 'first'))
      if (saved instanceof Refusal) refused.push([tried[0] as Prepared<Body>, { error: saved }])
      else tell(saved)
      at += saved instanceof Refusal ? 1 : saved.length
    }
    const again = refused.map(([{ sheet }]) => sheet)
    const stuck = foretold === null || again.length === waiting.length
    const together = stuck && foretold && again.length > 1 ? await unlessRefused(portion(again, 'all')) : null
    if (stuck) tell(together && !(together instanceof Refusal) ? together : refused)
    waiting = stuck ? [] : again
  }
  return { dokumenti: tally.dokumenti(), moved: tally.moved().sort(byDay), odbijeno: null }
}

/** What came of a document, and what saving it answered; null where it is not saved. */
function outcomeOf<Body>(
  one: Prepared<Body>,
  outcome: Outcome<SavedDocument> | undefined,
): [ImportedDocument, SavedDocument | null] {
  if (!outcome || 'answer' in outcome) return [one.shown, outcome?.answer ?? null]
  return [skipped(one, outcome.error), null]
}

type Portion<Body> = Pick<Asking, 'how' | 'sure'> & {
  readonly told: Told
  readonly of: readonly SheetDocument[]
  readonly share: Share
  readonly trying: (some: readonly Prepared<Body>[]) => void
}

/** Saves the first ones of these documents, until it is time to let others save; answers what came of them. */
async function portionOf<Body extends AnyBody>(
  tx: Tx,
  log: Log,
  kind: DocumentKind<Body>,
  { of, how, sure, told, share, trying }: Portion<Body>,
): Promise<Saved<Body>> {
  const done: Saved<Body>[number][] = []
  const most = share === 'first' ? 1 : of.length
  let [now, last] = [performance.now(), 0]
  const until = now + SHARE_MS
  while (done.length < most && (share === 'all' || now + last < until)) {
    const many = share === 'fair' ? fitting(of, done.length, told) : most
    const read = await prepare(tx, kind, of.slice(done.length, done.length + many), how)
    const some = sure ? read.map((one) => unlessMoreGoes(one, told)) : read
    trying(some)
    const asked = some.filter(isWritten)
    const outcomes = await kind.save(tx, () => log, asked.map(askedOf))
    const outcomeOf = new Map<Prepared<Body>, Outcome<SavedDocument> | undefined>(
      asked.map((one, index) => [one, outcomes[index]]),
    )
    for (const one of some) done.push([one, outcomeOf.get(one)])
    last = performance.now() - now
    now += last
  }
  return done
}

/** How many of the documents from a place on are saved at once; a stored one counts with its lines that no row names. */
function fitting(documents: readonly SheetDocument[], from: number, told: Told): number {
  let [at, lines] = [from, 0]
  for (; at < documents.length && (at === from || lines < LINES_AT_ONCE); at++) {
    const { red, stavke } = documents[at] as SheetDocument
    lines += told.get(red)?.broj_stavki ?? stavke.length
  }
  return at - from
}

/** A document of which by now another number of lines would go than its preview said is left out. */
function unlessMoreGoes<Body>(one: Prepared<Body>, told: Told): Prepared<Body> {
  const agreed = told.get(one.sheet.red)?.izmene?.odlazi.length ?? 0
  if ((one.shown.izmene?.odlazi.length ?? 0) === agreed) return one
  return { ...one, body: null, shown: skipped(one, new Refusal('conflict', sentences.changedMeanwhile)) }
}

/** The answer of a transaction, or the refusal that was of a document and undid it. */
async function unlessRefused<T>(transaction: Promise<T>): Promise<T | Refusal> {
  try {
    return await transaction
  } catch (error) {
    if (error instanceof Refusal && !(error instanceof TryAgain) && error.code !== 'unauthorized') return error
    throw error
  }
}

export const isWritten = <Body>(one: Prepared<Body>): one is Prepared<Body> & { readonly body: Body } =>
  one.shown.ishod === 'nov' || one.shown.ishod === 'izmenjen'

export const askedOf = <Body>({ body, stored }: Prepared<Body> & { readonly body: Body }): Asked<Body> => ({
  body,
  rewrite: stored && { id: stored.id, ifVersion: stored.verzija },
})

export const skipped = <Body>({ shown, redovi }: Prepared<Body>, refusal: Refusal): ImportedDocument => ({
  ...shown,
  ishod: 'preskocen',
  razlog: reasonOf(reasonsIn(refusal, redovi)),
})

/** The oldest day first: what comes behind moves nobody's lots. */
export const byDayAndRow = (a: SheetDocument, b: SheetDocument) =>
  a.datum === b.datum ? a.red - b.red : (a.datum ?? '') < (b.datum ?? '') ? -1 : 1
const byDay = (a: MovedC1, b: MovedC1) => (a.datum === b.datum ? a.id - b.id : a.datum < b.datum ? -1 : 1)
