import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, readdirSync, rmSync, statSync } from 'node:fs'
import { open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { copyDatabase, syncFolder } from '#server/db/sqlite/copy-sqlite.ts'

// A backup is one file: an ordinary SQLite database, and behind it two lines of text that SQLite passes over. The
// first says what it is, the second is the SHA-256 of everything in front of it.
const FORMAT = 1
const MAX_TRAILER_BYTES = 1024
const TRAILER = /\nKOPIJA-ZALIHE (\{.*\})\nSHA-256 ([0-9a-f]{64})\n$/

export type BackupInfo = {
  /** Length of the database in front of the trailer. */
  readonly bajtova: number
  /** When it was begun, ISO 8601 in UTC. */
  readonly napravljena: string
  readonly sha256: string
}

/**
 * Writes a backup of the database in `dataDir` to `file`, which must not exist, while people work. Until it is complete
 * and on the disk it has another name. `now` in milliseconds since 1970.
 */
export async function writeBackup(dataDir: string, file: string, now: number): Promise<BackupInfo> {
  await refuseExisting(file)
  // Another process may be writing a backup of the same name, e.g. one of the same second.
  const unfinished = `${file}.${randomBytes(4).toString('hex')}${UNFINISHED}`
  try {
    // The file holds the names of all users and the hashes of their passwords.
    await writeFile(unfinished, '', { mode: 0o600, flag: 'wx' }).catch((error: Error) => {
      throw new Error(`Kopija ne može da se upiše u ${file}: ${error.message}`, { cause: error })
    })
    removeAbandoned(dirname(file), `${basename(file)}.`, now)
    await copyDatabase(dataDir, unfinished)
    const info = await appendTrailer(unfinished, new Date(now).toISOString())
    await refuseExisting(file)
    await rename(unfinished, file)
    syncFolder(dirname(file))
    return info
  } catch (error) {
    // The file may not exist where nothing could be written.
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  }
}

async function refuseExisting(file: string) {
  if (await stat(file).catch(() => null)) throw new Error(`Fajl ${file} već postoji. Izaberite drugo ime.`)
}

/** The end of the name of a backup that is not complete yet; SQLite's journal stands beside it while it is copied. */
export const UNFINISHED = '.nedovrsena'
/** The age at which an unfinished backup counts as that of a dead process; another process may write a younger one. */
const ABANDONED_MS = 3_600_000

/** Removes the unfinished backups of dead processes whose names begin with `start`. */
export function removeAbandoned(folder: string, start: string, now: number): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(start) || !name.includes(UNFINISHED)) continue
    const half = join(folder, name)
    const { mtimeMs = now } = statSync(half, { throwIfNoEntry: false }) ?? {}
    if (now - mtimeMs > ABANDONED_MS) rmSync(half, { force: true })
  }
}

async function appendTrailer(file: string, napravljena: string): Promise<BackupInfo> {
  const handle = await open(file, 'r+')
  try {
    const { size: bajtova } = await handle.stat()
    const head = `\nKOPIJA-ZALIHE ${JSON.stringify({ format: FORMAT, bajtova, napravljena })}\n`
    const sha256 = await hashOf(file, bajtova, head)
    await handle.write(`${head}SHA-256 ${sha256}\n`, bajtova)
    await handle.sync()
    return { bajtova, napravljena, sha256 }
  } finally {
    await handle.close()
  }
}

/** Reads a complete backup and answers the facts in it; throws a sentence when it is damaged or none of ours. */
export async function readBackup(file: string): Promise<BackupInfo> {
  const { head, info, format } = await readTrailer(file)
  if (format > FORMAT) throw new Error(`Kopiju ${file} je napravila novija verzija programa.`)
  if ((await hashOf(file, info.bajtova, head)) !== info.sha256)
    throw new Error(`Kopija ${file} je oštećena: kontrolni zbir se ne slaže.`)
  return info
}

async function readTrailer(file: string): Promise<{ head: string; info: BackupInfo; format: number }> {
  const handle = await open(file, 'r').catch(() => {
    throw new Error(`Fajl ${file} ne postoji ili ne može da se čita.`)
  })
  try {
    const about = await handle.stat()
    if (!about.isFile()) throw new Error(`${file} nije fajl.`)
    const { size } = about
    const length = Math.min(size, MAX_TRAILER_BYTES)
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    const match = TRAILER.exec(buffer.toString('latin1'))
    const [trailer, json = '', sha256 = ''] = match ?? []
    const { format, bajtova, napravljena } = json ? parseOrEmpty(json) : {}
    if (!trailer || typeof bajtova !== 'number' || bajtova + trailer.length !== size)
      throw new Error(`Fajl ${file} je oštećen ili nije kopija ovog programa.`)
    const head = trailer.slice(0, trailer.indexOf('SHA-256'))
    return { head, info: { bajtova, napravljena: String(napravljena), sha256 }, format: Number(format) }
  } finally {
    await handle.close()
  }
}

function parseOrEmpty(json: string): { format?: unknown; bajtova?: unknown; napravljena?: unknown } {
  try {
    return JSON.parse(json)
  } catch {
    return {}
  }
}

/** SHA-256 of the first `bytes` of the file and of the text that follows them. */
async function hashOf(file: string, bytes: number, head: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { end: bytes - 1 })) hash.update(chunk)
  return hash.update(head).digest('hex')
}
