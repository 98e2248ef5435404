import { createHash, randomBytes } from 'node:crypto'
import type { Db, Tx } from '#server/db/open.ts'
import type { User } from '#server/http/call.ts'

const TOKEN_BYTES = 32
/** A session ends this long after its login, used or not. */
export const SESSION_MS = 30 * 24 * 60 * 60 * 1000

/** The database knows only the hash: who reads it cannot log in with it. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Starts a session and answers its token, 256 random bits. */
export async function startSession(tx: Tx, korisnik_id: number, now: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await tx.deleteFrom('sesija').where('istice', '<=', now).execute()
  await tx
    .insertInto('sesija')
    .values({ token_hash: hashOf(token), korisnik_id, napravljena: now, koriscena: now, istice: now + SESSION_MS })
    .execute()
  return token
}

/** Whose session the token is; null when it is nobody's or has ended. */
export async function sessionUser(db: Db, token: string, now: number): Promise<User | null> {
  const user = await db
    .selectFrom('sesija')
    .innerJoin('korisnik', 'korisnik.id', 'sesija.korisnik_id')
    .select(['korisnik.id', 'korisnik.email'])
    .where('sesija.token_hash', '=', hashOf(token))
    .where('sesija.istice', '>', now)
    .executeTakeFirst()
  return user ?? null
}

export async function endSession(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom('sesija').where('token_hash', '=', hashOf(token)).execute()
}
