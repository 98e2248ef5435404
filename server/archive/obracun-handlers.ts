import { pageOf } from '#contract/fields.ts'
import type { ObracunQuery, obracunEndpoints } from '#contract/obracun.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { drawn, inBase64, printObracun } from '#server/print/print-papers.ts'
import { makeSheet } from './make-sheet.ts'
import { obracunOf, refuseUnaccountable } from './obracun.ts'
import { handedInOf, withHandedIn } from './obracun-handed-in.ts'
import { obracunPages } from './obracun-pages.ts'
import { obimOf, refuseUnknown, type Scope, scopeOf } from './obracun-scope.ts'

const NOT_DRAWN = 'PDF fajl trenutno ne može da se napravi.'

/** `obracun_od-2026-01-01_do-2026-03-31.pdf`. */
const nameOf = ({ datum_od, datum_do }: ObracunQuery) =>
  `obracun${datum_od ? `_od-${datum_od}` : ''}${datum_do ? `_do-${datum_do}` : ''}.pdf`

/** The account for customs. */
export function obracunHandlers({ readLong, place }: Store): Handlers<typeof obracunEndpoints> {
  const pages = obracunPages()
  return {
    async getObracun({ query }) {
      const { obracun, podnet } = await readLong((db) => known(db, scopeOf(query)))
      return withHandedIn(obracun, podnet)
    },

    async obracunStavke({ query: { page, limit, ...query } }) {
      const scope = scopeOf(query)
      const { rows, total } = await readLong(async (db) => {
        await refuseUnknown(db, scope)
        return pages.stavke(db, scope, { page, limit })
      })
      return pageOf(rows, total, { page, limit })
    },

    async obracunIzvoz({ query: { page, limit, ulaz_stavka_id, ...query } }) {
      const scope = scopeOf(query)
      const { rows, total } = await readLong(async (db) => {
        await refuseUnknown(db, scope)
        return pages.izvoz(db, scope, { ulaz_stavka_id, page, limit })
      })
      return pageOf(rows, total, { page, limit })
    },

    async obracunFiles({ query, user, now }) {
      const scope = scopeOf(query)
      const { obim, ...read } = await readLong(async (db) => ({
        ...(await known(db, scope)),
        obim: await obimOf(db, scope),
      }))
      const obracun = await withHandedIn(read.obracun, read.podnet)
      const stampano = { korisnik: user.email, vreme: now }
      return { files: inBase64(await drawn(printObracun({ obracun, obim, stampano }, nameOf(query)), NOT_DRAWN)) }
    },

    async obracunSheet({ query }) {
      await readLong((db) => refuseUnaccountable(db, scopeOf(query)))
      return makeSheet(place, { sheet: 'obracun', query })
    },
  }
}

async function known(db: Db, scope: Scope) {
  await refuseUnknown(db, scope)
  return { obracun: await obracunOf(db, scope), podnet: await handedInOf(db, scope) }
}
