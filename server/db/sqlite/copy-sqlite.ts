import { closeSync, copyFileSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { databaseFile, existingDatabase, openFile } from './open-sqlite.ts'

/** All pages are copied in one step: commits of others would make a copy in several steps begin again forever. */
const ALL_PAGES = 2 ** 31 - 1

/**
 * Copies the database in `dataDir`, at one moment, to a new file, while others read and write it. It runs off the event
 * loop. The copy is on the disk when the promise resolves.
 */
export async function copyDatabase(dataDir: string, file: string): Promise<void> {
  const source = openFile(existingDatabase(dataDir), { readOnly: true })
  try {
    source.exec('pragma busy_timeout = 5000')
    await backup(source, file, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
}

/**
 * Puts the database `file` in the place of the one in `dataDir`. The old files, also a log without its database, go
 * into the new folder `aside`; answers whether there were any. The caller has claimed `dataDir`
 * (server/db/sqlite/lock.ts). At every moment a complete database stands there: the old or the new one.
 */
export function replaceDatabase(dataDir: string, file: string, aside: string): boolean {
  const current = databaseFile(dataDir)
  const stands = existsSync(current)
  if (stands) emptyLog(current)
  const logs = [`${current}-wal`, `${current}-shm`].filter((log) => existsSync(log))
  const keeps = stands || logs.length > 0
  if (keeps) mkdirSync(aside)
  if (stands) keep(current, join(aside, basename(current)))
  // A log belongs to its database alone: the next database would read its pages as its own.
  for (const log of logs) renameSync(log, join(aside, basename(log)))
  renameSync(file, current)
  syncFolder(dirname(current))
  return keeps
}

/**
 * Writes the log into the file, so that the file alone is complete. Throws a sentence while a reader keeps the log from
 * ending. A damaged database may refuse: it keeps its log.
 */
function emptyLog(file: string) {
  let busy: unknown
  try {
    const database = new DatabaseSync(file, { timeout: 0 })
    try {
      busy = database.prepare('pragma wal_checkpoint(truncate)').get()?.busy
    } finally {
      database.close()
    }
  } catch {
    // It is kept aside as it is.
  }
  if (busy === 1) throw new Error('Bazu upravo čita druga komanda (verify ili backup). Sačekajte da završi.')
}

/** A hard link to the file, or a copy if the file system has no hard links. */
function keep(file: string, name: string) {
  try {
    linkSync(file, name)
  } catch {
    copyFileSync(file, name)
  }
}

/** A new name is on the disk only when its folder is; Windows has no such call and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
