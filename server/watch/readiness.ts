import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import type { Store } from '#server/db/open.ts'
import { databaseFile } from '#server/db/sqlite.ts'

/** A database that has not answered by then is not there, whatever it may do later. */
export const READY_TIMEOUT_MS = 2_000

export type Readiness = {
  /** Why no requests should be sent here now, in a sentence; null when they may be. */
  reason(): Promise<string | null>
  /** From now on the program is on its way out. */
  leave(): void
}

/**
 * Tells whether this instance can work: its database answers and takes changes, and nobody has told it to stop. For
 * SQLite also that its file in `dataDir` is still the one that was opened: a program that goes on writing into a
 * removed file would lose it all at its end.
 */
export function readiness(store: Store, dataDir: string): Readiness {
  const file = store.engine.name === 'sqlite' ? databaseFile(dataDir) : null
  const inode = file && statSync(file).ino
  let leaving = false
  let asking: Promise<boolean> | null = null

  /** One question at a time, however often it is asked: a database that hangs is not asked again and again. */
  function answers(): Promise<boolean> {
    asking ??= askDatabase(store)
      .catch(() => false)
      .finally(() => {
        asking = null
      })
    return asking
  }

  return {
    async reason() {
      if (leaving) return 'Server se zaustavlja.'
      if (file && statSync(file, { throwIfNoEntry: false })?.ino !== inode) return `Fajl baze ${file} nije na mestu.`
      return (await inTime(answers())) ? null : sentences.unavailable
    },
    leave() {
      leaving = true
    },
  }
}

async function askDatabase({ engine, read }: Store): Promise<boolean> {
  if (engine.name === 'sqlite') return (await sql`select 1`.execute(read)).rows.length === 1
  const { rows } = await sql<{ setting: string }>`
    select current_setting('transaction_read_only') as setting`.execute(read)
  return rows[0]?.setting === 'off'
}

async function inTime(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, READY_TIMEOUT_MS, false)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
