import type { partneriEndpoints } from '#contract/partneri.ts'
import type { Store } from '#server/db/open.ts'
import { findPartneri } from '#server/documents/partner-list.ts'
import type { Handlers } from '#server/http/call.ts'
import { pageOf } from '#server/records/page.ts'
import { existing } from '#server/refusal.ts'
import { dokumentiOf, partnerById } from './partner-queries.ts'
import { createPartner, joinPartners, splitZapis, updatePartner } from './partner-save.ts'

/** The calls of the register of partners. */
export const partneriHandlers = ({ readAtOnce }: Store): Handlers<typeof partneriEndpoints> => ({
  async listPartneri({ query }) {
    return pageOf(await readAtOnce((db) => findPartneri(db, query)), query)
  },

  getPartner: ({ params }) => existing(readAtOnce((db) => partnerById(db, params.id))),

  async dokumentiPartnera({ params, query }) {
    return pageOf(await existing(readAtOnce((db) => dokumentiOf(db, params.id, query))), query)
  },

  createPartner: ({ body, write }) => write((tx, log) => createPartner(tx, log, body)),

  updatePartner: ({ params, body, ifVersion, write }) =>
    write((tx, log) => updatePartner(tx, log, params.id, body, ifVersion)),

  spojiPartnera: ({ params, body, ifVersion, write }) =>
    write((tx, log) => joinPartners(tx, log, params.id, body.partner_id, ifVersion)),

  izdvojiZapis: ({ params, body, ifVersion, write }) =>
    write((tx, log) => splitZapis(tx, log, params.id, body.zapis_id, ifVersion)),
})
