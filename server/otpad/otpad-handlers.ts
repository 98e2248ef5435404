import type { otpadEndpoints } from '#contract/otpad.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { pageOf } from '#server/records/page.ts'
import { existing } from '#server/refusal.ts'
import { wasteBalances } from '#server/stock/waste-balance.ts'
import { findOtpad, otpad, otpadById } from './otpad-record.ts'

/** The calls of what becomes of waste. */
export const otpadHandlers = ({ read, readAtOnce, readLong }: Store): Handlers<typeof otpadEndpoints> => ({
  listOtpad: async ({ query }) => pageOf(await readAtOnce((db) => findOtpad(db, query)), query),

  otpadStanje: async ({ query }) => ({ results: await readLong((db) => wasteBalances(db, query)) }),

  getOtpad: ({ params }) => existing(otpadById(read, params.id)),

  createOtpad: ({ body, write }) => write((tx, log) => otpad.create(tx, log, body)),

  updateOtpad: ({ params: { id }, body, ifVersion, write }) =>
    write((tx, log) => otpad.update(tx, log, body, { id, ifVersion })),

  deleteOtpad: ({ params: { id }, ifVersion, write }) => write((tx, log) => otpad.remove(tx, log, { id, ifVersion })),

  restoreOtpad: ({ params: { id }, write, now }) => write((tx, log) => otpad.restore(tx, log, id, now)),
})
