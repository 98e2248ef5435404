import type { faktureEndpoints } from '#contract/fakture.ts'
import { saveSifre, sifreOfMaterial, sifreOfPartner } from '#server/catalogue/sifre.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { existing } from '#server/refusal.ts'
import { readFakture } from './read-fakture.ts'

/** The calls of suppliers' invoices, and of the codes by which these name our materials. */
export const faktureHandlers = ({ read, readAtOnce }: Store): Handlers<typeof faktureEndpoints> => ({
  readFakture: (call) => readFakture({ read, readAtOnce }, call),

  listSifreMaterijala: ({ params: { id } }) =>
    readAtOnce(async (db) => {
      await existing(db.selectFrom('materijal').select('id').where('id', '=', id).executeTakeFirst())
      return sifreOfMaterial(db, id)
    }),

  saveSifreMaterijala: ({ params: { id }, body, write }) => write((tx, log) => saveSifre(tx, log, id, body)),

  listSifrePartnera: async ({ params: { id } }) => {
    await existing(read.selectFrom('partner').select('id').where('id', '=', id).executeTakeFirst())
    return sifreOfPartner(read, id)
  },
})
