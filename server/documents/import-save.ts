import { sql } from 'kysely'
import type { ImportedDocument } from '#contract/document-import.ts'
import type { Manjak, MovedC1 } from '#contract/documents.ts'
import { reasonOf } from '#domain/sheet.ts'
import type { Log } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { type Outcome, outcomeOf } from '#server/db/transactions.ts'
import type { Rewrite } from '#server/records/record.ts'
import type { Refusal } from '#server/refusal.ts'
import { type CoverTogether, lostTogether, refuseLostCover } from '#server/stock/consequences.ts'
import { type Booked, isSameCover, type Move, requirementKey } from '#server/stock/decide-draws.ts'
import { isShortage } from '#server/stock/ledger-sql.ts'
import { movedExports } from '#server/stock/log-change.ts'
import type { BookedLine } from '#server/stock/read-ledger.ts'
import { type AnyBody, type DocumentFields, type Prepared, reasonsIn } from './prepare-import.ts'
import type { Look } from './provera.ts'

// Saves the documents of a file. Its preview does the same in one transaction that is taken back.

/** A document that is new (`rewrite` null) or changed. */
export type DocumentToSave<Body> = { readonly body: Body; readonly rewrite: Rewrite | null }
/** Options of one save among several: `look` gets its result, `cover` judges its shortages with those of the others. */
type How = { readonly look: Look; readonly cover?: CoverTogether | undefined }

export type DocumentKind<Body extends AnyBody> = DocumentFields<Body> & {
  readonly save: (tx: Tx, log: Log, asked: DocumentToSave<Body>, how: How) => Promise<{ readonly id: number }>
}
type Ready<Body> = Prepared<Body> & { readonly body: Body }
type Saved = { readonly id: number; readonly booked: Booked | null }

export type Result = { readonly dokumenti: readonly ImportedDocument[]; readonly moved: readonly MovedC1[] }
export type Saving = {
  /** Runs some of the saves in one transaction and commits those that succeed. */
  readonly portion: <T>(work: (tx: Tx, log: Log) => Promise<T>) => Promise<T>
  /** Reads the final state of the saved documents. */
  readonly db: Db
  /** Gets the number of finished documents after each portion. */
  readonly heard: (done: number) => void
}

/**
 * The time that the documents of one portion may take. A save of somebody else waits for one document and its commit.
 */
const SHARE_MS = 80

/**
 * Saves these documents one after the other, each as if it came alone: the size of a portion changes nothing. A
 * document that the state of the books refuses is tried again while others succeed, because they may bring its goods.
 * The rest is tried once more together, because each may take what another gives.
 */
export async function saveAll<Body extends AnyBody>(
  kind: DocumentKind<Body>,
  prepared: readonly Prepared<Body>[],
  { portion, db, heard }: Saving,
): Promise<Result> {
  const ends = new Map<Prepared<Body>, Outcome<Saved>>()
  const moves = new Moves()
  const end = (one: Ready<Body>, outcome: Outcome<Saved>) => {
    ends.set(one, outcome)
    if ('answer' in outcome && outcome.answer.booked) moves.note(outcome.answer.booked)
  }
  let open = prepared.filter(isWritten)
  const settled = prepared.length - open.length
  if (settled > 0) heard(settled)
  for (let left = 0; open.length > 0 && open.length !== left; ) {
    left = open.length
    const refused: Ready<Body>[] = []
    for (let at = 0; at < open.length; ) {
      const outcomes = await portion((tx, log) => portionOf(tx, log, kind, open.slice(at)))
      for (const outcome of outcomes) {
        const one = open[at++] as Ready<Body>
        end(one, outcome)
        if ('error' in outcome && outcome.error.code === 'conflict') refused.push(one)
      }
      heard(settled + ends.size)
    }
    open = refused
  }
  if (open.length > 1) {
    const outcome = await portion((tx, log) => outcomeOf(tx, () => saveTogether(tx, log, kind, open)))
    if ('answer' in outcome) for (const [at, one] of open.entries()) end(one, outcome.answer[at] as Outcome<Saved>)
  }
  const ids = [...ends.values()].flatMap((outcome) => ('answer' in outcome ? [outcome.answer.id] : []))
  const own = kind.vrsta === 'c1' ? ids : []
  const lacking = await shortagesOf(db, own)
  const dokumenti = prepared.map((one) => {
    const outcome = ends.get(one)
    if (!outcome) return one.shown
    if ('error' in outcome) return skipped(one, outcome.error)
    return { ...one.shown, id: outcome.answer.id, manjak: lacking.get(outcome.answer.id) ?? [] }
  })
  return { dokumenti, moved: await moves.told(db, new Set(own)) }
}

