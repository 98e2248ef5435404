import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import { takenOver } from '#server/db/engine.ts'
import { NEWER_VERSION } from '#server/db/migrate.ts'
import type { Store } from '#server/db/open.ts'
import { databaseFile } from '#server/db/sqlite/open-sqlite.ts'

/** A database that answers later counts as unavailable. */
const READY_TIMEOUT_MS = 2_000

export type Readiness = {
  /** A sentence why this instance takes no requests now; null when it takes them. */
  reason(): Promise<string | null>
  /** Marks the program as stopping. */
  leave(): void
}

/**
 * Tells whether this instance can work: its database answers, takes changes and is of this version, and the program is
 * not stopping. The SQLite file in `dataDir` must also be the one that was opened: changes in a removed file are lost.
 */
export function readiness(store: Store, dataDir: string): Readiness {
  const file = store.engine.name === 'sqlite' ? databaseFile(dataDir) : null
  const inode = file && statSync(file).ino
  let leaving = false
  let asking: Promise<string | null> | null = null

  /** Asks one question at a time: a database that hangs is not asked again and again. */
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

/** Asks everything in one query: it runs every second. */
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
