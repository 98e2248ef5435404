import { INVITATION_DAYS, RESET_HOURS } from '#contract/limits.ts'
import { LINK_PATH, linkTexts, type VrstaVeze } from '#contract/links.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { isToken, newToken, tokenHash } from './tokens.ts'

const HOUR_MS = 60 * 60 * 1000
const LIFE_MS: Readonly<Record<VrstaVeze, number>> = {
  poziv: INVITATION_DAYS * 24 * HOUR_MS,
  lozinka: RESET_HOURS * HOUR_MS,
}

/**
 * Gives an account a one-time link; earlier ones work no longer. Answers its address from the path on, which nobody can
 * tell again, and when it ends.
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

/**
 * The purpose and the owner of a link. Refuses one that works no longer, or never did, and one of a shut account alike.
 */
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
