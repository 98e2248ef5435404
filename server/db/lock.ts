import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const LOCK_FILE = 'zalihe.lock'
const SQLITE_BUSY = 5

/** Ends the claim on the folder. */
export type Unlock = () => void

/**
 * Claims `dataDir` for this process, or throws with a sentence when another one has it. The claim is a lock that the
 * operating system holds on an empty file: it ends with the process, however that ends, so nothing stale is left.
 */
export function lockDataDir(dataDir: string): Unlock {
  mkdirSync(dataDir, { recursive: true })
  const lock = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 })
  try {
    // A journal in memory: the lock never writes anything, and needs no second file.
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new Error(
      `Podatke u ${dataDir} već koristi drugi proces. Zaustavite ga ili izaberite drugi folder (DATA_DIR).`,
    )
  }
  return () => lock.close()
}
