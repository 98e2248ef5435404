import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

type Account = { email: string; email_kljuc: string; lozinka: string; iskljucen: number }

/**
 * What of the accounts in the database file `restored` is not as in `previous`, a Serbian sentence each: who was shut out
 * or has changed his password since the backup comes in again as it was then. None where there is nothing to compare with.
 */
export function accountDifferences(previous: string, restored: string): string[] {
  const [before, after] = [accountsIn(previous), accountsIn(restored)]
  if (!before || !after) return []
  const differences: string[] = []
  for (const [key, { email, lozinka, iskljucen }] of after) {
    const known = before.get(key)
    if (!known) differences.push(`Nalog ${email} postoji u kopiji, a u prethodnim podacima ga nije bilo.`)
    if (known && known.lozinka !== lozinka) differences.push(`Nalog ${email} ponovo ima lozinku iz kopije.`)
    if (known && known.iskljucen !== iskljucen)
      differences.push(
        iskljucen ? `Nalog ${email} je u kopiji isključen.` : `Nalog ${email} je bio isključen, a u kopiji nije.`,
      )
  }
  for (const [key, { email }] of before) if (!after.has(key)) differences.push(`Naloga ${email} nema u kopiji.`)
  return differences
}

/** By their keys; null where there is no database, or none that can be read. */
function accountsIn(file: string): Map<string, Account> | null {
  if (!existsSync(file)) return null
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const rows = database
        .prepare('select email, email_kljuc, lozinka, iskljucen from korisnik order by email_kljuc')
        .all()
      return new Map((rows as Account[]).map((row) => [row.email_kljuc, row]))
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}
