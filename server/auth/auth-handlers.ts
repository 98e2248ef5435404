import type { Radnja } from '#contract/audit.ts'
import { type authEndpoints, authTexts } from '#contract/auth.ts'
import { sentences } from '#contract/errors.ts'
import { logger } from '#server/audit/log.ts'
import type { Config } from '#server/config.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Handlers, User } from '#server/http/call.ts'
import { type Client, networkOf } from '#server/http/client.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { accountEntry, findAccount, keyOf, writeIfVerified } from './accounts.ts'
import { type Attempt, attemptBy, attemptOf, countAttempt, countRegistration, succeeded } from './attempts.ts'
import { rememberDevice } from './devices.ts'
import { isGuessable } from './guessable.ts'
import { inTurn } from './in-turn.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'
import { endSession, endSessionById, endSessionsOf, sessionsOf, startSession } from './sessions.ts'
import { approve, reject, waitingAccounts } from './waiting.ts'

type Rules = Pick<Config, 'registration'> & Partial<Pick<Config, 'weakPasswords'>>

/** The calls of login, registration and the account itself (spec §5 Login and register, §7 Authentication). */
export const authHandlers = (store: Store, rules: Rules): Handlers<typeof authEndpoints> => ({
  async me({ user: { id, email } }) {
    const { lozinka_vazi_do } = await store.read
      .selectFrom('korisnik')
      .select('lozinka_vazi_do')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { user: { email, ...(lozinka_vazi_do === null ? {} : { lozinka_vazi_do }) } }
  },

  async register({ body: { email, password }, write, now, client }) {
    assertMayRegister(rules.registration, email)
    const ceka_odobrenje = rules.registration === 'open' ? 0 : 1
    if (rules.weakPasswords === 'refuse' && (await isGuessable(password, email))) throw weak('password')
    await countRegistration(store, keyOf(email), networkOf(client.address), now)
    const lozinka = await hashPassword(password)
    await write(async (tx, log) => {
      const added = await tx
        .insertInto('korisnik')
        .values({ email, email_kljuc: keyOf(email), lozinka, ceka_odobrenje, napravljen: now })
        .onConflict((conflict) => conflict.column('email_kljuc').doNothing())
        .returning(['id', 'email'])
        .executeTakeFirst()
      if (!added) throw new Refusal('conflict', authTexts.exists)
      await log([accountEntry('dodato', added, from(client), added)])
    })
    return { user: { email } }
  },

  async login({ body: { email, password, device = '' }, write, now, client }) {
    const network = networkOf(client.address)
    const attempt = await attemptOf(store.read, { account: keyOf(email), network, device }, now)
    return inTurn(attempt.here, async () => {
      await countAttempt(store, attempt, now)
      const account = await findAccount(store.read, email)
      const right = await verifyPassword(password, account?.lozinka)
      const refuse = async (refusal: Refusal, sazetak: string) => {
        // What was typed for an e-mail may have been a password: an account that is not there is not named.
        const who = account ?? NOBODY
        await write((_, log) => log([accountEntry('odbijeno', who, sazetak, who)]))
        throw refusal
      }
      if (!account || !right || !account.mayLogIn(now))
        return refuse(new Refusal('unauthorized', authTexts.wrong), from(client))
      if (account.ceka_odobrenje === 1) return refuse(new Refusal('forbidden', authTexts.waiting), from(client))
      const lozinka = isOutdated(account.lozinka) ? await hashPassword(password) : account.lozinka
      return write(async (tx, log) => {
        if (!(await writeIfVerified(tx, account, { lozinka }))) throw new Refusal('unauthorized', authTexts.wrong)
        await succeeded(tx, attempt, now)
        await log([accountEntry('prijava', account, from(client), account)])
        return {
          token: await startSession(tx, account.id, now, client, account.lozinka_vazi_do),
          device: await rememberDevice(tx, account.id, device, now),
        }
      })
    })
  },

  async logout({ user, token, write }) {
    await write(async (tx, log) => {
      await endSession(tx, token)
      await log([accountEntry('odjava', user, '')])
    })
    return { message: 'Odjavljeni ste.' }
  },

  changePassword({ user, body: { currentPassword, newPassword }, token, now, client }) {
    const attempt = attemptBy(keyOf(user.email), token)
    return inTurn(attempt.here, async () => {
      if (newPassword === currentPassword) throw fault('newPassword', authTexts.unchanged)
      if (await isGuessable(newPassword, user.email)) throw weak('newPassword')
      const typed = { field: 'currentPassword', password: currentPassword, act: 'Nova lozinka' }
      const verified = await verify(store, user, typed, attempt, now)
      const lozinka = await hashPassword(newPassword)
      // Not `write`: an Idempotency-Key would keep a quick hash of the request, which holds both passwords.
      return store.transact(async (tx) => {
        await verified(tx, { lozinka, lozinka_vazi_do: null })
        if (!(await endSession(tx, token))) throw new Refusal('unauthorized', sentences.unauthorized)
        await endSessionsOf(tx, user.id)
        await tell(tx, user, now, 'izmenjeno', 'Nova lozinka')
        return { message: authTexts.changed, token: await startSession(tx, user.id, now, client) }
      })
    })
  },

  listSessions: async ({ user, token, now }) => ({ sessions: await sessionsOf(store.read, user.id, token, now) }),

  endSession({ user, token, params: { id }, body: { password }, write, now }) {
    const attempt = attemptBy(keyOf(user.email), token)
    return inTurn(attempt.here, async () => {
      const typed = { field: 'password', password, act: 'Kraj jedne prijave' }
      const verified = await verify(store, user, typed, attempt, now)
      await write(async (tx, log) => {
        await verified(tx)
        if (!(await endSessionById(tx, user.id, id))) throw new Refusal('not_found', sentences.notFound)
        await log([accountEntry('odjava', user, 'Završena jedna prijava')])
      })
      return { message: authTexts.sessionEnded }
    })
  },

  endOtherSessions({ user, token, body: { password }, write, now }) {
    const attempt = attemptBy(keyOf(user.email), token)
    return inTurn(attempt.here, async () => {
      const typed = { field: 'password', password, act: 'Kraj ostalih prijava' }
      const verified = await verify(store, user, typed, attempt, now)
      await write(async (tx, log) => {
        await verified(tx)
        await endSessionsOf(tx, user.id, token)
        await log([accountEntry('odjava', user, 'Završene sve ostale prijave')])
      })
      return { message: authTexts.othersEnded }
    })
  },

  listWaiting: () => waitingAccounts(store.read),

  async approveAccount({ params: { id }, write }) {
    await write(async (tx, log) => log([accountEntry('izmenjeno', await existing(approve(tx, id)), 'Nalog odobren')]))
    return { message: authTexts.approved }
  },

  async rejectAccount({ params: { id }, write }) {
    await write(async (tx, log) => log([accountEntry('obrisano', await existing(reject(tx, id)), 'Nalog odbijen')]))
    return { message: authTexts.rejected }
  },
})

