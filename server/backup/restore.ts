import { createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Kysely } from 'kysely'
import { replaceDatabase } from '#server/db/copy-sqlite.ts'
import { lockDataDir } from '#server/db/lock.ts'
import { isNewest } from '#server/db/migrate.ts'
import type { Schema } from '#server/db/schema.ts'
import { databaseFile, openSqliteReader } from '#server/db/sqlite.ts'
import { type Verdict, verifyPlace } from '#server/verify/verify.ts'
import { type BackupInfo, readBackup } from './backup-file.ts'
import { stamp } from './stamp.ts'

export type Restored = BackupInfo & {
  /** The folder with what stood there before; null when there was nothing. */
  readonly aside: string | null
  /** What verify says of the restored books; null for those of an older program, which the next start brings up to date. */
  readonly verdict: Verdict | null
}

/**
 * Puts a backup in the place of the database in `dataDir`, and keeps that one in a folder beside it. Throws a sentence,
 * and changes nothing, when the file is damaged, none of ours or of a newer program, or when a server has the folder.
 */
export async function restoreBackup(file: string, dataDir: string, now: number): Promise<Restored> {
  const info = await readBackup(file)
  const unlock = lockDataDir(dataDir)
  const incoming = mkdtempSync(join(dataDir, 'vracanje-'))
  try {
    const to = createWriteStream(databaseFile(incoming), { flush: true, mode: 0o600 })
    await pipeline(createReadStream(file, { end: info.bajtova - 1 }), to)
    const verdict = (await isCurrent(incoming)) ? await verifyPlace({ dataDir: incoming }) : null
    const aside = freeFolder(join(dataDir, `pre-vracanja-${stamp(now)}`))
    const keeps = replaceDatabase(dataDir, databaseFile(incoming), aside)
    return { ...info, aside: keeps ? aside : null, verdict }
  } finally {
    rmSync(incoming, { recursive: true, force: true })
    unlock()
  }
}

/** A folder that is not there yet: a second restore within the second must not take what the first has put aside. */
function freeFolder(wanted: string): string {
  let folder = wanted
  for (let n = 2; existsSync(folder); n++) folder = `${wanted}-${n}`
  return folder
}

async function isCurrent(dataDir: string): Promise<boolean> {
  const reader = openSqliteReader(dataDir)
  try {
    return await isNewest(new Kysely<Schema>({ dialect: reader.dialect }))
  } finally {
    reader.close()
  }
}
