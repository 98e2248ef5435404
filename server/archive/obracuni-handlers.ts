import { pageOf } from '#contract/fields.ts'
import type { obracuniEndpoints } from '#contract/obracuni.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { inBase64 } from '#server/print/print-papers.ts'
import { existing } from '#server/refusal.ts'
import { thaw } from './obracun-freeze.ts'
import { handIn, paperName } from './obracun-hand-in.ts'
import { findObracun, listObracuni } from './obracuni-queries.ts'

/** The accounts that were handed in, and their drafts. */
export const obracuniHandlers = (store: Store): Handlers<typeof obracuniEndpoints> => ({
  async listObracuni({ query }) {
    const { rows, total } = await store.readAtOnce((db) => listObracuni(db, query))
    return pageOf(rows, total, query)
  },

  createObracun: ({ body, user, now, write }) => handIn(store, { body, user, now, write }),

  async getPodnet({ params: { id } }) {
    const { obracun, redovi } = await store.readAtOnce(async (db) => ({
      obracun: await existing(findObracun(db, id)),
      ...(await existing(
        db.selectFrom('obracun_podnet').select('redovi').where('obracun_id', '=', id).executeTakeFirst(),
      )),
    }))
    return { ...obracun, ...(await thaw(redovi)) }
  },

  async podnetFiles({ params: { id } }) {
    const { broj, papir } = await existing(
      store.read
        .selectFrom('obracun_podnet')
        .innerJoin('obracun', 'obracun.id', 'obracun_id')
        .select(['broj', 'papir'])
        .where('obracun_id', '=', id)
        .executeTakeFirst(),
    )
    return { files: inBase64([{ name: paperName(broj), bytes: new Uint8Array(papir) }]) }
  },
})
