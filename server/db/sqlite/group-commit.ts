import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import { breathe, isDue } from '#server/breathe.ts'
import { refuseNewer } from '#server/db/migrate.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { type Asked, type Job, type WaitingRoom, waitingRoom } from '#server/db/waiting-room.ts'
import { doAll, MAX_SHARED, type Outcome } from '#server/db/work.ts'
import { LONG_TRANSACTION_MS } from './copy-log.ts'

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

export type GroupCommit = {
  readonly commit: (asked: Asked) => Promise<unknown>
  /** Whether a transaction holds the writer's connection: whoever else wants it waits. */
  readonly isWriting: () => boolean
}

/**
 * Runs the transactions of the one SQLite writer, which come one after another. Those that wait together share one
 * commit, and so one sync of the disk; each is still all or nothing on its own, and none is answered before the
 * commit. What fails at the commit itself fails for all of them. They came at the same time, so nobody can say which is
 * first: that of the oldest `day` is, because an export behind all others moves nobody's lots. `afterLong` hears when one
 * took long (./copy-log.ts).
 */
export function groupCommit(db: Kysely<Schema>, afterLong: () => void = () => undefined): GroupCommit {
  const room = waitingRoom()
  let running = false
  let lookedAt = Number.NEGATIVE_INFINITY

  async function look(tx: Tx) {
    if (performance.now() - lookedAt < LOOK_EVERY_MS) return
    await refuseNewer(tx)
    lookedAt = performance.now()
  }

  async function run() {
    while (room.size > 0) {
      const started = performance.now()
      await db.connection().execute((connection) => runTogether(connection, room, look))
      if (performance.now() - started > LONG_TRANSACTION_MS) afterLong()
      // Reads and other requests come in between.
      if (room.size > 0) await nextTurn()
    }
    running = false
  }

  function commit(asked: Asked) {
    const done = room.wait(asked)
    if (!running) {
      running = true
      // Requests that arrived in the same turn of the event loop come along.
      void nextTurn().then(run)
    }
    return done
  }
  return { commit, isWriting: () => running }
}

/**
 * One transaction for those that wait, as many as there is time for. Where a job fails after it has written, all of them
 * are undone and each runs again in a transaction of its own: cheaper than a savepoint for each, because failing jobs
 * mostly refuse before they write.
 */
async function runTogether(
  connection: Kysely<Schema>,
  room: Pick<WaitingRoom, 'take'>,
  look: (tx: Tx) => Promise<void>,
): Promise<void> {
  const done: (() => void)[] = []
  let group = room.take()
  if (group.length === 0) return
  const begun: Job[] = []
  const started = performance.now()
  try {
    await connection.executeQuery(BEGIN)
    await look(connection as Tx)
    for (; group.length > 0; group = hasTime(started, begun.length) ? room.take(MAX_SHARED - begun.length) : []) {
      const works = group
      begun.push(...works)
      const isFirst = begun.length === 1
      const before = isFirst ? 0 : await changes(connection)
      try {
        const outcomes = await doAll(
          connection as Tx,
          works.map(({ work }) => work),
        )
        for (const [at, job] of works.entries()) done.push(() => settle(job, outcomes[at] as Outcome<unknown>))
      } catch (error) {
        if (isFirst) throw error
        if (works.length > 1 || (await hasEnded(connection)) || (await changes(connection)) !== before)
          throw new Undone()
        done.push(() => works[0]?.reject(error))
      }
    }
    await connection.executeQuery(COMMIT)
  } catch (error) {
    await connection.executeQuery(ROLLBACK).catch(() => undefined)
    if (error instanceof Undone) for (const job of begun) await runTogether(connection, only(job), look)
    else for (const { reject } of begun.length > 0 ? begun : whoWaits(room, group)) reject(error)
    return
  }
  for (const answer of done) {
    answer()
    if (isDue()) await breathe()
  }
}

const hasTime = (started: number, begun: number) => begun < MAX_SHARED && performance.now() - started < MAX_SHARED_MS

/** A room with one work in it. */
function only(job: Job): Pick<WaitingRoom, 'take'> {
  const jobs = [job]
  return { take: () => jobs.splice(0) }
}

/** All that wait: where none could begin, none will. */
function whoWaits(room: Pick<WaitingRoom, 'take'>, first: readonly Job[]): Job[] {
  const all = [...first]
  for (let more = room.take(); more.length > 0; more = room.take()) all.push(...more)
  return all
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
