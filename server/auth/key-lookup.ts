import { sql } from 'kysely'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import type { User } from '#server/http/call.ts'
import { newToken, tokenHash } from './tokens.ts'

/** So that people and programs that look for lost secrets know one when they see it. */
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

/** The account of the program whose key this is; undefined for what is none, or none any more. */
export async function findKey(db: Db, key: string): Promise<Known | undefined> {
  return KEY.test(key) ? (await STANDING(db, tokenHash(key)))[0] : undefined
}

/** Writes down that a key was used, and from where. */
export const touchKey = (store: Store, token_hash: string, now: number, poslednja_adresa: string) =>
  store.transact((tx) =>
    tx.updateTable('kljuc').set({ koriscen: now, poslednja_adresa }).where('token_hash', '=', token_hash).execute(),
  )
