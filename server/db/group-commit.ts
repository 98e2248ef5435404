import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import { refuseNewer } from './migrate.ts'
import type { Tx } from './open.ts'
import type { Schema } from './schema.ts'
import { byDay, doAll, isSame, MAX_SHARED, type Outcome, type Work } from './work.ts'

type Job = {
  work: Work<unknown>
  day: string
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}

/**
 * A newer program is looked for at most so often: only one program at a time has SQLite's folder, unless somebody has
 * gone around its lock.
 */
export const LOOK_EVERY_MS = 1_000
/** A commit takes no more on after this long: SQLite answers at once, so nothing else runs beside those that share one. */
export const MAX_SHARED_MS = 20

const BEGIN = CompiledQuery.raw('begin immediate')
const BEGIN_LATER = CompiledQuery.raw('begin')
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')
const CHANGES = CompiledQuery.raw('select total_changes() as total')

/**
 * Runs the transactions of the one SQLite writer, which come one after another. Those that wait together share one
 * commit, and so one sync of the disk; each is still all or nothing on its own, and none is answered before the
 * commit. What fails at the commit itself fails for all of them. They came at the same time, so nobody can say which is
 * first: that of the oldest `day` is, because an export behind all others moves nobody's lots.
 */
export function groupCommit(db: Kysely<Schema>): <T>(work: Work<T>, day: string) => Promise<T> {
  const waiting: Job[] = []
  let running = false
  let lookedAt = Number.NEGATIVE_INFINITY

  async function look(tx: Tx) {
    if (performance.now() - lookedAt < LOOK_EVERY_MS) return
    await refuseNewer(tx)
    lookedAt = performance.now()
  }

  async function run() {
    while (waiting.length > 0) {
      const jobs = waiting.splice(0, MAX_SHARED).sort(byDay)
      waiting.unshift(...(await db.connection().execute((connection) => runTogether(connection, jobs, look))))
      // Reads and other requests come in between.
      if (waiting.length > 0) await nextTurn()
    }
    running = false
  }

  return <T>(work: Work<T>, day: string) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, day, resolve: resolve as (answer: unknown) => void, reject })
      if (running) return
      running = true
      // Requests that arrived in the same turn of the event loop come along.
      void nextTurn().then(run)
    })
}

/**
 * One transaction for all. Where a job fails after it has written, all of them are undone and each runs again in a
 * transaction of its own: cheaper than a savepoint for each, because failing jobs mostly refuse before they write.
 * Answers the jobs for which no time was left.
 */
async function runTogether(
  connection: Kysely<Schema>,
  jobs: readonly Job[],
  look: (tx: Tx) => Promise<void>,
): Promise<readonly Job[]> {
  const done: (() => void)[] = []
  const left = sharing(jobs)
  const begun: Job[] = []
  const started = performance.now()
  try {
    await connection.executeQuery(BEGIN)
    await look(connection as Tx)
    while (left.length > 0 && (begun.length === 0 || performance.now() - started < MAX_SHARED_MS)) {
      const neighbours = left.shift() as Job[]
      begun.push(...neighbours)
      const before = jobs.length > 1 ? await changes(connection) : 0
      try {
        const outcomes = await doAll(
          connection as Tx,
          neighbours.map(({ work }) => work),
        )
        for (const [at, job] of neighbours.entries()) done.push(() => settle(job, outcomes[at] as Outcome<unknown>))
      } catch (error) {
        if (jobs.length === 1) throw error
        if (neighbours.length > 1 || (await hasEnded(connection)) || (await changes(connection)) !== before)
          throw new Undone()
        done.push(() => neighbours[0]?.reject(error))
      }
    }
    await connection.executeQuery(COMMIT)
  } catch (error) {
    await connection.executeQuery(ROLLBACK).catch(() => undefined)
    if (error instanceof Undone) for (const job of begun) await runTogether(connection, [job], look)
    // Where none could begin, none will.
    else for (const { reject } of begun.length > 0 ? begun : left.splice(0).flat()) reject(error)
    return left.flat()
  }
  for (const answer of done) answer()
  return left.flat()
}

/** Jobs next to each other that one call can do are one group. */
function sharing(jobs: readonly Job[]): Job[][] {
  const groups: Job[][] = []
  for (const job of jobs) {
    const [last] = groups.at(-1) ?? []
    if (last && isSame(last.work, job.work)) groups.at(-1)?.push(job)
    else groups.push([job])
  }
  return groups
}

function settle({ resolve, reject }: Job, outcome: Outcome<unknown>) {
  if ('error' in outcome) reject(outcome.error)
  else resolve(outcome.answer)
}

/**
 * Whether SQLite has ended the transaction by itself, as it does on a full or failing disk: whoever went on would write
 * without one. Only then another can begin, which touches no disk yet.
 */
const hasEnded = (connection: Kysely<Schema>): Promise<boolean> =>
  connection.executeQuery(BEGIN_LATER).then(
    () => true,
    () => false,
  )

/** Rows that the connection has written since it was opened. */
async function changes(connection: Kysely<Schema>): Promise<number> {
  const { rows } = await connection.executeQuery<{ total: number }>(CHANGES)
  return rows[0]?.total ?? 0
}

class Undone extends Error {}
