import type { obracunEndpoints } from '#contract/obracun.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { obracunOf } from './obracun.ts'

/** The account for customs. */
export const obracunHandlers = ({ readAtOnce }: Store): Handlers<typeof obracunEndpoints> => ({
  getObracun: ({ query }) => readAtOnce((db) => obracunOf(db, query)),
})
