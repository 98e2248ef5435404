import type { Radnja } from '#contract/audit.ts'
import { authTexts } from '#contract/auth.ts'
import { logger } from '#server/audit/log.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import type { User } from '#server/http/call.ts'
import { Refusal } from '#server/refusal.ts'
import { accountEntry, accountKey, findAccount, writeIfVerified } from './accounts.ts'
import { attemptBy, countAttempt, inTurn, succeeded } from './attempts.ts'
import { verifyPassword } from './passwords.ts'

/** A password that a logged-in user typed once more, its field, and the act that it confirms, as the trail has it. */
type Typed = { readonly field: string; readonly password: string; readonly act: string }
type Session = { readonly user: User; readonly token: string; readonly now: number }
/** The first step of the act's transaction: see `confirmed`. */
type Verified = (tx: Tx, fields?: Parameters<typeof writeIfVerified>[2]) => Promise<void>

/**
 * Compares the password, counted like a login, and does `act`. A wrong password is refused under its field, with an
 * entry in the trail. `act` calls `verified` first in its transaction: that refuses if the password has changed or the
 * account is shut meanwhile, writes `fields` to the account and gives the try back.
 */
export function confirmed<T>(
  store: Store,
  { user, token, now }: Session,
  { field, password, act: sazetak }: Typed,
  act: (verified: Verified) => Promise<T>,
): Promise<T> {
  const attempt = attemptBy(accountKey(user.email), token)
  return inTurn(attempt.here, async () => {
    await countAttempt(store, attempt, now)
    const account = await findAccount(store.read, user.email)
    const right = await verifyPassword(password, account?.lozinka)
    if (!account || !right) {
      await store.transact((tx) => tell(tx, user, now, { radnja: 'odbijeno', sazetak }))
      throw fault(field, authTexts.wrongCurrent)
    }
    return act(async (tx, fields = { lozinka: account.lozinka }) => {
      if (!(await writeIfVerified(tx, account, fields))) throw fault(field, authTexts.wrongCurrent)
      await succeeded(tx, attempt, now)
    })
  })
}

/** Writes an entry about an act of `user` outside a call's own transaction. */
export const tell = (tx: Tx, user: User, now: number, { radnja, sazetak }: { radnja: Radnja; sazetak: string }) =>
  logger(tx, user, () => now)([accountEntry(radnja, user, sazetak)])

/** The refusal (400) of a wrong field, to be thrown. */
export const fault = (field: string, message: string) => new Refusal('invalid', message, field)

/** The refusal (400) of a password that can be guessed, to be thrown. */
export const weak = (field: string) => fault(field, authTexts.guessable)
