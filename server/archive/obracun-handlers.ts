import type { obracunEndpoints } from '#contract/obracun.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { makeSheet } from './make-sheet.ts'
import { obracunOf, refuseUnaccountable } from './obracun.ts'

/** The account for customs. */
export const obracunHandlers = ({ readAtOnce, place }: Store): Handlers<typeof obracunEndpoints> => ({
  getObracun: ({ query }) => readAtOnce((db) => obracunOf(db, query)),

  async obracunSheet({ query }) {
    await readAtOnce((db) => refuseUnaccountable(db, query))
    return makeSheet(place, { sheet: 'obracun', query })
  },
})
