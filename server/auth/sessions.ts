import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Session } from '#contract/auth.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import type { Authenticate, User } from '#server/http/call.ts'
import { findKey, isToken, KEY_TOUCH_MS, newToken, tokenHash, touchKey } from './tokens.ts'

const SESSION_ID_BYTES = 12
const HOUR_MS = 60 * 60 * 1000
/** A session ends this long after its login, used or not. */
export const SESSION_MS = 30 * 24 * HOUR_MS
/** A session that is not used ends after this long: it outlives a working day, not the night after it. */
export const IDLE_MS = 12 * HOUR_MS
/** Its use is written down at most this often, so that reading is not writing. */
export const TOUCH_MS = 5 * 60 * 1000
/** With one more, the one that was used longest ago ends. */
export const MAX_SESSIONS_PER_USER = 100
const MAX_DEVICE_CHARACTERS = 200

/** Where a session was opened: the client's address and its `User-Agent`. */
export type Origin = { readonly address: string; readonly device: string }
const NOWHERE: Origin = { address: '', device: '' }

/**
 * Starts a session and answers its token, 256 random bits. It ends after SESSION_MS, or earlier at `until` (milliseconds
 * since 1970) where the password itself does.
 */
export async function startSession(
  tx: Tx,
  korisnik_id: number,
  now: number,
  { address, device, until = null }: Origin & { readonly until?: number | null } = NOWHERE,
): Promise<string> {
  const token = newToken()
  await tx
    .deleteFrom('sesija')
    .where((row) => row.or([row('istice', '<=', now), row('koriscena', '<=', now - IDLE_MS)]))
    .execute()
  await endOldest(tx, korisnik_id)
  await tx
    .insertInto('sesija')
    .values({
      token_hash: tokenHash(token),
      id: randomBytes(SESSION_ID_BYTES).toString('base64url'),
      korisnik_id,
      adresa: address,
      uredjaj: device.slice(0, MAX_DEVICE_CHARACTERS),
      napravljena: now,
      koriscena: now,
      poslednja_adresa: address,
      istice: Math.min(now + SESSION_MS, until ?? Number.POSITIVE_INFINITY),
    })
    .execute()
  return token
}

async function endOldest(tx: Tx, korisnik_id: number) {
  const beyond = tx
    .selectFrom('sesija')
    .select('token_hash')
    .where('korisnik_id', '=', korisnik_id)
    .orderBy('koriscena', 'desc')
    .offset(MAX_SESSIONS_PER_USER - 1)
    .limit(MAX_SESSIONS_PER_USER)
  await tx.deleteFrom('sesija').where('token_hash', 'in', beyond).execute()
}

type Known = {
  readonly user: User
  readonly session: string
  readonly koriscena: number
  readonly secondFactor: boolean
}

const SESSION = statement<
  User & { koriscena: number; totp_od: number | null },
  [token_hash: string, now: number, idleSince: number]
>(
  () => sql`
    select k.id, k.email, k.uloga, k.totp_od, s.koriscena from sesija s join korisnik k on k.id = s.korisnik_id
    where s.token_hash = ${''} and s.istice > ${0} and s.koriscena > ${0} and k.iskljucen = 0`,
)

async function findSession(db: Db, token: string, now: number): Promise<Known | null> {
  if (!isToken(token)) return null
  const session = tokenHash(token)
  const [found] = await SESSION(db, session, now, now - IDLE_MS)
  if (!found) return null
  const { koriscena, totp_od, ...user } = found
  return { user, session, koriscena, secondFactor: totp_od !== null }
}

/**
 * Answers the owner of a session's token and keeps the session alive while it is used (`attended`); or the program of a
 * key, whose every use counts.
 */
export const authenticator =
  (store: Store): Authenticate =>
  async (token, now, { attended, writes, address }) => {
    const key = await findKey(writes ? store.readBeforeWrite() : store.read, token)
    if (key) {
      const { koriscen, token_hash: session, ...user } = key
      if (koriscen === null || koriscen <= now - KEY_TOUCH_MS)
        touchKey(store, session, now, address).catch(() => undefined)
      return { user, session, program: true }
    }
    const found = await findSession(writes ? store.readBeforeWrite() : store.read, token, now)
    if (found && attended && found.koriscena <= now - TOUCH_MS) {
      // Not awaited: reads never wait for writers, and a full disk does not shut readers out.
      touch(store, token, now, address).catch(() => undefined)
    }
    return found
  }

const touch = (store: Store, token: string, now: number, poslednja_adresa: string) =>
  store.transact((tx) =>
    tx
      .updateTable('sesija')
      .set({ koriscena: now, poslednja_adresa })
      .where('token_hash', '=', tokenHash(token))
      .where('koriscena', '<=', now - TOUCH_MS)
      .execute(),
  )

/** Ends the session of this token; false where somebody has ended it already. */
export async function endSession(tx: Tx, token: string): Promise<boolean> {
  const ended = await tx.deleteFrom('sesija').where('token_hash', '=', tokenHash(token)).returning('id').execute()
  return ended.length > 0
}

/** The open sessions of a user, the last used first; `token` is the one that asks. */
export async function sessionsOf(db: Db, korisnik_id: number, token: string, now: number): Promise<Session[]> {
  const rows = await db
    .selectFrom('sesija')
    .selectAll()
    .where('korisnik_id', '=', korisnik_id)
    .where('istice', '>', now)
    .where('koriscena', '>', now - IDLE_MS)
    .orderBy('koriscena', 'desc')
    .orderBy('id')
    .execute()
  const own = tokenHash(token)
  return rows.map(({ token_hash, korisnik_id: _, ...row }) => ({ ...row, ova: token_hash === own }))
}

/** Ends one session of this user by its id; false when he has none with that id. */
export async function endSessionById(tx: Tx, korisnik_id: number, id: string): Promise<boolean> {
  const ended = await tx
    .deleteFrom('sesija')
    .where('korisnik_id', '=', korisnik_id)
    .where('id', '=', id)
    .returning('id')
    .execute()
  return ended.length > 0
}

/** Ends all sessions of a user but the one of `token`; without a token, all. */
export async function endSessionsOf(tx: Tx, korisnik_id: number, token?: string): Promise<void> {
  let ending = tx.deleteFrom('sesija').where('korisnik_id', '=', korisnik_id)
  if (token) ending = ending.where('token_hash', '!=', tokenHash(token))
  await ending.execute()
}
