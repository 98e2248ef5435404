import type { odobrenjaEndpoints } from '#contract/odobrenja.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { pageOf } from '#server/records/page.ts'
import { existing } from '#server/refusal.ts'
import { findOdobrenja, kolicineOf, odobrenje, odobrenjeById, updateOdobrenje } from './odobrenje-record.ts'

/** The calls of the authorisations of customs. */
export const odobrenjaHandlers = ({ readAtOnce }: Store): Handlers<typeof odobrenjaEndpoints> => ({
  async listOdobrenja({ query }) {
    return pageOf(await readAtOnce((db) => findOdobrenja(db, query)), query)
  },

  getOdobrenje: ({ params }) => existing(readAtOnce((db) => odobrenjeById(db, params.id))),

  kolicineOdobrenja: ({ params }) => existing(readAtOnce((db) => kolicineOf(db, params.id))),

  createOdobrenje: ({ body, write }) => write((tx, log) => odobrenje.create(tx, log, body)),

  updateOdobrenje: ({ params: { id }, body, ifVersion, write }) =>
    write((tx, log) => updateOdobrenje(tx, log, body, { id, ifVersion })),

  deleteOdobrenje: ({ params: { id }, ifVersion, write }) =>
    write((tx, log) => odobrenje.remove(tx, log, { id, ifVersion })),

  restoreOdobrenje: ({ params, write, now }) => write((tx, log) => odobrenje.restore(tx, log, params.id, now)),
})
