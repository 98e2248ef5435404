import { createHash, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { INVITATION_DAYS, RESET_HOURS } from '#contract/limits.ts'
import { LINK_PATH, linkTexts, type VrstaVeze } from '#contract/links.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import type { User } from '#server/http/call.ts'
import { Refusal } from '#server/refusal.ts'

// Tokens that the database keeps only as hashes, and the meaning of each: a browser that an account knows, a one-time
// link, the key of a program. Sessions are in sessions.ts.

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/** 256 random bits, as 43 signs. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Whether a text may be a token; the database is not asked about other texts. */
export const isToken = (text: string): boolean => TOKEN.test(text)

/** The database knows only the hash: nobody can log in with it. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Without signs that look alike when they are read out. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUP_SIGNS = 5

/** Random signs for people to type, in groups of five with hyphens between: 24 bits each. */
export function typedSecret(groups: number): string {
  const group = () => Array.from({ length: GROUP_SIGNS }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

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
 * Records a login: the account knows this device from now on. Answers its token, a new one if none was sent. Several
 * accounts may know one device: people share a browser.
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

const HOUR_MS = 60 * 60 * 1000
const LIFE_MS: Readonly<Record<VrstaVeze, number>> = {
  poziv: INVITATION_DAYS * 24 * HOUR_MS,
  lozinka: RESET_HOURS * HOUR_MS,
}

/**
 * Gives an account a one-time link; earlier ones stop working. Answers its address from the path on, which cannot be
 * read again, and its end.
 */
export async function newLink(tx: Tx, vrsta: VrstaVeze, korisnik_id: number, now: number) {
  await tx
    .deleteFrom('veza')
    .where((row) => row.or([row('korisnik_id', '=', korisnik_id), row('istice', '<=', now)]))
    .execute()
  const token = newToken()
  const istice = now + LIFE_MS[vrsta]
  await tx
    .insertInto('veza')
    .values({ token_hash: tokenHash(token), vrsta, korisnik_id, istice })
    .execute()
  return { adresa: `${LINK_PATH}#${token}`, istice }
}

/** The purpose and the owner of a link. Refuses one that does not work (any more), or whose account is shut. */
export async function linkOf(db: Db, token: string, now: number) {
  const link = isToken(token) && (await standing(db, token, now).executeTakeFirst())
  if (!link) throw deadLink()
  return link
}

/** Takes a link away, so that it works once. Refuses as `linkOf` does; of two at once one is refused. */
export async function takeLink(tx: Tx, token: string, now: number) {
  const link = await linkOf(tx, token, now)
  const taken = await tx.deleteFrom('veza').where('token_hash', '=', tokenHash(token)).returning('vrsta').execute()
  if (taken.length === 0) throw deadLink()
  await endLinksOf(tx, link.korisnik_id)
  return link
}

/** Ends the links of an account: it was shut, or has another password. */
export const endLinksOf = (tx: Tx, korisnik_id: number) =>
  tx.deleteFrom('veza').where('korisnik_id', '=', korisnik_id).execute()

const standing = (db: Db, token: string, now: number) =>
  db
    .selectFrom('veza as v')
    .innerJoin('korisnik as k', 'k.id', 'v.korisnik_id')
    .select(['v.vrsta', 'v.korisnik_id', 'v.istice', 'k.email', 'k.ime'])
    .where('v.token_hash', '=', tokenHash(token))
    .where('v.istice', '>', now)
    .where('k.iskljucen', '=', 0)
    .where('k.ceka_odobrenje', '=', 0)

/** The refusal (404) of a link that is unknown, over or used up, to be thrown. */
export const deadLink = () => new Refusal('not_found', linkTexts.dead)

/** The prefix by which people and programs that look for lost secrets recognise a key. */
const PREFIX = 'zalihe_'
const KEY = /^zalihe_[\w-]{43}$/
/** A new key: 256 random bits behind the prefix. */
export const newKey = (): string => PREFIX + newToken()

/** The use of a key is written down at most this often, so that reading is not writing. */
export const KEY_TOUCH_MS = 60 * 1000

type Known = User & { koriscen: number | null; token_hash: string }
const STANDING = statement<Known, [token_hash: string]>(
  () => sql`
    select k.id, k.email, k.uloga, s.koriscen, s.token_hash from kljuc s join korisnik k on k.id = s.korisnik_id
    where s.token_hash = ${''} and k.iskljucen = 0`,
)

/** The account of the program whose key this is; undefined for any text that is no valid key. */
export async function findKey(db: Db, key: string): Promise<Known | undefined> {
  return KEY.test(key) ? (await STANDING(db, tokenHash(key)))[0] : undefined
}

/** Writes down that a key was used, and from where. */
export const touchKey = (store: Store, token_hash: string, now: number, poslednja_adresa: string) =>
  store.transact((tx) =>
    tx.updateTable('kljuc').set({ koriscen: now, poslednja_adresa }).where('token_hash', '=', token_hash).execute(),
  )
