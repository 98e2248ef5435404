import { authTexts } from '#contract/auth.ts'
import { type linkEndpoints, linkTexts } from '#contract/links.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { networkOf } from '#server/http/client.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { accountOf } from './account-handlers.ts'
import { accountEntry, accountKey, withAddress } from './accounts.ts'
import { countAddress } from './attempts.ts'
import { tell, weak } from './confirmed.ts'
import { isGuessable } from './guessable.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsOf, startSession } from './sessions.ts'
import { deadLink, linkOf, newLink, rememberDevice, takeLink } from './tokens.ts'

/**
 * Invitations and forgotten passwords. A call that issues a link is no `write`: an Idempotency-Key would keep its
 * token.
 */
export const linkHandlers = (store: Store): Handlers<typeof linkEndpoints> => ({
  inviteAccount({ body: { email, ime, uloga }, now, writeApart }) {
    return writeApart(async (tx, log) => {
      const added = await tx
        .insertInto('korisnik')
        .values({
          email,
          email_kljuc: accountKey(email),
          lozinka: '',
          ime: ime ?? '',
          uloga,
          pozvan: 1,
          napravljen: now,
        })
        .onConflict((conflict) => conflict.column('email_kljuc').doNothing())
        .returning(['id', 'email'])
        .executeTakeFirst()
      if (!added) throw new Refusal('conflict', authTexts.exists)
      await log([accountEntry('dodato', added, `Pozvan. Uloga: ${uloga}`)])
      return newLink(tx, 'poziv', added.id, now)
    })
  },

  async withdrawInvitation({ params: { id }, write }) {
    await write(async (tx, log) => {
      const removed = tx.deleteFrom('korisnik').where('id', '=', id).where('pozvan', '=', 1).returning(['id', 'email'])
      await log([accountEntry('obrisano', await existing(removed.executeTakeFirst()), 'Poziv povučen')])
    })
    return { message: linkTexts.withdrawn }
  },

  issueLink({ params: { id }, now, writeApart }) {
    return writeApart(async (tx, log) => {
      const account = await accountOf(tx, id)
      const vrsta = account.pozvan ? 'poziv' : 'lozinka'
      await log([accountEntry('izmenjeno', account, vrsta === 'poziv' ? 'Novi poziv' : 'Izdata veza za novu lozinku')])
      return newLink(tx, vrsta, id, now)
    })
  },

  async lookAtLink({ body: { token }, now, client }) {
    await countAddress(store, networkOf(client.address), now)
    const { vrsta, email, ime } = await linkOf(store.read, token, now)
    return { vrsta, email, ime }
  },

  async useLink({ body: { token, password }, now, client }) {
    await countAddress(store, networkOf(client.address), now)
    const { email } = await linkOf(store.read, token, now)
    if (await isGuessable(password, email)) throw weak('password')
    const lozinka = await hashPassword(password)
    return store.transact(async (tx) => {
      const { korisnik_id: id, vrsta } = await takeLink(tx, token, now)
      const user = await tx
        .updateTable('korisnik')
        .set({ lozinka, lozinka_vazi_do: null, pozvan: 0 })
        .where('id', '=', id)
        .where('iskljucen', '=', 0)
        .returning(['id', 'email', 'uloga', 'totp_od'])
        .executeTakeFirst()
      if (!user) throw deadLink()
      await endSessionsOf(tx, id)
      const act = vrsta === 'poziv' ? 'Poziv prihvaćen' : 'Nova lozinka vezom'
      await tell(tx, user, now, { radnja: 'izmenjeno', sazetak: withAddress(act, client) })
      // The link proves the right to choose a password, not the possession of the phone.
      if (user.totp_od !== null) return { token: null, device: null }
      return { token: await startSession(tx, id, now, client), device: await rememberDevice(tx, id, '', now) }
    })
  },
})
