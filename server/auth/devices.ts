import type { Db, Tx } from '#server/db/schema.ts'
import { isToken, newToken, tokenHash } from './tokens.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A browser from which somebody logged in to an account is known to it that long. */
export const DEVICE_MS = 90 * DAY_MS
/** With one more, the one whose login is longest ago is forgotten. */
export const MAX_DEVICES_PER_ACCOUNT = 20

/** The hash of a device's token, where the account with this key (e-mail) knows it; null otherwise. */
export async function knownDevice(db: Db, account: string, token: string, now: number): Promise<string | null> {
  const found = await db
    .selectFrom('uredjaj')
    .innerJoin('korisnik', 'korisnik.id', 'uredjaj.korisnik_id')
    .select('uredjaj.token_hash')
    .where('korisnik.email_kljuc', '=', account)
    .where('uredjaj.token_hash', '=', tokenHash(token))
    .where('uredjaj.istice', '>', now)
    .executeTakeFirst()
  return found?.token_hash ?? null
}

/**
 * Somebody has logged in: the account knows his device from now on. Answers its token, a new one where none was sent.
 * Several accounts may know one device: people share a browser.
 */
export async function rememberDevice(tx: Tx, korisnik_id: number, sent: string, now: number): Promise<string> {
  const token = isToken(sent) ? sent : newToken()
  const [token_hash, istice] = [tokenHash(token), now + DEVICE_MS]
  await tx
    .insertInto('uredjaj')
    .values({ korisnik_id, token_hash, istice })
    .onConflict((conflict) => conflict.columns(['korisnik_id', 'token_hash']).doUpdateSet({ istice }))
    .execute()
  const beyond = tx
    .selectFrom('uredjaj')
    .select('token_hash')
    .where('korisnik_id', '=', korisnik_id)
    .orderBy('istice', 'desc')
    .orderBy('token_hash')
    .offset(MAX_DEVICES_PER_ACCOUNT)
    .limit(MAX_DEVICES_PER_ACCOUNT)
  await tx.deleteFrom('uredjaj').where('korisnik_id', '=', korisnik_id).where('token_hash', 'in', beyond).execute()
  return token
}
