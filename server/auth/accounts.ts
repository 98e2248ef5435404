import { sql } from 'kysely'
import { type Radnja, SISTEM } from '#contract/audit.ts'
import { asciiAddress } from '#contract/email.ts'
import type { Uloga } from '#contract/roles.ts'
import { type Actor, type Log, type LogEntry, logger } from '#server/audit/log.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Client } from '#server/http/client.ts'
import { hashPassword } from './passwords.ts'
import { dropSecondFactor } from './second-factor.ts'
import { endSessionsOf } from './sessions.ts'
import { endLinksOf, typedSecret } from './tokens.ts'

/** The key of an account: its e-mail in lower case, with the domain in ASCII. */
export const accountKey = (email: string): string => asciiAddress(email).toLowerCase()

/** The account of an e-mail address with what a login needs, or undefined. */
export async function findAccount(db: Db, email: string) {
  const account = await db
    .selectFrom('korisnik')
    .select(['id', 'email', 'lozinka', 'lozinka_vazi_do', 'iskljucen', 'ceka_odobrenje', 'totp_od'])
    .where('email_kljuc', '=', accountKey(email))
    .executeTakeFirst()
  if (!account) return undefined
  const { iskljucen, lozinka_vazi_do } = account
  const mayLogIn = (now: number) => iskljucen === 0 && (lozinka_vazi_do === null || lozinka_vazi_do > now)
  return { ...account, mayLogIn }
}

/**
 * Writes to an account that nobody changed since its verification: password and second factor are the same, and it is
 * not shut. False, and nothing is written, where somebody did.
 */
export async function writeIfVerified(
  tx: Tx,
  { id, lozinka, totp_od }: { id: number; lozinka: string; totp_od: number | null },
  fields: { lozinka: string; lozinka_vazi_do?: null },
): Promise<boolean> {
  const written = await tx
    .updateTable('korisnik')
    .set(fields)
    .where('id', '=', id)
    .where('lozinka', '=', lozinka)
    .where('totp_od', totp_od === null ? 'is' : '=', totp_od)
    .where('iskljucen', '=', 0)
    .returning('id')
    .execute()
  return written.length > 0
}

/** The entry of the audit trail about an account; `who` where it is not the logged-in user. */
export const accountEntry = (radnja: Radnja, { id, email }: Actor, sazetak: string, who?: Actor): LogEntry => ({
  radnja,
  vrsta: 'nalog',
  predmet: id ?? '',
  opis: email,
  sazetak,
  ...(who && { korisnik: who }),
})

/** The trail's name for an account that does not exist: the typed text may be anything. */
export const NOBODY = { id: null, email: 'nepoznat nalog' }

/** The caller's address in the words of the trail; '' without one. */
export const from = ({ address }: Client) => (address ? `Adresa ${address}` : '')

/** A sentence of the trail with the caller's address behind it. */
export const withAddress = (said: string, client: Client) => [said, from(client)].filter(Boolean).join('. ')

/** The role of a new account: the first of the books is their administrator. */
export const newRole = sql<Uloga>`case when exists (select 1 from korisnik) then ${sql.lit('Pun pristup')} else ${sql.lit('Administrator')} end`

const ROLE_OF_ADMITTED = sql<Uloga>`case when exists (
  select 1 from korisnik where uloga = ${sql.lit('Administrator')} and iskljucen = 0 and ceka_odobrenje = 0 and pozvan = 0)
  then uloga else ${sql.lit('Administrator')} end`

/** At the command line nobody is logged in. */
const ADMINISTRATOR = { id: null, email: SISTEM }
type Writable = Pick<Store, 'transact'>

/** How long a password that an administrator gave works: long enough to log in and choose one's own. */
export const GIVEN_PASSWORD_MS = 24 * 60 * 60 * 1000
const GIVEN_GROUPS = 4

/**
 * Gives an account a random password (99 bits) that works for GIVEN_PASSWORD_MS, ends all its sessions, and answers the
 * password; null where there is no such account.
 */
export async function resetPassword({ transact }: Writable, email: string, now: number): Promise<string | null> {
  const password = typedSecret(GIVEN_GROUPS)
  const lozinka = await hashPassword(password)
  return transact(async (tx) => {
    const account = await tx
      .updateTable('korisnik')
      .set({ lozinka, lozinka_vazi_do: now + GIVEN_PASSWORD_MS, pozvan: 0 })
      .where('email_kljuc', '=', accountKey(email))
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!account) return null
    await endSessionsOf(tx, account.id)
    await endLinksOf(tx, account.id)
    await logger(tx, ADMINISTRATOR, () => now)([accountEntry('izmenjeno', account, 'Privremena lozinka')])
    return password
  })
}

/**
 * Shuts an account, or lets it log in, also one that waits for that; its sessions end in both cases. An account that is
 * let in becomes administrator where no other may log in. False where there is no such account.
 */
export const switchAccount = (
  { transact }: Writable,
  email: string,
  disabled: boolean,
  now: number,
): Promise<boolean> =>
  transact(async (tx) => {
    const account = await tx
      .updateTable('korisnik')
      .set(disabled ? { iskljucen: 1 } : { iskljucen: 0, ceka_odobrenje: 0, uloga: ROLE_OF_ADMITTED })
      .where('email_kljuc', '=', accountKey(email))
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!account) return false
    await endSessionsOf(tx, account.id)
    if (disabled) await endLinksOf(tx, account.id)
    const sazetak = disabled ? 'Nalog isključen' : 'Nalog uključen'
    await logger(tx, ADMINISTRATOR, () => now)([accountEntry('izmenjeno', account, sazetak)])
    return true
  })

/** Makes an account an administrator; its sessions end. False where there is no such account. */
export const makeAdministrator = ({ transact }: Writable, email: string, now: number): Promise<boolean> =>
  transact(async (tx) => {
    const account = await tx
      .updateTable('korisnik')
      .set({ uloga: 'Administrator' })
      .where('email_kljuc', '=', accountKey(email))
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!account) return false
    await endSessionsOf(tx, account.id)
    await logger(tx, ADMINISTRATOR, () => now)([accountEntry('izmenjeno', account, 'Uloga: Administrator')])
    return true
  })

/**
 * Takes the second factor from an account whose phone is lost. Its sessions end: one may be open on that phone. The
 * entry in the trail is part of the transaction. False where the account has no second factor.
 */
export async function takeSecondFactor(tx: Tx, log: Log, account: Actor & { id: number }): Promise<boolean> {
  if (!(await dropSecondFactor(tx, account.id))) return false
  await endSessionsOf(tx, account.id)
  await log([accountEntry('izmenjeno', account, 'Potvrda u dva koraka uklonjena')])
  return true
}

/** The same at the command line; null where there is no such account. */
export const removeSecondFactor = ({ transact }: Writable, email: string, now: number): Promise<boolean | null> =>
  transact(async (tx) => {
    const account = await tx
      .selectFrom('korisnik')
      .select(['id', 'email'])
      .where('email_kljuc', '=', accountKey(email))
      .executeTakeFirst()
    return account
      ? takeSecondFactor(
          tx,
          logger(tx, ADMINISTRATOR, () => now),
          account,
        )
      : null
  })
