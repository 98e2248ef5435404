import { LINK_PATH, type VrstaVeze } from '#contract/links.ts'
import { type postaEndpoints, postaTexts } from '#contract/posta.ts'
import { formatDate } from '#domain/calendar-date.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { networkOf } from '#server/http/client.ts'
import { dayOf, timeOf } from '#server/local-time.ts'
import { switchDaily } from '#server/posta/daily.ts'
import type { Mejl, Posta } from '#server/posta/posta.ts'
import { Refusal } from '#server/refusal.ts'
import { accountEntry, accountKey, findAccount, NOBODY, withAddress } from './accounts.ts'
import { countMail } from './attempts.ts'
import { linkOf, newLink } from './tokens.ts'

/**
 * One-time links by e-mail, and the daily mail. Mails are sent behind the answer, so that it is the same and as quick
 * whatever becomes of them.
 */
export const postaHandlers = (store: Store, posta: Posta | null): Handlers<typeof postaEndpoints> => ({
  imaPostu: async () => ({ mejl: posta !== null }),

  async forgottenPassword({ body: { email }, write, now, client }) {
    const mails = configured(posta)
    await countMail(store, accountKey(email), networkOf(client.address), now)
    const account = await findAccount(store.read, email)
    // Both cases have one entry. It does not name an unknown account: the typed text may be anything.
    const who = account ?? NOBODY
    const said = withAddress('Zatražena nova lozinka', client)
    await write((_, log) => log([accountEntry(account ? 'izmenjeno' : 'odbijeno', who, said, who)]))
    mails.later(async () => account && mailNewLink(store, mails, account.id, now))
    return { message: postaTexts.asked }
  },

  async mailLink({ body: { token }, write, now, client }) {
    const mails = configured(posta)
    const { korisnik_id: id, email, vrsta, istice } = await linkOf(store.read, token, now)
    await countMail(store, accountKey(email), networkOf(client.address), now)
    await write((_, log) => log([accountEntry('izmenjeno', { id, email }, 'Veza poslata mejlom')]))
    const veza = `${mails.publicUrl}${LINK_PATH}#${token}`
    mails.later(() => mails.deliver(linkMail({ vrsta, email, veza, istice })))
    return { message: postaTexts.sent }
  },

  async dailyMail({ user: { id } }) {
    const account = store.read.selectFrom('korisnik').select('dnevni_mejl').where('id', '=', id)
    return { dnevni_mejl: (await account.executeTakeFirst())?.dnevni_mejl === 1 }
  },

  async setDailyMail({ body: { dnevni_mejl }, user, write, now }) {
    if (dnevni_mejl) configured(posta)
    // A preference of one's own is no change of the books: it leaves no entry.
    await write((tx) => switchDaily(tx, user.id, dnevni_mejl, now))
    return { message: dnevni_mejl ? postaTexts.dailyOn : postaTexts.dailyOff }
  },
})

function configured(posta: Posta | null): Posta {
  if (!posta) throw new Refusal('not_found', postaTexts.notConfigured)
  return posta
}

/** Mails an account a new link: an invitation where it has no password yet. One that nobody may use gets nothing. */
async function mailNewLink(store: Store, posta: Posta, id: number, now: number) {
  const mejl = await store.transact(async (tx) => {
    const account = await tx
      .selectFrom('korisnik')
      .select(['email', 'pozvan'])
      .where('id', '=', id)
      .where('iskljucen', '=', 0)
      .where('ceka_odobrenje', '=', 0)
      .where('program', '=', 0)
      .executeTakeFirst()
    if (!account) return null
    const vrsta = account.pozvan ? 'poziv' : 'lozinka'
    const { adresa, istice } = await newLink(tx, vrsta, id, now)
    return linkMail({ vrsta, email: account.email, veza: posta.publicUrl + adresa, istice })
  })
  if (mejl) await posta.deliver(mejl)
}

const PROGRAM = 'Sistem za upravljanje zalihama'

type Link = { readonly vrsta: VrstaVeze; readonly email: string; readonly veza: string; readonly istice: number }

/** The mail with a one-time link; `veza` is its full address. */
function linkMail({ vrsta, email, veza, istice }: Link): Mejl {
  const until = `Veza važi za jednu upotrebu, do ${formatDate(dayOf(istice))} u ${timeOf(istice)}.`
  const [naslov, why, otherwise] =
    vrsta === 'poziv'
      ? [`Poziv: ${PROGRAM}`, `pozvani ste u ${PROGRAM} sa nalogom ${email}. Izaberite lozinku na ovoj adresi:`, '']
      : [
          `Nova lozinka: ${PROGRAM}`,
          `zatražena je nova lozinka za nalog ${email}. Izaberite je na ovoj adresi:`,
          'Ako je niste tražili, ne morate ništa da radite: dok se veza ne upotrebi, lozinka ostaje ista.',
        ]
  const parts = ['Poštovani,', why, veza, until, otherwise]
  return { kome: email, naslov, tekst: `${parts.filter(Boolean).join('\n\n')}\n` }
}
