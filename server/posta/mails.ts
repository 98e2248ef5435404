import type { VrstaVeze } from '#contract/links.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { dayOf, timeOf } from '#server/local-time.ts'
import type { Mejl } from './posta.ts'

const PROGRAM = 'Sistem za upravljanje zalihama'

type Link = { readonly vrsta: VrstaVeze; readonly email: string; readonly veza: string; readonly istice: number }

/** The mail with a one-time link; `veza` is its full address. */
export function linkMail({ vrsta, email, veza, istice }: Link): Mejl {
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
