import type { ObracunQuery, obracunEndpoints } from '#contract/obracun.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { drawn, inBase64, printObracun } from '#server/print/print-papers.ts'
import { makeSheet } from './make-sheet.ts'
import { obracunOf, refuseUnaccountable } from './obracun.ts'

const NOT_DRAWN = 'PDF fajl trenutno ne može da se napravi.'

/** `obracun_od-2026-01-01_do-2026-03-31.pdf`. */
const nameOf = ({ datum_od, datum_do }: ObracunQuery) =>
  `obracun${datum_od ? `_od-${datum_od}` : ''}${datum_do ? `_do-${datum_do}` : ''}.pdf`

/** The account for customs. */
export const obracunHandlers = ({ readAtOnce, place }: Store): Handlers<typeof obracunEndpoints> => ({
  getObracun: ({ query }) => readAtOnce((db) => obracunOf(db, query)),

  async obracunFiles({ query, user, now }) {
    const obracun = await readAtOnce((db) => obracunOf(db, query))
    const broj_c4 = query.c4_id === undefined ? null : (obracun.stavke[0]?.broj_c4 ?? '')
    const stampano = { korisnik: user.email, vreme: now }
    return { files: inBase64(await drawn(printObracun({ obracun, broj_c4, stampano }, nameOf(query)), NOT_DRAWN)) }
  },

  async obracunSheet({ query }) {
    await readAtOnce((db) => refuseUnaccountable(db, query))
    return makeSheet(place, { sheet: 'obracun', query })
  },
})
