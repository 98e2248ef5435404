import { type authEndpoints, authTexts } from '#contract/auth.ts'
import { sentences } from '#contract/errors.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { Refusal } from '#server/refusal.ts'
import { accountEntry } from './accounts.ts'
import { confirmed, fault, tell, weak } from './confirmed.ts'
import { isGuessable } from './guessable.ts'
import { hashPassword } from './passwords.ts'
import { endSession, endSessionById, endSessionsOf, sessionsOf, startSession } from './sessions.ts'

type Calls = 'changePassword' | 'listSessions' | 'endSession' | 'endOtherSessions'

/** The calls about the sessions of whoever is logged in, and his password, which ends them all. */
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
        await tell(tx, user, now, 'izmenjeno', 'Nova lozinka')
        return { message: authTexts.changed, token: await startSession(tx, user.id, now, client) }
      })
    })
  },

  listSessions: async ({ user, token, now }) => ({ sessions: await sessionsOf(store.read, user.id, token, now) }),

  async endSession(call) {
    const { user, params, body, write } = call
    const typed = { field: 'password', password: body.password, act: 'Kraj jedne prijave' }
    await confirmed(store, call, typed, (verified) =>
      write(async (tx, log) => {
        await verified(tx)
        if (!(await endSessionById(tx, user.id, params.id))) throw new Refusal('not_found', sentences.notFound)
        await log([accountEntry('odjava', user, 'Završena jedna prijava')])
      }),
    )
    return { message: authTexts.sessionEnded }
  },

  async endOtherSessions(call) {
    const { user, token, body, write } = call
    const typed = { field: 'password', password: body.password, act: 'Kraj ostalih prijava' }
    await confirmed(store, call, typed, (verified) =>
      write(async (tx, log) => {
        await verified(tx)
        await endSessionsOf(tx, user.id, token)
        await log([accountEntry('odjava', user, 'Završene sve ostale prijave')])
      }),
    )
    return { message: authTexts.othersEnded }
  },
})
