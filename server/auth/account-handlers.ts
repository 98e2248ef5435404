import { type authEndpoints, authTexts } from '#contract/auth.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { accountEntry } from './accounts.ts'
import { endSessionsOf, IDLE_MS } from './sessions.ts'
import { endLinksOf } from './tokens.ts'

type Calls = 'listAccounts' | 'updateAccount' | 'endAccountSessions'

/** The calls of an administrator about everybody's accounts. */
export const accountHandlers = (store: Store): Pick<Handlers<typeof authEndpoints>, Calls> => ({
  async listAccounts({ user, now }) {
    const rows = await store.read
      .selectFrom('korisnik as k')
      .leftJoin('sesija as s', (join) =>
        join
          .onRef('s.korisnik_id', '=', 'k.id')
          .on('s.istice', '>', now)
          .on('s.koriscena', '>', now - IDLE_MS),
      )
      .select(['k.id', 'k.email', 'k.ime', 'k.uloga', 'k.iskljucen', 'k.pozvan', 'k.napravljen', 'k.totp_od'])
      .select(({ fn }) => [
        fn.max<number | null>('s.koriscena').as('poslednji_put'),
        fn.count<number>('s.id').as('otvorenih_sesija'),
      ])
      .where('k.ceka_odobrenje', '=', 0)
      .where('k.program', '=', 0)
      .groupBy(['k.id', 'k.email', 'k.ime', 'k.uloga', 'k.iskljucen', 'k.pozvan', 'k.napravljen', 'k.totp_od'])
      .orderBy('k.iskljucen')
      .orderBy('k.email')
      .execute()
    const accounts = rows.map(({ iskljucen, pozvan, otvorenih_sesija, totp_od, ...row }) => ({
      ...row,
      iskljucen: iskljucen === 1,
      pozvan: pozvan === 1,
      otvorenih_sesija: Number(otvorenih_sesija),
      drugi_korak: totp_od !== null,
      ovaj: row.id === user.id,
    }))
    return { accounts }
  },

  async updateAccount({ params: { id }, body, write }) {
    await write(async (tx, log) => {
      // This lock comes first: two administrators who take the role from each other wait for one another.
      await tx.updateTable('korisnik').set({ uloga: 'Administrator' }).where('uloga', '=', 'Administrator').execute()
      const stored = await accountOf(tx, id)
      const ime = body.ime ?? ''
      const iskljucen = body.iskljucen ? 1 : 0
      await tx.updateTable('korisnik').set({ ime, uloga: body.uloga, iskljucen }).where('id', '=', id).execute()
      await assertAdministrated(tx)
      if (stored.uloga !== body.uloga || iskljucen === 1) await endSessionsOf(tx, id)
      if (iskljucen === 1) await endLinksOf(tx, id)
      const changes = [
        ...(stored.ime === ime ? [] : [`Ime: ${ime || 'bez imena'}`]),
        ...(stored.uloga === body.uloga ? [] : [`Uloga: ${body.uloga} (bila ${stored.uloga})`]),
        ...(stored.iskljucen === iskljucen ? [] : [iskljucen ? 'Nalog isključen' : 'Nalog uključen']),
      ]
      if (changes.length > 0) await log([accountEntry('izmenjeno', stored, changes.join('. '))])
    })
    return { message: authTexts.accountSaved }
  },

  async endAccountSessions({ params: { id }, write }) {
    await write(async (tx, log) => {
      const account = await accountOf(tx, id)
      await endSessionsOf(tx, id)
      await log([accountEntry('odjava', account, 'Odjavljene sve sesije')])
    })
    return { message: authTexts.accountSessionsEnded }
  },
})

/** The account of a person; not found while it waits to be let in, and for the account of a program. */
export const accountOf = (tx: Tx, id: number) =>
  existing(
    tx
      .selectFrom('korisnik')
      .select(['id', 'email', 'ime', 'uloga', 'iskljucen', 'pozvan'])
      .where('id', '=', id)
      .where('ceka_odobrenje', '=', 0)
      .where('program', '=', 0)
      .executeTakeFirst(),
  )

/** Refuses a change after which nobody who may log in would be administrator. */
async function assertAdministrated(tx: Tx) {
  const administrator = await tx
    .selectFrom('korisnik')
    .select('id')
    .where('uloga', '=', 'Administrator')
    .where('iskljucen', '=', 0)
    .where('ceka_odobrenje', '=', 0)
    .where('pozvan', '=', 0)
    .limit(1)
    .executeTakeFirst()
  if (!administrator) throw new Refusal('conflict', authTexts.lastAdministrator)
}
