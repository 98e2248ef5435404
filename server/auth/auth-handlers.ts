import { type authEndpoints, authTexts } from '#contract/auth.ts'
import { sentences } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { networkOf } from '#server/http/client.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findAccount, keyOf } from './accounts.ts'
import { countLogin, countRegistration, succeeded } from './attempts.ts'
import { isGuessable } from './guessable.ts'
import { inTurn } from './in-turn.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'
import { endSession, endSessionById, endSessionsOf, keepSession, sessionsOf, startSession } from './sessions.ts'

type Rules = Pick<Config, 'registration'> & Partial<Pick<Config, 'weakPasswords'>>

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
    if (rules.weakPasswords === 'refuse' && isGuessable(password, email)) throw weak('password')
    await countRegistration(store, keyOf(email), networkOf(client.address), now)
    const lozinka = await hashPassword(password)
    await write(async (tx) => {
      const added = await tx
        .insertInto('korisnik')
        .values({ email, email_kljuc: keyOf(email), lozinka, napravljen: now })
        .onConflict((conflict) => conflict.column('email_kljuc').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) throw new Refusal('conflict', authTexts.exists)
    })
    return { user: { email } }
  },

  login: ({ body: { email, password }, write, now, client }) =>
    inTurn(`${keyOf(email)} ${client.address}`, async () => {
      const attempt = await countLogin(store, keyOf(email), networkOf(client.address), now)
      const account = await findAccount(store.read, email)
      const right = await verifyPassword(password, account?.lozinka)
      if (!account || !right || !account.mayLogIn(now)) throw new Refusal('unauthorized', authTexts.wrong)
      const renewed = isOutdated(account.lozinka) ? await hashPassword(password) : null
      const token = await write(async (tx) => {
        await succeeded(tx, attempt, now)
        if (renewed) await tx.updateTable('korisnik').set({ lozinka: renewed }).where('id', '=', account.id).execute()
        return startSession(tx, account.id, now, client, account.lozinka_vazi_do)
      })
      return { token }
    }),

  async logout({ token, write }) {
    await write((tx) => endSession(tx, token))
    return { message: 'Odjavljeni ste.' }
  },

  changePassword: ({ user, body: { currentPassword, newPassword }, token, now, client }) =>
    inTurn(`${keyOf(user.email)} ${client.address}`, async () => {
      if (newPassword === currentPassword) throw fault('newPassword', authTexts.unchanged)
      if (isGuessable(newPassword, user.email)) throw weak('newPassword')
      const attempt = await countLogin(store, keyOf(user.email), networkOf(client.address), now)
      const account = await findAccount(store.read, user.email)
      if (!(await verifyPassword(currentPassword, account?.lozinka)))
        throw fault('currentPassword', authTexts.wrongCurrent)
      const lozinka = await hashPassword(newPassword)
      // Not `write`: an Idempotency-Key would keep a quick hash of the request, which holds both passwords.
      await store.transact(async (tx) => {
        await succeeded(tx, attempt, now)
        await tx.updateTable('korisnik').set({ lozinka, lozinka_vazi_do: null }).where('id', '=', user.id).execute()
        await endSessionsOf(tx, user.id, token)
        await keepSession(tx, token)
      })
      return { message: authTexts.changed }
    }),

  listSessions: async ({ user, token, now }) => ({ sessions: await sessionsOf(store.read, user.id, token, now) }),

  async endSession({ user, params: { id }, write }) {
    if (!(await write((tx) => endSessionById(tx, user.id, id)))) throw new Refusal('not_found', sentences.notFound)
    return { message: authTexts.sessionEnded }
  },
})

const fault = (field: string, message: string) => new Refusal('invalid', message, [{ field, message }])
const weak = (field: string) => fault(field, authTexts.guessable)

function assertMayRegister(registration: Config['registration'], email: string) {
  if (registration === 'open') return
  if (registration === 'closed') throw new Refusal('forbidden', authTexts.closed)
  const domain = keyOf(email).split('@').at(-1) ?? ''
  if (!registration.includes(domain)) throw new Refusal('forbidden', authTexts.domain)
}
