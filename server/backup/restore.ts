import { createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { Kysely } from 'kysely'
import { ULOGE } from '#contract/roles.ts'
import { NEWEST, versionOf } from '#server/db/migrate.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { schemaFault, wantedSqlite } from '#server/db/schema-check.ts'
import { copyDatabase, replaceDatabase } from '#server/db/sqlite/copy-sqlite.ts'
import { lockDataDir } from '#server/db/sqlite/lock.ts'
import { databaseFile, openSqlite, openSqliteReader } from '#server/db/sqlite/open-sqlite.ts'
import { type Verdict, verifyPlace } from '#server/verify/verify.ts'
import { readBackup } from './backup-file.ts'
import { stamp } from './stamp.ts'

export type Restored = {
  /** When the backup was begun, ISO 8601 in UTC; null of a folder, which does not say. */
  readonly napravljena: string | null
  /** The folder with what stood there before; null when there was nothing. */
  readonly aside: string | null
  /** The differences of the accounts from those that stood there before, a sentence each. */
  readonly accounts: readonly string[]
  /** The accounts of each restored role, a sentence for each role. */
  readonly roles: readonly string[]
  /**
   * The verdict of verify on the restored books; null for those of an older program, which the next start brings up to
   * date.
   */
  readonly verdict: Verdict | null
}

/**
 * Puts a backup, or the database that an earlier restore kept aside in a folder, in the place of the database in
 * `dataDir`. That one is kept in a folder beside it. No session and no one-time link comes back. Throws a sentence, and
 * changes nothing, when the backup is damaged, none of ours (a trigger in it would run at every save) or of a newer
 * program, or when a server has the folder.
 */
export async function restoreBackup(source: string, dataDir: string, now: number): Promise<Restored> {
  const isFolder = statSync(source, { throwIfNoEntry: false })?.isDirectory() ?? false
  const info = isFolder ? null : await readBackup(source)
  const unlock = lockDataDir(dataDir)
  const incoming = mkdtempSync(join(dataDir, 'vracanje-'))
  try {
    const to = createWriteStream(databaseFile(incoming), { flush: true, mode: 0o600 })
    if (info) await pipeline(createReadStream(source, { end: info.bajtova - 1 }), to)
    else {
      await finished(to.end())
      await copyDatabase(source, databaseFile(incoming))
    }
    const current = await endSessions(incoming)
    const accounts = await accountDifferences(dataDir, incoming)
    const roles = await rolesOf(incoming)
    const verdict = current ? await verifyPlace({ dataDir: incoming }) : null
    const aside = freeFolder(join(dataDir, `pre-vracanja-${stamp(now)}`))
    const keeps = replaceDatabase(dataDir, databaseFile(incoming), aside)
    return { napravljena: info?.napravljena ?? null, aside: keeps ? aside : null, accounts, roles, verdict }
  } finally {
    rmSync(incoming, { recursive: true, force: true })
    unlock()
  }
}

/** A new folder name: a second restore within the same second must not overwrite the folder of the first. */
function freeFolder(wanted: string): string {
  let folder = wanted
  for (let n = 2; existsSync(folder); n++) folder = `${wanted}-${n}`
  return folder
}

/**
 * Ends every session and one-time link of a database that is to be restored; it must be made as its version of the
 * program makes it. Tells whether that version is this one. A damaged database stays as it is: it is put back to be
 * looked at.
 */
async function endSessions(dataDir: string): Promise<boolean> {
  const writer = openSqlite(dataDir)
  try {
    const db = new Kysely<Schema>({ dialect: writer.dialect })
    const version = await versionOf(db)
    if (version === undefined) throw new Error('Ovo nije kopija ovog programa: u njoj nema njegovih tabela.')
    const fault = await schemaFault(db, await wantedSqlite(version))
    if (fault) throw new Error(`Kopija nije vraćena: ${fault}`)
    await db.deleteFrom('sesija').execute()
    await db.deleteFrom('veza').execute()
    return version === NEWEST
  } finally {
    writer.close()
  }
}

/**
 * Differences of the accounts in the folder `restored` from those in `previous`, a Serbian sentence each. Accounts that
 * were shut, or have another password or role since the backup, are as they were then. None without a `previous`.
 */
async function accountDifferences(previous: string, restored: string): Promise<string[]> {
  const [before, after] = [await accountsIn(previous), await accountsIn(restored)]
  if (!before || !after) return []
  const differences: string[] = []
  for (const [key, { email, lozinka, iskljucen, uloga, totp_tajna, totp_od }] of after) {
    const known = before.get(key)
    if (!known) differences.push(`Nalog ${email} postoji u kopiji, a u prethodnim podacima ga nije bilo.`)
    if (known && known.lozinka !== lozinka) differences.push(`Nalog ${email} ponovo ima lozinku iz kopije.`)
    if (known?.uloga && uloga && known.uloga !== uloga)
      differences.push(`Nalog ${email} ponovo ima ulogu ${uloga}, a imao je ${known.uloga}.`)
    if (known && known.iskljucen !== iskljucen)
      differences.push(
        iskljucen ? `Nalog ${email} je u kopiji isključen.` : `Nalog ${email} je bio isključen, a u kopiji nije.`,
      )
    // The database of a program without second factors has no such column.
    if (known?.totp_od && !totp_od) differences.push(`Nalog ${email} u kopiji nema potvrdu u dva koraka.`)
    else if (known && totp_od && known.totp_tajna !== totp_tajna)
      differences.push(`Nalog ${email} ponovo ima potvrdu u dva koraka iz kopije.`)
  }
  for (const [key, { email }] of before) if (!after.has(key)) differences.push(`Naloga ${email} nema u kopiji.`)
  return differences
}

/** The accounts of each role in the folder `restored`, a sentence for each role, administrators first. */
async function rolesOf(restored: string): Promise<string[]> {
  const accounts = [...((await accountsIn(restored))?.values() ?? [])]
  const roles = ULOGE.toSorted((a, b) => Number(b === 'Administrator') - Number(a === 'Administrator'))
  return roles.flatMap((role) => {
    const named = accounts
      .filter(({ uloga }) => uloga === role)
      .map(({ email, iskljucen }) => (iskljucen ? `${email} (isključen)` : email))
    return named.length > 0 ? [`Ulogu ${role} u kopiji ima: ${named.join(', ')}.`] : []
  })
}

/** The accounts by their keys; null where there is no database, or none that can be read. */
async function accountsIn(dataDir: string) {
  try {
    const { dialect, close } = openSqliteReader(dataDir)
    try {
      const db: Db = new Kysely<Schema>({ dialect })
      const rows = await db.selectFrom('korisnik').selectAll().orderBy('email_kljuc').execute()
      return new Map(rows.map((row) => [row.email_kljuc, row]))
    } finally {
      close()
    }
  } catch {
    return null
  }
}
