import { type authEndpoints, authTexts } from '#contract/auth.ts'
import type { Config } from '#server/config.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endSession, startSession } from './sessions.ts'

/** E-mail addresses are one account whatever their case. */
const keyOf = (email: string) => email.toLowerCase()

export const authHandlers = (store: Store, registration: Config['registration']): Handlers<typeof authEndpoints> => ({
  me: async ({ user }) => ({ user: { email: user.email } }),

  async register({ body: { email, password }, write, now }) {
    assertMayRegister(registration, email)
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

  async login({ body: { email, password }, write, now }) {
    const account = await store.read
      .selectFrom('korisnik')
      .select(['id', 'lozinka'])
      .where('email_kljuc', '=', keyOf(email))
      .executeTakeFirst()
    const right = await verifyPassword(password, account?.lozinka)
    if (!account || !right) throw new Refusal('unauthorized', authTexts.wrong)
    return { token: await write((tx) => startSession(tx, account.id, now)) }
  },

  async logout({ token, write }) {
    await write((tx) => endSession(tx, token))
    return { message: 'Odjavljeni ste.' }
  },
})

function assertMayRegister(registration: Config['registration'], email: string) {
  if (registration === 'open') return
  if (registration === 'closed') throw new Refusal('forbidden', authTexts.closed)
  const domain = keyOf(email).split('@').at(-1) ?? ''
  if (!registration.includes(domain)) throw new Refusal('forbidden', authTexts.domain)
}
