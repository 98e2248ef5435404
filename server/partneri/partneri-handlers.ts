import type { partneriEndpoints } from '#contract/partneri.ts'
import type { Store } from '#server/db/open.ts'
import { findPartneri } from '#server/documents/partner-list.ts'
import type { Handlers } from '#server/http/call.ts'
import { pageOf } from '#server/records/page.ts'
import { existing } from '#server/refusal.ts'
import { dokumentiOf, joinPartners, partner, partnerById, splitZapis } from './partner-record.ts'

/** The calls of the register of partners. */
export const partneriHandlers = ({ readAtOnce }: Store): Handlers<typeof partneriEndpoints> => ({
  async listPartneri({ query }) {
    return pageOf(await readAtOnce((db) => findPartneri(db, query)), query)
  },

  getPartner: ({ params }) => existing(readAtOnce((db) => partnerById(db, params.id))),

  async dokumentiPartnera({ params, query }) {
    return pageOf(await existing(readAtOnce((db) => dokumentiOf(db, params.id, query))), query)
  },

  createPartner: ({ body, write }) => write((tx, log) => partner.create(tx, log, body)),

  updatePartner: ({ params: { id }, body, ifVersion, write }) =>
    write((tx, log) => partner.update(tx, log, body, { id, ifVersion })),

  spojiPartnera: ({ params: { id }, body, ifVersion, write }) =>
    write((tx, log) => joinPartners(tx, log, body.partner_id, { id, ifVersion })),

  izdvojiZapis: ({ params: { id }, body, ifVersion, write }) =>
    write((tx, log) => splitZapis(tx, log, body.zapis_id, { id, ifVersion })),
})
