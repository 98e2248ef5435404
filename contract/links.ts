import { z } from 'zod'
import { email, registration, said, uloga } from './auth.ts'
import { endpoints } from './endpoint.ts'
import { idParam, moment, optionalText } from './fields.ts'
import { INVITATION_DAYS, MAX_ACCOUNT_NAME_CHARACTERS, MAX_LINK_CHARACTERS, RESET_HOURS } from './limits.ts'

/** The purpose of a one-time link: the first password of somebody who was invited, or a new one for a forgotten one. */
export const VRSTE_VEZA = ['poziv', 'lozinka'] as const
export type VrstaVeze = (typeof VRSTE_VEZA)[number]

export const linkTexts = {
  /** One sentence for every fault of a link, so that it reveals nothing about accounts. */
  dead: 'Veza ne važi: iskorišćena je, istekla je ili nije cela. Zatražite novu od administratora.',
  withdrawn: 'Poziv je povučen.',
} as const

/** The screen on which a link is used. The token stands behind `#`, which no browser sends and no proxy logs. */
export const LINK_PATH = '/poziv'

/** The token of a one-time link: the text behind its `#`. */
export const token = z.string({ error: linkTexts.dead }).max(MAX_LINK_CHARACTERS, linkTexts.dead)

const invitation = z
  .object({ email, ime: optionalText('Ime', MAX_ACCOUNT_NAME_CHARACTERS), uloga })
  .meta({ id: 'Poziv' })

const issuedLink = z
  .object({
    /** The address from the path on, with its token. Only this answer contains it. */
    adresa: z.string(),
    istice: moment,
  })
  .meta({ id: 'IzdataVeza' })
export type IssuedLink = z.output<typeof issuedLink>

export const linkEndpoints = endpoints({
  inviteAccount: {
    method: 'POST',
    path: '/auth/invitations',
    summary: `Pravi nalog bez lozinke i jednokratnu vezu, na ${INVITATION_DAYS} dana, kojom pozvani postavlja lozinku; veza se kaže samo sada.`,
    needs: 'admin',
    body: invitation,
    reply: issuedLink,
    status: 201,
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/auth/invitations/{id}',
    summary: 'Briše pozvan nalog koji još nema lozinku.',
    needs: 'admin',
    params: idParam,
    reply: said,
  },
  issueLink: {
    method: 'POST',
    path: '/auth/accounts/{id}/link',
    summary: `Daje jednokratnu vezu za novu lozinku naloga, na ${RESET_HOURS} sata, ili nov poziv; ranije ne važe, a veza se kaže samo sada.`,
    needs: 'admin',
    params: idParam,
    reply: issuedLink,
    status: 201,
  },
  lookAtLink: {
    method: 'POST',
    path: '/auth/link',
    summary: 'Kaže čija je jednokratna veza; za onu koja ne važi uvek isto.',
    open: true,
    needs: 'read',
    body: z.object({ token }).meta({ id: 'Veza' }),
    reply: z.object({ vrsta: z.enum(VRSTE_VEZA), email: z.string(), ime: z.string() }).meta({ id: 'CijaVeza' }),
  },
  useLink: {
    method: 'POST',
    path: '/auth/link/password',
    summary:
      'Postavlja lozinku jednokratnom vezom, odjavljuje ostale sesije i prijavljuje; nalog sa drugim korakom ne.',
    open: true,
    body: z.object({ token, password: registration.shape.password }).meta({ id: 'LozinkaVezom' }),
    // Null where the account has a second factor: the new password is set, and its login asks for the code too.
    reply: z.object({ token: z.string().nullable(), device: z.string().nullable() }).meta({ id: 'PrijavaVezom' }),
  },
})
