import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Engine } from './engine.ts'
import { groupCommit } from './group-commit.ts'
import type { Tx } from './open.ts'
import type { Schema } from './schema.ts'

/** How often a transaction that lost against another one is tried again before the user hears of it. */
const MAX_TRIES = 8
const RETRY_MS = 10

export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Answers a function that runs `work` in one transaction and answers what it answers; whatever it throws undoes
 * everything. Transactions that lost against a concurrent one (nothing of them was committed) run again from the start.
 */
export function transactions(db: Kysely<Schema>, engine: Engine): Transact {
  const run: Transact = engine.name === 'postgres' ? (work) => db.transaction().execute(work) : groupCommit(db)
  return async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run(work)
      } catch (error) {
        if (attempt === MAX_TRIES || !engine.isRetryable(error)) throw error
        // Not all at once again.
        await sleep(Math.random() * RETRY_MS * attempt)
      }
    }
  }
}
