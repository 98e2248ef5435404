import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import { takenOver } from '#server/db/engine.ts'
import { NEWER_VERSION } from '#server/db/migrate.ts'
import type { Store } from '#server/db/open.ts'
import { databaseFile } from '#server/db/sqlite/open-sqlite.ts'

/** A database that has not answered by then is not there, whatever it may do later. */
const READY_TIMEOUT_MS = 2_000

export type Readiness = {
  /** Why no requests should be sent here now, in a sentence; null when they may be. */
  reason(): Promise<string | null>
  /** From now on the program is on its way out. */
  leave(): void
}

/**
 * Tells whether this instance can work: its database answers, takes changes and is of this version, and nobody has told
 * it to stop. For SQLite also that its file in `dataDir` is still the one that was opened: a program that goes on
 * writing into a removed file would lose it all at its end.
 */
export function readiness(store: Store, dataDir: string): Readiness {
  const file = store.engine.name === 'sqlite' ? databaseFile(dataDir) : null
  const inode = file && statSync(file).ino
  let leaving = false
  let asking: Promise<string | null> | null = null

  /** One question at a time, however often it is asked: a database that hangs is not asked again and again. */
  function answer(): Promise<string | null> {
    asking ??= askDatabase(store)
      .catch(() => sentences.unavailable)
      .finally(() => {
        asking = null
      })
    return asking
  }

  return {
    async reason() {
      if (leaving) return 'Server se zaustavlja.'
      if (file && statSync(file, { throwIfNoEntry: false })?.ino !== inode) return `Fajl baze ${file} nije na mestu.`
      return inTime(answer())
    },
    leave() {
      leaving = true
    },
  }
}

/** One question for all there is to know: it is asked every second. */
async function askDatabase({ engine, read }: Store): Promise<string | null> {
  const readOnly = engine.name === 'postgres' ? sql`current_setting('transaction_read_only')` : sql`'off'`
  const { rows } = await sql<{ readOnly: string; newer: string | null }>`
    select ${readOnly} as "readOnly", ${NEWER_VERSION} as newer`.execute(read)
  const [{ readOnly: setting, newer } = { readOnly: 'on', newer: null }] = rows
  if (setting !== 'off') return sentences.unavailable
  return newer === null ? null : takenOver(newer)
}

async function inTime(answer: Promise<string | null>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, READY_TIMEOUT_MS, sentences.unavailable)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
