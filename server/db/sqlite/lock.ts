import { closeSync, mkdirSync, openSync } from 'node:fs'
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
  const lock = openLockFile(dataDir)
  try {
    // A journal in memory: the lock never writes anything, and needs no second file.
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw unusable(dataDir, error)
    throw new Error(
      `Podatke u ${dataDir} već koristi drugi proces. Zaustavite ga ili izaberite drugi folder (DATA_DIR).`,
    )
  }
  return () => lock.close()
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    mkdirSync(dataDir, { recursive: true })
    const file = join(dataDir, LOCK_FILE)
    // Whoever may read it may hold it against the program.
    closeSync(openSync(file, 'a', 0o600))
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

const unusable = (dataDir: string, error: unknown) =>
  new Error(`Folder podataka ${dataDir} ne može da se koristi (DATA_DIR): ${(error as Error).message}`)
