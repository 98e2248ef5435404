import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import { sentences } from '#contract/errors.ts'
import { meaningOf, UnknownCommit } from '#server/db/postgres/errors.ts'
import { LONG_TRANSACTION_MS } from '#server/db/sqlite/copy-log.ts'
import { createTurns } from '#server/limited-turns.ts'
import { Refusal, TryAgain } from '#server/refusal.ts'
import type { Engine } from './engine.ts'
import { beginSave, refuseNewer } from './migrate.ts'
import type { Store } from './open.ts'
import type { Schema, Tx } from './schema.ts'

/** A transaction that lost against another one is tried again this often before the user is told. */
const MAX_TRIES = 8
const RETRY_MS = 10
/** A transaction that waits longer for its turn is refused: nothing was written, and the client may ask again. */
export const MAX_WAIT_MS = 30_000
/**
 * The number of transactions at a time on PostgreSQL. More would wait for each other's materials and hold connections
 * that reads need. They would also be saved in another order than that of their days, and move each other's lots
 * (docs/decisions/postgres.md).
 */
const AT_ONCE = 2
/** A transaction that takes longer, as that of a file, lets others begin beside it: they may need other materials. */
export const PATIENCE_MS = 500
/** Seconds after which refused clients should ask again. */
const AGAIN_SECONDS = 5
export type Work<T> = (tx: Tx) => Promise<T>
/**
 * `repeatable`: `work` finds out by itself whether it was done already, so it may run again even when that is unknown.
 */
export type Transact = <T>(work: Work<T>, options?: { readonly repeatable?: boolean }) => Promise<T>

const BEGIN = CompiledQuery.raw('begin immediate')
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

/**
 * `transact` runs `work` in one transaction and answers its answer; an error undoes everything. Transactions run in the
 * order in which they came: on SQLite one after another, on PostgreSQL AT_ONCE of a process at a time. `isWriting` says
 * whether one runs, and `afterLong` is called after each long one on SQLite. The work runs again from the start if it
 * lost against a concurrent transaction, or lost its connection before the commit was sent: nothing was committed. If
 * the connection is lost at the commit itself, nobody knows whether it happened: the error is answered, except for
 * repeatable work.
 */
export function transactions(
  db: Kysely<Schema>,
  engine: Engine,
  afterLong: () => void = () => undefined,
): { transact: Transact; isWriting: () => boolean } {
  const { inTurn, isBusy } = oneAfterAnother(engine)
  const run = <T>(work: Work<T>): Promise<T> =>
    inTurn(() => (engine.name === 'postgres' ? runPostgres(db, work) : runSqlite(db, work, afterLong)))
  const transact: Transact = async (work, { repeatable = false } = {}) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run(work)
      } catch (error) {
        const again = engine.isRetryable(error) || isLostBefore(error) || (repeatable && error instanceof UnknownCommit)
        if (attempt === MAX_TRIES || !again) throw error
        // Waits of chance length keep them from meeting again.
        await sleep(Math.random() * RETRY_MS * attempt)
      }
    }
  }
  return { transact, isWriting: isBusy }
}

/** Runs works in the order in which they came; reads and other requests get their turn before each of them. */
function oneAfterAnother({ name }: Engine) {
  const turns = createTurns({ places: name === 'postgres' ? AT_ONCE : 1, queue: Infinity, waitMs: MAX_WAIT_MS })
  let asked = 0
  async function inTurn<T>(run: () => Promise<T>): Promise<T> {
    asked++
    const place = await turns.enter()
    const long = name === 'postgres' && typeof place !== 'string' && setTimeout(place.leave, PATIENCE_MS)
    try {
      if (typeof place === 'string') throw new TryAgain('unavailable', sentences.busy, AGAIN_SECONDS)
      await nextTurn()
      return await run()
    } finally {
      asked--
      if (long) clearTimeout(long)
      if (typeof place !== 'string') place.leave()
    }
  }
  return { inTurn, isBusy: () => asked > 0 }
}

