import { CompiledQuery, type Kysely } from 'kysely'
import type { Tx } from './open.ts'
import type { Schema } from './schema.ts'

/** Most transactions that share one commit: enough to fill a disk's sync, few enough that the first does not wait long. */
const MAX_SHARED = 64

type Job = { work: (tx: Tx) => Promise<unknown>; resolve: (answer: unknown) => void; reject: (error: unknown) => void }

const BEGIN = CompiledQuery.raw('begin immediate')
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')
const SAVEPOINT = CompiledQuery.raw('savepoint one')
const RELEASE = CompiledQuery.raw('release one')
const BACK = CompiledQuery.raw('rollback to one')

/**
 * Runs transactions of the one SQLite writer in the order in which they came. Those that wait together share one
 * commit, and so one sync of the disk; each is still all or nothing on its own (a savepoint), and none is answered
 * before the commit. What fails at the commit itself fails for all of them.
 */
export function groupCommit(db: Kysely<Schema>): <T>(work: (tx: Tx) => Promise<T>) => Promise<T> {
  const waiting: Job[] = []
  let running = false

  async function run() {
    while (waiting.length > 0) {
      const jobs = waiting.splice(0, MAX_SHARED)
      await db.connection().execute((connection) => runTogether(connection, jobs))
    }
    running = false
  }

  return <T>(work: (tx: Tx) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (answer: unknown) => void, reject })
      if (running) return
      running = true
      // Requests that arrived in the same turn of the event loop come along.
      setImmediate(run)
    })
}

async function runTogether(connection: Kysely<Schema>, jobs: readonly Job[]) {
  const done: (() => void)[] = []
  try {
    await connection.executeQuery(BEGIN)
    for (const job of jobs) {
      await connection.executeQuery(SAVEPOINT)
      try {
        const answer = await job.work(connection as Tx)
        await connection.executeQuery(RELEASE)
        done.push(() => job.resolve(answer))
      } catch (error) {
        // A full disk ends the whole transaction by itself: there is no way back to a savepoint, nobody's work is kept.
        await connection.executeQuery(BACK).catch(() => {
          throw error
        })
        await connection.executeQuery(RELEASE)
        done.push(() => job.reject(error))
      }
    }
    await connection.executeQuery(COMMIT)
  } catch (error) {
    await connection.executeQuery(ROLLBACK).catch(() => undefined)
    for (const { reject } of jobs) reject(error)
    return
  }
  for (const answer of done) answer()
}
