import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Engine } from './engine.ts'
import { groupCommit } from './group-commit.ts'
import type { Tx } from './open.ts'
import { isLost } from './postgres.ts'
import type { Schema } from './schema.ts'

/** How often a transaction that lost against another one is tried again before the user hears of it. */
const MAX_TRIES = 8
const RETRY_MS = 10
/**
 * Saves of documents that one instance has PostgreSQL do at the same moment. Most of them want the same materials: more
 * only wait for each other's locks, and what gets them out of order moves the lots of what was saved before it. With 32
 * people at once, two save twice as many C1 as the ten that the pool would allow.
 */
export const DOCUMENTS_AT_ONCE = 2

export type Transact = <T>(work: (tx: Tx) => Promise<T>, options?: TransactOptions) => Promise<T>

export type TransactOptions = {
  /** `work` finds out by itself whether it was done already, so it may run again even when nobody knows that. */
  readonly repeatable?: boolean
  /** The day of the document that is saved: of several that wait, the oldest goes first. */
  readonly day?: string | undefined
}

/**
 * Answers a function that runs `work` in one transaction and answers what it answers; whatever it throws undoes
 * everything. Runs again from the start what lost against a concurrent transaction, and what lost its connection before
 * the commit was sent: nothing of either was committed. A connection lost at the commit itself leaves open whether it
 * happened: the error is answered, except where the work is repeatable.
 */
export function transactions(db: Kysely<Schema>, engine: Engine): Transact {
  const run: Run = engine.name === 'postgres' ? inTurn((work) => runPostgres(db, work)) : runSqlite(db)
  return async (work, { repeatable = false, day = '' } = {}) => {
    for (let attempt = 1; ; attempt++) {
      const done = await run(work, day)
      if ('answer' in done) return done.answer
      const { error, lost } = done
      const again = engine.isRetryable(error) || lost === 'before commit' || (lost === 'at commit' && repeatable)
      if (attempt === MAX_TRIES || !again) throw error
      // Not all at once again.
      await sleep(Math.random() * RETRY_MS * attempt)
    }
  }
}

type Done<T> = { readonly answer: T } | { readonly error: unknown; readonly lost: 'before commit' | 'at commit' | null }
type Run = <T>(work: (tx: Tx) => Promise<T>, day: string) => Promise<Done<T>>

function runSqlite(db: Kysely<Schema>): Run {
  const commit = groupCommit(db)
  return async (work, day) => {
    try {
      return { answer: await commit(work, day) }
    } catch (error) {
      return { error, lost: null }
    }
  }
}

/**
 * Lets so many documents be saved at once; of those that wait, the oldest goes first (as in group-commit.ts). What has
 * no day does not wait.
 */
function inTurn(run: <T>(work: (tx: Tx) => Promise<T>) => Promise<Done<T>>): Run {
  const waiting: { day: string; start: () => void }[] = []
  let running = 0
  return async (work, day) => {
    if (day === '') return run(work)
    if (running < DOCUMENTS_AT_ONCE) running++
    else await new Promise<void>((start) => waiting.push({ day, start }))
    try {
      return await run(work)
    } finally {
      const next = waiting.reduce<number>(
        (oldest, { day }, at) => (day < (waiting[oldest]?.day ?? '') ? at : oldest),
        0,
      )
      const [first] = waiting.splice(next, 1)
      if (first) first.start()
      else running--
    }
  }
}

/** The connection was lost while the commit was under way; the code is PostgreSQL's for "nobody knows". */
export class UnknownCommit extends Error {
  readonly code = '08007'
}

async function runPostgres<T>(db: Kysely<Schema>, work: (tx: Tx) => Promise<T>): Promise<Done<T>> {
  let worked = false
  // What broke the work: undoing it fails too on a connection that is gone, and would stand in its place.
  const broken: unknown[] = []
  try {
    const answer = await db.transaction().execute(async (tx) => {
      try {
        const result = await work(tx)
        worked = true
        return result
      } catch (error) {
        broken.push(error)
        throw error
      }
    })
    return { answer }
  } catch (last) {
    const [error = last] = broken
    if (!isLost(error)) return { error, lost: null }
    if (!worked) return { error, lost: 'before commit' }
    return { error: new UnknownCommit('PostgreSQL: lost during the commit', { cause: error }), lost: 'at commit' }
  }
}
