import { XLSX_TYPE } from '#contract/endpoint.ts'
import { type obracuniEndpoints, obracuniTexts, type PodnetRed } from '#contract/obracuni.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { obracunFile } from '#server/print/obracun-glava.ts'
import { inBase64 } from '#server/print/print-papers.ts'
import { pageOf } from '#server/records/page.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { obracunOf, reckon } from './obracun.ts'
import { changedSince } from './obracun-changes.ts'
import { freeze, thaw } from './obracun-freeze.ts'
import { glavaOf } from './obracun-glava.ts'
import { handIn } from './obracun-hand-in.ts'
import { changeObracun, deleteDraft, handInDraft, insertObracun } from './obracun-save.ts'
import { refuseUnknown, scopeOf } from './obracun-scope.ts'
import { findObracun, listObracuni } from './obracuni-queries.ts'
import { predlogObracuna, zaPodnosenje } from './za-podnosenje.ts'

const NOTHING_CHANGED = { promenjeno: [], broj_promenjenih: 0 }

/** The accounts that were handed in, and their drafts. */
export const obracuniHandlers = (store: Store): Handlers<typeof obracuniEndpoints> => ({
  async listObracuni({ query }) {
    return pageOf(await store.readAtOnce((db) => listObracuni(db, query)), query)
  },

  zaPodnosenje: async ({ now }) => ({ results: await store.readLong((db) => zaPodnosenje(db, dayOf(now))) }),

  predlogObracuna: ({ query }) =>
    store.readAtOnce(async (db) => {
      await refuseUnknown(db, scopeOf(query))
      return predlogObracuna(db, scopeOf(query))
    }),

  createObracun({ body, user, now, write }) {
    if (body.stanje === 'nacrt') return write((tx, log) => insertObracun(tx, log, { body, user, now }, null))
    const handed = { of: body, potvrda_manjka: body.potvrda_manjka, user, now }
    return handIn(store, write, handed, (tx, log, kept) => insertObracun(tx, log, { body, user, now }, kept))
  },

  async getPodnet({ params: { id } }) {
    const { obracun, redovi, live } = await store.readLong(async (db) => {
      const found = await existing(findObracun(db, id))
      const frozen = await db
        .selectFrom('obracun_podnet')
        .select('redovi')
        .where('obracun_id', '=', id)
        .executeTakeFirst()
      return { obracun: found, redovi: frozen?.redovi, live: await (frozen ? reckon : obracunOf)(db, found) }
    })
    if (!redovi) return { ...live, ...obracun, ...NOTHING_CHANGED }
    const today = freeze(live)
    const changed = today.sha256 === obracun.sha256 ? NOTHING_CHANGED : changedSince(redovi, today.redovi)
    return { ...obracun, ...thaw(redovi), ...changed }
  },

  async updateObracun({ params: { id }, body, ifVersion, user, now, write }) {
    const obracun = await existing(store.readAtOnce((db) => findObracun(db, id)))
    if (obracun.stanje !== 'nacrt' || body.stanje !== 'podnet')
      return write((tx, log) => changeObracun(tx, log, id, ifVersion, body))
    const handed = { of: obracun, potvrda_manjka: body.potvrda_manjka, user, now }
    return handIn(store, write, handed, (tx, log, kept) => handInDraft(tx, log, { id, ifVersion, user, now }, kept))
  },

  async deleteObracun({ params: { id }, ifVersion, write }) {
    return { message: await write((tx, log) => deleteDraft(tx, log, id, ifVersion)) }
  },

  async podnetFiles({ params: { id } }) {
    const { name, papir } = await store.readAtOnce(async (db) => {
      const obracun = await existing(findObracun(db, id))
      const kept = db.selectFrom('obracun_podnet').select('papir').where('obracun_id', '=', id)
      return { ...(await existing(kept.executeTakeFirst())), name: await fileOf(db, obracun, 'pdf') }
    })
    return { files: inBase64([{ name, bytes: new Uint8Array(papir) }]) }
  },

  async podnetSheet({ params: { id } }) {
    const { name, tabela } = await store.readAtOnce(async (db) => {
      const obracun = await existing(findObracun(db, id))
      const kept = db.selectFrom('obracun_podnet').select('tabela').where('obracun_id', '=', id)
      return { ...(await existing(kept.executeTakeFirst())), name: await fileOf(db, obracun, 'xlsx') }
    })
    if (!tabela) throw new Refusal('not_found', obracuniTexts.noSheet)
    return { name, type: XLSX_TYPE, bytes: new Uint8Array(tabela) }
  },
})

/** The name of a file of an account that is handed in. */
async function fileOf(db: Db, obracun: PodnetRed, ending: 'pdf' | 'xlsx'): Promise<string> {
  const { broj, rok_podnosenja, prethodni_broj: ispravlja } = obracun
  return obracunFile(await glavaOf(db, obracun, [], { broj, rok_podnosenja, ispravlja }), ending)
}