type Typed = { readonly field: string; readonly password: string; readonly act: string }

/**
 * Compares the password that a logged-in user typed once more, counted like a login. A wrong one is told to the trail and
 * refused under its field. Answers what the transaction of the act does first: it refuses where the password is another
 * by then or the account is shut, writes `fields` to the account and gives the try back.
 */
async function verify(store: Store, user: User, { field, password, act }: Typed, attempt: Attempt, now: number) {
  await countAttempt(store, attempt, now)
  const account = await findAccount(store.read, user.email)
  const right = await verifyPassword(password, account?.lozinka)
  if (!account || !right) {
    await store.transact((tx) => tell(tx, user, now, 'odbijeno', act))
    throw fault(field, authTexts.wrongCurrent)
  }
  return async (tx: Tx, fields: Parameters<typeof writeIfVerified>[2] = { lozinka: account.lozinka }) => {
    if (!(await writeIfVerified(tx, account, fields))) throw fault(field, authTexts.wrongCurrent)
    await succeeded(tx, attempt, now)
  }
}

const tell = (tx: Tx, user: User, now: number, radnja: Radnja, sazetak: string) =>
  logger(tx, user, () => now)([accountEntry(radnja, user, sazetak)])

const NOBODY = { id: null, email: 'nepoznat nalog' }
const from = ({ address }: Client) => (address ? `Adresa ${address}` : '')

const fault = (field: string, message: string) => new Refusal('invalid', message, [{ field, message }])
const weak = (field: string) => fault(field, authTexts.guessable)

function assertMayRegister(registration: Config['registration'], email: string) {
  if (registration === 'open') return
  if (registration === 'closed') throw new Refusal('forbidden', authTexts.closed)
  const domain = keyOf(email).split('@').at(-1) ?? ''
  if (!registration.includes(domain)) throw new Refusal('forbidden', authTexts.domain)
}
