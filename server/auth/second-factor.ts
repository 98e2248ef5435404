import { Secret, TOTP } from 'otpauth'
import { RECOVERY_CODES } from '#contract/limits.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { hashPassword } from './passwords.ts'
import { typedSecret } from './tokens.ts'

const SECRET_BYTES = 20
const STEP_SECONDS = 30
/** Clocks of phones are wrong by less. */
const STEPS_AROUND = 1
/** The title in an app, above the e-mail. */
const ISSUER = 'Zalihe'
const CODE_DIGITS = 6
const APP_CODE = /^\d{6}$/
/** A recovery code has 49 bits; argon2id lets nobody try many. */
const RECOVERY_GROUPS = 2

/** The unused proof behind a typed code: a step of the secret, or one recovery code. */
type Proof = { readonly tajna: string; readonly korak: number } | { readonly hash: string }

const totpOf = (tajna: string, email = '') =>
  new TOTP({
    ...{ issuer: ISSUER, label: email, digits: CODE_DIGITS, period: STEP_SECONDS },
    secret: Secret.fromBase32(tajna),
  })

/** Blanks and hyphens are for the eye. */
const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase()

/** A secret for an account, in base32 and as the address that apps read (RFC 6238). */
export function newSecret(email: string): { tajna: string; otpauth: string } {
  const tajna = new Secret({ size: SECRET_BYTES }).base32
  return { tajna, otpauth: totpOf(tajna, email).toString() }
}

/**
 * Looks a typed code up: against the secret of the account, or among its recovery codes. Null where it is wrong. Nothing
 * is used up yet (`spendProof`): a recovery code takes a hash, which no transaction should wait for.
 */
export async function proofOf(db: Db, korisnik_id: number, typed: string, now: number): Promise<Proof | null> {
  const code = plain(typed)
  if (APP_CODE.test(code)) return stepOf(db, korisnik_id, code, now)
  const [first, ...others] = await db
    .selectFrom('rezervni_kod')
    .select('hash')
    .where('korisnik_id', '=', korisnik_id)
    .execute()
  if (!first) return null
  const hash = await hashPassword(code, first.hash)
  return [first, ...others].some((one) => one.hash === hash) ? { hash } : null
}

async function stepOf(db: Db, korisnik_id: number, token: string, now: number): Promise<Proof | null> {
  const { totp_tajna: tajna } = await db
    .selectFrom('korisnik')
    .select('totp_tajna')
    .where('id', '=', korisnik_id)
    .executeTakeFirstOrThrow()
  const delta = tajna && totpOf(tajna).validate({ token, timestamp: now, window: STEPS_AROUND })
  if (tajna === null || typeof delta !== 'number') return null
  return { tajna, korak: Math.floor(now / 1000 / STEP_SECONDS) + delta }
}

/** Uses the proof up; false if that was done meanwhile: of two logins with one code one is refused. */
export async function spendProof(tx: Tx, korisnik_id: number, proof: Proof): Promise<boolean> {
  const used =
    'hash' in proof
      ? tx
          .deleteFrom('rezervni_kod')
          .where('korisnik_id', '=', korisnik_id)
          .where('hash', '=', proof.hash)
          .returning('hash')
      : tx
          .updateTable('korisnik')
          .set({ totp_korak: proof.korak })
          .where('id', '=', korisnik_id)
          .where('totp_tajna', '=', proof.tajna)
          .where('totp_korak', '<', proof.korak)
          .returning('id')
  return (await used.execute()).length > 0
}

/** Since when the login of an account asks for a code; null where it does not. */
export async function secondFactorSince(db: Db, korisnik_id: number): Promise<number | null> {
  const account = db.selectFrom('korisnik').select('totp_od').where('id', '=', korisnik_id)
  return (await account.executeTakeFirstOrThrow()).totp_od
}

/** Ten new recovery codes and their hashes. */
export async function newRecoveryCodes(): Promise<{ kodovi: string[]; hashes: string[] }> {
  const kodovi = Array.from({ length: RECOVERY_CODES }, () => typedSecret(RECOVERY_GROUPS))
  const hashes: string[] = []
  // One salt for all, so that a typed code is hashed once to be found among them.
  for (const kod of kodovi) hashes.push(await hashPassword(plain(kod), hashes[0]))
  return { kodovi, hashes }
}

/** Replaces the recovery codes of an account. */
export async function writeRecoveryCodes(tx: Tx, korisnik_id: number, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('rezervni_kod').where('korisnik_id', '=', korisnik_id).execute()
  await tx
    .insertInto('rezervni_kod')
    .values(hashes.map((hash) => ({ korisnik_id, hash })))
    .execute()
}

/** The number of unused recovery codes. */
export async function recoveryCodesLeft(db: Db, korisnik_id: number): Promise<number> {
  const { left } = await db
    .selectFrom('rezervni_kod')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('korisnik_id', '=', korisnik_id)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Takes secret and recovery codes from an account; false where it has none that its login asks for. */
export async function dropSecondFactor(tx: Tx, korisnik_id: number): Promise<boolean> {
  await tx.deleteFrom('rezervni_kod').where('korisnik_id', '=', korisnik_id).execute()
  const dropped = await tx
    .updateTable('korisnik')
    .set({ totp_tajna: null, totp_od: null })
    .where('id', '=', korisnik_id)
    .where('totp_od', 'is not', null)
    .returning('id')
    .execute()
  return dropped.length > 0
}