async function runSqlite<T>(db: Kysely<Schema>, work: Work<T>, afterLong: () => void): Promise<T> {
  const started = performance.now()
  try {
    return await db.connection().execute(async (connection) => {
      try {
        await connection.executeQuery(BEGIN)
        // The folder is locked: this guards against somebody who went around the lock.
        await refuseNewer(connection)
        const answer = await work(connection as Tx)
        await connection.executeQuery(COMMIT)
        return answer
      } catch (error) {
        // The rollback fails if SQLite has ended the transaction by itself, as on a full disk.
        await connection.executeQuery(ROLLBACK).catch(() => undefined)
        throw error
      }
    })
  } finally {
    if (performance.now() - started > LONG_TRANSACTION_MS) afterLong()
  }
}

async function runPostgres<T>(db: Kysely<Schema>, work: Work<T>): Promise<T> {
  let worked = false
  try {
    return await db.transaction().execute(async (tx) => {
      await beginSave(tx)
      const answer = await work(tx)
      worked = true
      return answer
    })
  } catch (error) {
    if (!worked || !meaningOf(error).lost) throw error
    throw new UnknownCommit('PostgreSQL: lost during the commit', { cause: error })
  }
}

/** Whether the connection was lost before the commit was sent. */
const isLostBefore = (error: unknown): boolean => meaningOf(error).lost === true

/**
 * Transactions that are taken back: `work` runs as a save does and its answer is answered, but nothing that it wrote
 * stays, and it then holds up nobody. PostgreSQL never gives the ids that it used again, as after a refused save.
 */
export const takenBack =
  (transact: Transact): Transact =>
  async (work) => {
    try {
      return await transact(async (tx) => {
        throw new TakenBack(await work(tx))
      })
    } catch (error) {
      if (error instanceof TakenBack) return error.answer
      throw error
    }
  }

/** A preview holds others up for at most this long; then it begins again on a copy. */
export const MAX_TRIED_MS = 500

class TooLong extends Error {}

/**
 * The same for long work. Between its steps `work` calls `goOn`: if everybody would wait for it (SQLite) and it has
 * taken MAX_TRIED_MS, it begins again on a copy of the database.
 */
export async function takenBackApart<T>(
  { transact, onCopy }: Pick<Store, 'transact' | 'onCopy'>,
  work: (transact: Transact, goOn: () => void) => Promise<T>,
): Promise<T> {
  const ends = () => undefined
  if (!onCopy) return work(takenBack(transact), ends)
  let since: number | null = null
  try {
    return await work(takenBack(transact), () => {
      since ??= performance.now()
      if (performance.now() - since > MAX_TRIED_MS) throw new TooLong()
    })
  } catch (error) {
    if (!(error instanceof TooLong)) throw error
    return onCopy((transactCopy) => work(takenBack(transactCopy), ends))
  }
}

class TakenBack<T> extends Error {
  readonly answer: T
  constructor(answer: T) {
    super('taken back')
    this.answer = answer
  }
}

/** The outcome of one part of a transaction: its answer, or why it was refused. */
export type Outcome<T> = { readonly answer: T } | { readonly error: Refusal }

/** Runs a part of a transaction. If the part is refused, its writes are undone and the rest stands. */
export async function outcomeOf<T>(tx: Tx, work: () => Promise<T>): Promise<Outcome<T>> {
  await tx.executeQuery(SAVEPOINT)
  try {
    const answer = await work()
    await tx.executeQuery(RELEASE)
    return { answer }
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof TryAgain) throw error
    await tx.executeQuery(BACK)
    await tx.executeQuery(RELEASE)
    return { error }
  }
}
const SAVEPOINT = CompiledQuery.raw('savepoint part')
const RELEASE = CompiledQuery.raw('release savepoint part')
const BACK = CompiledQuery.raw('rollback to savepoint part')
