import { CompiledQuery, type Kysely } from 'kysely'
import type { Engine } from './engine.ts'
import type { Tx } from './open.ts'
import type { Schema } from './schema.ts'

/** How often a transaction that lost against another one is tried again before the user hears of it. */
const MAX_TRIES = 8

/** One queue per SQLite writer: its connection carries one transaction at a time. */
const queues = new WeakMap<Kysely<Schema>, Promise<unknown>>()

/**
 * Runs `work` in one transaction and answers what it answers; whatever it throws undoes everything. Transactions that
 * lost against a concurrent one (nothing of them was committed) are run again from the start.
 */
export async function inTransaction<T>(db: Kysely<Schema>, engine: Engine, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (engine.name === 'postgres') return retrying(engine, () => db.transaction().execute(work))
  const turn = (queues.get(db) ?? Promise.resolve()).then(() => retrying(engine, () => immediate(db, work)))
  queues.set(
    db,
    turn.catch(() => undefined),
  )
  return turn
}

/** SQLite: take the write lock at once, so that what was read cannot change before it is written. */
async function immediate<T>(db: Kysely<Schema>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await connection.executeQuery(BEGIN)
    try {
      const result = await work(connection as Tx)
      await connection.executeQuery(COMMIT)
      return result
    } catch (error) {
      await connection.executeQuery(ROLLBACK).catch(() => undefined)
      throw error
    }
  })
}

const BEGIN = CompiledQuery.raw('begin immediate')
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

async function retrying<T>(engine: Engine, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === MAX_TRIES || !engine.isRetryable(error)) throw error
    }
  }
}
