import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Engine } from './engine.ts'
import { groupCommit } from './group-commit.ts'
import { isLost } from './lost-connection.ts'
import { beginSave, newerIn } from './migrate.ts'
import type { Schema } from './schema.ts'
import { byDay, doAll, isSame, MAX_SHARED, type Outcome, type Work } from './work.ts'

/** How often a transaction that lost against another one is tried again before the user hears of it. */
const MAX_TRIES = 8
const RETRY_MS = 10
/**
 * Saves of documents that one instance has PostgreSQL do at the same moment. Most of them want the same materials: more
 * only wait for each other's locks, and what gets them out of order moves the lots of what was saved before it. With 32
 * people at once, two save twice as many C1 as the ten that the pool would allow.
 */
export const DOCUMENTS_AT_ONCE = 2
/** How often older ones may go before a document that waits: those that keep coming must not keep it out for ever. */
export const MAX_PASSED_OVER = 20

export type Transact = <T>(work: Work<T>, options?: TransactOptions) => Promise<T>

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
  const run: Run = engine.name === 'postgres' ? inTurn((works) => runPostgres(db, engine, works)) : runSqlite(db)
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
type Run = <T>(work: Work<T>, day: string) => Promise<Done<T>>

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
 * Lets so many documents be saved at once; of those that wait, the oldest goes first (as in group-commit.ts), or one that
 * was passed over too often, and what may be done together with it comes along. What has no day does not wait.
 */
function inTurn(run: (works: readonly Work<unknown>[]) => Promise<readonly Done<unknown>[]>): Run {
  type Waiting = { work: Work<unknown>; day: string; passedOver: number; answer: (done: Done<unknown>) => void }
  let waiting: Waiting[] = []
  let running = 0

  function takeNext(): Waiting[] {
    waiting.sort(byDay)
    const [oldest] = waiting as [Waiting]
    const first = waiting.find(({ passedOver }) => passedOver >= MAX_PASSED_OVER) ?? oldest
    const others = waiting.filter((one) => one !== first && isSame(one.work, first.work))
    const taken = [first, ...others].slice(0, MAX_SHARED).sort(byDay)
    waiting = waiting.filter((one) => !taken.includes(one))
    for (const one of waiting) one.passedOver++
    return taken
  }

  async function start() {
    if (running === DOCUMENTS_AT_ONCE || waiting.length === 0) return
    running++
    const taken = takeNext()
    const done = await run(taken.map(({ work }) => work))
    for (const [at, { answer }] of taken.entries()) answer(done[at] as Done<unknown>)
    running--
    void start()
  }

  return async <T>(work: Work<T>, day: string) => {
    if (day === '') return (await run([work]))[0] as Done<T>
    return new Promise<Done<T>>((answer) => {
      waiting.push({ work, day, passedOver: 0, answer: answer as (done: Done<unknown>) => void })
      void start()
    })
  }
}

/** The connection was lost while the commit was under way; the code is PostgreSQL's for "nobody knows". */
export class UnknownCommit extends Error {
  readonly code = '08007'
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

async function runOnce(
  db: Kysely<Schema>,
  works: readonly Work<unknown>[],
): Promise<Done<readonly Outcome<unknown>[]>> {
  let worked = false
  // What broke the work: undoing it fails too on a connection that is gone, and would stand in its place.
  const broken: unknown[] = []
  try {
    const answer = await db.transaction().execute(async (tx) => {
      try {
        await beginSave(tx)
        const outcomes = await doAll(tx, works)
        worked = true
        return outcomes
      } catch (error) {
        broken.push(error)
        throw error
      }
    })
    return { answer }
  } catch (last) {
    const [first = last] = broken
    const error = newerIn(first) ?? first
    if (!isLost(error)) return { error, lost: null }
    if (!worked) return { error, lost: 'before commit' }
    return { error: new UnknownCommit('PostgreSQL: lost during the commit', { cause: error }), lost: 'at commit' }
  }
}
