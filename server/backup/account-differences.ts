import { Kysely } from 'kysely'
import { ULOGE } from '#contract/roles.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { openSqliteReader } from '#server/db/sqlite/open-sqlite.ts'

/**
 * Differences of the accounts in the folder `restored` from those in `previous`, a Serbian sentence each: who was shut
 * out, has changed his password or has another role since the backup comes in again as he did then. None where there is
 * nothing to compare with.
 */
export async function accountDifferences(previous: string, restored: string): Promise<string[]> {
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
    // Of a program without second factors there is no such column.
    if (known?.totp_od && !totp_od) differences.push(`Nalog ${email} u kopiji nema potvrdu u dva koraka.`)
    else if (known && totp_od && known.totp_tajna !== totp_tajna)
      differences.push(`Nalog ${email} ponovo ima potvrdu u dva koraka iz kopije.`)
  }
  for (const [key, { email }] of before) if (!after.has(key)) differences.push(`Naloga ${email} nema u kopiji.`)
  return differences
}

/** The accounts of each role in the folder `restored`, a sentence for each role, administrators first. */
export async function rolesOf(restored: string): Promise<string[]> {
  const accounts = [...((await accountsIn(restored))?.values() ?? [])]
  const roles = ULOGE.toSorted((a, b) => Number(b === 'Administrator') - Number(a === 'Administrator'))
  return roles.flatMap((role) => {
    const named = accounts
      .filter(({ uloga }) => uloga === role)
      .map(({ email, iskljucen }) => (iskljucen ? `${email} (isključen)` : email))
    return named.length > 0 ? [`Ulogu ${role} u kopiji ima: ${named.join(', ')}.`] : []
  })
}

/** By their keys; null where there is no database, or none that can be read. */
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
