import { type authEndpoints, authTexts } from '#contract/auth.ts'
import { sentences } from '#contract/errors.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { Refusal } from '#server/refusal.ts'
import { accountEntry } from './accounts.ts'
import { confirmed, fault, tell, weak } from './confirmed.ts'
import { isGuessable } from './guessable.ts'
import { endLinksOf } from './links.ts'
import { hashPassword } from './passwords.ts'
import { endSession, endSessionById, endSessionsOf, sessionsOf, startSession } from './sessions.ts'

type Calls = 'changePassword' | 'listSessions' | 'endSession' | 'endOtherSessions'

/** The calls about the user's own sessions, and about his password, which ends them all. */
export const sessionHandlers = (store: Store): Pick<Handlers<typeof authEndpoints>, Calls> => ({
  async changePassword(call) {
    const { user, body, token, now, client } = call
    const { currentPassword, newPassword } = body
    if (newPassword === currentPassword) throw fault('newPassword', authTexts.unchanged)
    if (await isGuessable(newPassword, user.email)) throw weak('newPassword')
    const typed = { field: 'currentPassword', password: currentPassword, act: 'Nova lozinka' }
    return confirmed(store, call, typed, async (verified) => {
      const lozinka = await hashPassword(newPassword)
      // Not `write`: an Idempotency-Key would keep a quick hash of the request, which holds both passwords.
      return store.transact(async (tx) => {
        await verified(tx, { lozinka, lozinka_vazi_do: null })
        if (!(await endSession(tx, token))) throw new Refusal('unauthorized', sentences.unauthorized)
        await endSessionsOf(tx, user.id)
        await endLinksOf(tx, user.id)
        await tell(tx, user, now, 'izmenjeno', 'Nova lozinka')
        return { message: authTexts.changed, token: await startSession(tx, user.id, now, client) }
      })
    })
  },

  listSessions: async ({ user, token, now }) => ({ sessions: await sessionsOf(store.read, user.id, token, now) }),

  async endSession(call) {
    const { user, params } = call
    await ended(store, call, 'Odjava jedne sesije', 'Odjavljena jedna sesija', async (tx) => {
      if (!(await endSessionById(tx, user.id, params.id))) throw new Refusal('not_found', sentences.notFound)
    })
    return { message: authTexts.sessionEnded }
  },

  async endOtherSessions(call) {
    const { user, token } = call
    await ended(store, call, 'Odjava ostalih sesija', 'Odjavljene sve ostale sesije', (tx) =>
      endSessionsOf(tx, user.id, token),
    )
    return { message: authTexts.othersEnded }
  },
})

type OtherCall = Parameters<Handlers<typeof authEndpoints>['endOtherSessions']>[0]
type Ending = Pick<OtherCall, 'user' | 'token' | 'now' | 'body' | 'write'>

/** Ends sessions where the password is right; the trail has `act` where it is wrong, `sazetak` where they ended. */
const ended = (store: Store, call: Ending, act: string, sazetak: string, end: (tx: Tx) => Promise<unknown>) =>
  confirmed(store, call, { field: 'password', password: call.body.password, act }, (verified) =>
    call.write(async (tx, log) => {
      await verified(tx)
      await end(tx)
      await log([accountEntry('odjava', call.user, sazetak)])
    }),
  )
