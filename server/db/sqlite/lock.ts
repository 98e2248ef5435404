import { closeSync, existsSync, lstatSync, mkdirSync, openSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from './open-sqlite.ts'

const LOCK_FILE = 'zalihe.lock'
const SQLITE_BUSY = 5

/** Ends the claim on the folder. */
export type Unlock = () => void

/**
 * Claims `dataDir` for this process, or throws with a sentence when another one has it. The claim is a lock of the
 * operating system on an empty file: it ends with the process in any case, so nothing stale is left. If the database is
 * a link to one elsewhere, its own folder is claimed too.
 */
export function lockDataDir(dataDir: string): Unlock {
  const locks: DatabaseSync[] = []
  const unlock = () => {
    for (const lock of locks.splice(0)) lock.close()
  }
  try {
    for (const folder of foldersOf(dataDir)) {
      const lock = openLockFile(folder)
      locks.push(lock)
      takeLock(lock, dataDir)
    }
  } catch (error) {
    unlock()
    throw error
  }
  return unlock
}

function takeLock(lock: DatabaseSync, dataDir: string) {
  try {
    // A journal in memory: the lock never writes anything, and needs no second file.
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw unusable(dataDir, error)
    throw new Error(
      `Podatke u ${dataDir} već koristi drugi proces. Zaustavite ga ili izaberite drugi folder (DATA_DIR).`,
    )
  }
}

/**
 * The folder, and the folder in which its database really lies (or will lie, for a link to a missing file) if that is
 * another one.
 */
function foldersOf(dataDir: string): ReadonlySet<string> {
  try {
    mkdirSync(dataDir, { recursive: true })
    const folder = realpathSync(dataDir)
    const file = databaseFile(folder)
    if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return new Set([folder])
    const target = existsSync(file) ? realpathSync(file) : resolve(folder, readlinkSync(file))
    return new Set([folder, realpathSync(dirname(target))])
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    const file = join(dataDir, LOCK_FILE)
    // A user with the right to read the file may hold its lock against the program.
    closeSync(openSync(file, 'a', 0o600))
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

const unusable = (dataDir: string, error: unknown) =>
  new Error(`Folder podataka ${dataDir} ne može da se koristi (DATA_DIR): ${(error as Error).message}`)
