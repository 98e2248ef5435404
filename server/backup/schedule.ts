import { accessSync, constants, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { existingDatabase } from '#server/db/sqlite/open-sqlite.ts'
import { type BackupInfo, removeAbandoned, writeBackup } from './backup-file.ts'
import { stamp } from './stamp.ts'

export type BackupPlan = {
  readonly dataDir: string
  readonly backupDir: string
  /** 0: nothing happens by itself. */
  readonly backupEveryHours: number
  readonly backupKeep: number
}

const HOUR_MS = 3_600_000
/** After a failure, e.g. a full disk, it is tried again this soon. */
const RETRY_MS = 15 * 60_000
const START = 'zalihe-'
const NAME = /^zalihe-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)\.kopija$/

/** The file name of a backup of this moment; names sort as their moments do. */
export const backupName = (now: number): string => `${START}${stamp(now)}.kopija`

/** Makes a backup in the folder of backups, and then removes the oldest ones beyond those to keep. */
export async function backupNow(plan: BackupPlan, now: number): Promise<BackupInfo & { file: string }> {
  const { dataDir, backupDir, backupKeep } = plan
  // No folder is made where there is no database.
  existingDatabase(dataDir)
  mkdirSync(backupDir, { recursive: true })
  removeAbandoned(backupDir, START, now)
  const file = join(backupDir, backupName(now))
  const info = await writeBackup(dataDir, file, now)
  for (const name of surplus(readdirSync(backupDir), backupKeep)) rmSync(join(backupDir, name), { force: true })
  return { ...info, file }
}

/** The names of our backups beyond the newest `keep`; other files in the folder are left alone. */
export const surplus = (names: readonly string[], keep: number): string[] =>
  names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .slice(keep)

/** The time until the next backup is due, in milliseconds, counted from the newest one; 0 without any. */
export function waitMs(names: readonly string[], everyHours: number, now: number): number {
  const made = newestBackup(names)
  if (made === null) return 0
  return Math.min(Math.max(made + everyHours * HOUR_MS - now, 0), everyHours * HOUR_MS)
}

/** When the newest of our backups was made, in milliseconds since 1970; null without any. */
export function newestBackup(names: readonly string[]): number | null {
  const newest = names
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1)
  return newest ? Date.parse(newest.replace(NAME, '$1$2:$3:$4Z')) : null
}

/** Makes backups by the plan until the answered function is called; says on the console what it did and what failed. */
export function scheduleBackups(plan: BackupPlan): () => void {
  if (plan.backupEveryHours === 0) return () => undefined
  let timer: NodeJS.Timeout
  const next = (ms: number) => {
    timer = setTimeout(run, ms)
    // Nobody waits for it when the server stops.
    timer.unref()
  }
  const run = async () => {
    try {
      const { file, bajtova } = await backupNow(plan, Date.now())
      console.log(`Kopija baze: ${file} (${bajtova} bajtova)`)
      next(plan.backupEveryHours * HOUR_MS)
    } catch (error) {
      console.error(`Kopija baze nije napravljena: ${(error as Error).message}`)
      next(Math.min(RETRY_MS, plan.backupEveryHours * HOUR_MS))
    }
  }
  next(waitMs(namesIn(plan.backupDir), plan.backupEveryHours, Date.now()))
  return () => clearTimeout(timer)
}

function namesIn(backupDir: string): string[] {
  try {
    mkdirSync(backupDir, { recursive: true })
    accessSync(backupDir, constants.W_OK)
    return readdirSync(backupDir)
  } catch (error) {
    throw new Error(`Folder za kopije ${backupDir} ne može da se koristi (BACKUP_DIR): ${(error as Error).message}`)
  }
}