/** Saves the first of these documents, until others must get their turn; answers the outcomes. */
async function portionOf<Body extends AnyBody>(
  tx: Tx,
  log: Log,
  kind: DocumentKind<Body>,
  open: readonly Ready<Body>[],
): Promise<Outcome<Saved>[]> {
  const done: Outcome<Saved>[] = []
  const until = performance.now() + SHARE_MS
  for (const one of open) {
    done.push(await outcomeOf(tx, () => saveOne(tx, log, kind, one)))
    if (performance.now() > until) break
  }
  return done
}

/** Saves all except those that are refused for their own faults; refuses if together they take cover from exports. */
async function saveTogether<Body extends AnyBody>(
  tx: Tx,
  log: Log,
  kind: DocumentKind<Body>,
  open: readonly Ready<Body>[],
): Promise<Outcome<Saved>[]> {
  const cover: CoverTogether = new Map()
  const outcomes: Outcome<Saved>[] = []
  for (const one of open) outcomes.push(await outcomeOf(tx, () => saveOne(tx, log, kind, { ...one, cover })))
  await refuseLostCover(tx, lostTogether(cover), 'edit')
  return outcomes
}

async function saveOne<Body extends AnyBody>(
  tx: Tx,
  log: Log,
  kind: DocumentKind<Body>,
  { body, stored, cover }: Ready<Body> & { readonly cover?: CoverTogether },
): Promise<Saved> {
  let heard: Booked | null = null
  const look: Look = async (booked) => {
    heard = booked
  }
  const rewrite = stored && { id: stored.id, ifVersion: stored.verzija }
  const { id } = await kind.save(tx, log, { body, rewrite }, { look, cover })
  return { id, booked: heard }
}

/** The moves over several saves, from the first state to the last. */
class Moves {
  readonly #moves = new Map<string, Move>()
  readonly #lines = new Map<number, BookedLine>()

  note({ moved, lines }: Booked) {
    for (const [id, line] of lines) this.#lines.set(id, line)
    for (const move of moved) {
      const key = requirementKey(move.c1_stavka_id, move.materijal_id)
      this.#moves.set(key, { ...move, pre: this.#moves.get(key)?.pre ?? move.pre })
    }
  }

  /** The exports that draw differently in the end, except `own`, in date order. */
  told(db: Db, own: ReadonlySet<number>): Promise<MovedC1[]> {
    const moved = [...this.#moves.values()].filter(
      ({ c1_id, pre, posle }) => !own.has(c1_id) && !isSameCover(pre, posle),
    )
    const movesOf = Map.groupBy(moved, ({ c1_id }) => c1_id)
    return movedExports(db, movesOf, { lines: this.#lines })
  }
}

/** The shortages of these exports by material. */
async function shortagesOf(db: Db, ids: readonly number[]): Promise<Map<number, Manjak[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Manjak & { c1_id: number }>`
    select r.c1_id, r.materijal_id, m.naziv, m.jedinica_mere, cast(sum(r.kolicina) as bigint) as kolicina
    from razduzenje r join materijal m on m.id = r.materijal_id
    where ${isShortage} and r.c1_id in ${engineOf(db).list(ids)}
    group by r.c1_id, r.materijal_id, m.naziv, m.jedinica_mere`.execute(db)
  rows.sort((a, b) => (a.materijal_id < b.materijal_id ? -1 : 1))
  const found = new Map<number, Manjak[]>()
  for (const { c1_id, ...manjak } of rows) found.set(c1_id, [...(found.get(c1_id) ?? []), manjak])
  return found
}

export const isWritten = <Body>(one: Prepared<Body>): one is Ready<Body> =>
  one.shown.ishod === 'nov' || one.shown.ishod === 'izmenjen'

const skipped = <Body>({ shown, redovi }: Prepared<Body>, refusal: Refusal): ImportedDocument => ({
  ...shown,
  ishod: 'preskocen',
  razlog: reasonOf(reasonsIn(refusal, redovi)),
})
