import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import { meaningOf, UnknownCommit } from '#server/db/postgres/errors.ts'
import { groupCommit } from '#server/db/sqlite/group-commit.ts'
import type { Engine } from './engine.ts'
import { beginSave } from './migrate.ts'
import type { Schema, Tx } from './schema.ts'
import { type Asked, waitingRoom } from './waiting-room.ts'
import { doAll, type Outcome, type Work } from './work.ts'

/** How often a transaction that lost against another one is tried again before the user hears of it. */
const MAX_TRIES = 8
const RETRY_MS = 10
/**
 * Saves of documents that one instance has PostgreSQL do at the same moment. Most of them want the same materials: more
 * only wait for each other's locks, and what gets them out of order moves the lots of what was saved before it. With 32
 * people at once, two save twice as many C1 as the ten that the pool would allow.
 */
export const DOCUMENTS_AT_ONCE = 2

export type Transact = <T>(work: Work<T>, options?: TransactOptions) => Promise<T>

export type TransactOptions = {
  /** `work` finds out by itself whether it was done already, so it may run again even when nobody knows that. */
  readonly repeatable?: boolean
  /** The day of the document that is saved: of several that wait, the oldest goes first. */
  readonly day?: string | undefined
  /** How long the request is that asks for it: what waits is bounded (server/db/waiting-room.ts). */
  readonly bytes?: number | undefined
  /** Whether nobody waits for the answer any more: what has not begun is left. */
  readonly isGone?: (() => boolean) | undefined
}

/**
 * `transact` runs `work` in one transaction and answers what it answers; whatever it throws undoes everything.
 * On SQLite `afterLong` hears of those that took long.
 * `isWriting` says whether that holds the connection on which it would be read, too (SQLite).
 * Runs again from the start what lost against a concurrent transaction, and what lost its connection before
 * the commit was sent: nothing of either was committed. A connection lost at the commit itself leaves open whether it
 * happened: the error is answered, except where the work is repeatable.
 */
export function transactions(
  db: Kysely<Schema>,
  engine: Engine,
  afterLong?: () => void,
): { transact: Transact; isWriting: () => boolean } {
  const { commit, isWriting } = groupCommit(db, afterLong)
  const run: Run = engine.name === 'postgres' ? fewAtOnce((works) => runPostgres(db, engine, works)) : inOne(commit)
  const transact: Transact = async (work, { repeatable = false, day = '', bytes = 0, isGone = () => false } = {}) => {
    const asked: Asked = { work, day, bytes, isGone }
    for (let attempt = 1; ; attempt++) {
      const done = await run(asked)
      if ('answer' in done) return done.answer as never
      const { error, lost } = done
      const again = engine.isRetryable(error) || lost === 'before commit' || (lost === 'at commit' && repeatable)
      if (attempt === MAX_TRIES || !again) throw error
      // Not all at once again.
      await sleep(Math.random() * RETRY_MS * attempt)
    }
  }
  return { transact, isWriting }
}

type Done<T> = { readonly answer: T } | { readonly error: unknown; readonly lost: 'before commit' | 'at commit' | null }
type Run = (asked: Asked) => Promise<Done<unknown>>

const inOne =
  (commit: (asked: Asked) => Promise<unknown>): Run =>
  async (asked) => {
    try {
      return { answer: await commit(asked) }
    } catch (error) {
      return { error, lost: null }
    }
  }

/**
 * Lets so many documents be saved at once; the others wait (./waiting-room.ts), and what may be done together comes
 * along. What has no day does not wait.
 */
function fewAtOnce(run: (works: readonly Work<unknown>[]) => Promise<readonly Done<unknown>[]>): Run {
  const room = waitingRoom()
  let running = 0

  async function start() {
    if (running === DOCUMENTS_AT_ONCE) return
    const taken = room.take()
    if (taken.length === 0) return
    running++
    const done = await run(taken.map(({ work }) => work))
    for (const [at, { resolve }] of taken.entries()) resolve(done[at])
    running--
    void start()
  }

  return async (asked) => {
    if (asked.day === '') return (await run([asked.work]))[0] as Done<unknown>
    const done = room.wait(asked) as Promise<Done<unknown>>
    void start()
    return done
  }
}

/**
 * Where one of several that are done together fails, each is done again alone; where the connection or a race was lost,
 * all of them were, and each may try again.
 */
async function runPostgres(
  db: Kysely<Schema>,
  engine: Engine,
  works: readonly Work<unknown>[],
): Promise<readonly Done<unknown>[]> {
  const done = await runOnce(db, works)
  if ('answer' in done) return done.answer.map((one) => ('error' in one ? { ...one, lost: null } : one))
  if (works.length === 1 || done.lost || engine.isRetryable(done.error)) return works.map(() => done)
  const each: Done<unknown>[] = []
  for (const work of works) each.push(...(await runPostgres(db, engine, [work])))
  return each
}

const COMMIT = CompiledQuery.raw('commit') as CompiledQuery<{ command: string }>
const ROLLBACK = CompiledQuery.raw('rollback')

async function runOnce(
  db: Kysely<Schema>,
  works: readonly Work<unknown>[],
): Promise<Done<readonly Outcome<unknown>[]>> {
  let worked = false
  try {
    const answer = await db.connection().execute(async (connection) => {
      try {
        await beginSave(connection)
        const outcomes = await doAll(connection as Tx, works)
        worked = true
        const { rows } = await connection.executeQuery(COMMIT)
        // So PostgreSQL ends a transaction in which a statement has failed.
        if (rows[0]?.command !== 'COMMIT') throw new Error('PostgreSQL: undone instead of committed')
        return outcomes
      } catch (error) {
        // It fails too on a connection that is gone, which is not used again.
        await connection.executeQuery(ROLLBACK).catch(() => undefined)
        throw error
      }
    })
    return { answer }
  } catch (error) {
    if (!meaningOf(error).lost) return { error, lost: null }
    if (!worked) return { error, lost: 'before commit' }
    return { error: new UnknownCommit('PostgreSQL: lost during the commit', { cause: error }), lost: 'at commit' }
  }
}
