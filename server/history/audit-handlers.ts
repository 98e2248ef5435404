import { type auditEndpoints, SISTEM } from '#contract/audit.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { pageOf } from '#server/records/page.ts'
import { existing } from '#server/refusal.ts'
import { findEntries, findEntry } from './audit-queries.ts'
import { findChanges } from './changes.ts'

/** The calls of the audit trail, of which the specification knows nothing (docs/decisions/audit-trail.md). */
export const auditHandlers = ({ read, readAtOnce }: Store): Handlers<typeof auditEndpoints> => ({
  async listAudit({ query, now }) {
    return pageOf(await readAtOnce((db) => findEntries(db, query, now)), query)
  },

  async auditUsers() {
    const users = await read.selectFrom('korisnik').select('email').orderBy('email_kljuc').execute()
    return [...users.map(({ email }) => email), SISTEM]
  },

  getAudit: ({ params, query, now }) => existing(readAtOnce((db) => findEntry(db, params.id, now, query.predmet))),

  async changes({ query: { since, izmene: named }, now }) {
    const { cursor, vrste, izmene, sve } = await findChanges(read, since, now)
    return { cursor, vrste, ...(named && { izmene, sve }) }
  },
})
