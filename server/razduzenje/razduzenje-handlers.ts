import type { razduzenjeEndpoints } from '#contract/razduzenje.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { ledgerPage } from './ledger-page.ts'

/** The ledger for programs, page by page. */
export const razduzenjeHandlers = ({ readAtOnce }: Store): Handlers<typeof razduzenjeEndpoints> => ({
  listRazduzenje: ({ query }) => readAtOnce((db) => ledgerPage(db, query)),
})
