import type { otpadEndpoints } from '#contract/otpad.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { pageOf } from '#server/records/page.ts'
import { existing } from '#server/refusal.ts'
import { wasteBalances } from '#server/stock/waste-balance.ts'
import { findOtpad, otpadById } from './otpad-queries.ts'
import { createOtpad, deleteOtpad, restoreOtpad, updateOtpad } from './otpad-save.ts'

/** The calls of what becomes of waste. */
export const otpadHandlers = ({ read, readAtOnce, readLong }: Store): Handlers<typeof otpadEndpoints> => ({
  async listOtpad({ query }) {
    return pageOf(await readAtOnce((db) => findOtpad(db, query)), query)
  },

  otpadStanje: async ({ query }) => ({ results: await readLong((db) => wasteBalances(db, query)) }),

  getOtpad: ({ params }) => existing(otpadById(read, params.id)),

  createOtpad: ({ body, write }) => write((tx, log) => createOtpad(tx, log, body)),

  updateOtpad: ({ params, body, ifVersion, write }) =>
    write((tx, log) => updateOtpad(tx, log, params.id, body, ifVersion)),

  deleteOtpad: ({ params, ifVersion, write }) => write((tx, log) => deleteOtpad(tx, log, params.id, ifVersion)),

  restoreOtpad: ({ params, write, now }) => write((tx, log) => restoreOtpad(tx, log, params.id, now)),
})
