import type { C4Body, ProveraC4 } from '#contract/c4.ts'
import { MAX_PROVERA_ROWS } from '#contract/documents.ts'
import { PRE_POCETKA } from '#domain/named-draws.ts'
import type { Tx } from '#server/db/schema.ts'
import { type Asked, consequencesOf, type Look, newShortagesOf, provera } from '#server/documents/provera.ts'
import type { Call } from '#server/http/call.ts'
import { razduzenjeOfC4 } from './c4-razduzenje.ts'
import { deleteC4, saveC4 } from './c4-save.ts'

/** What saving `dokument` as the import `id` (without: as a new one), or removing it (no `dokument`), would do. */
export const c4Provera = (call: Pick<Call, 'tryOut' | 'now'>, { id, dokument }: Asked<C4Body>): Promise<ProveraC4> =>
  provera(call, async (tx, log, found) => {
    const before = new Map(id ? (await lotsOf(tx, id)).map((lot) => [lot.id, lot]) : [])
    const look: Look = async (booked, c4_id) => {
      const added = new Map((await lotsOf(tx, c4_id)).map((lot) => [lot.id, { ...lot, id: null }]))
      const lotOf = (lot: number) => before.get(lot) ?? added.get(lot)
      found({ manjak: await newShortagesOf(tx, booked), ...(await consequencesOf(tx, booked, { lotOf })) })
    }
    if (!dokument) {
      if (id) await deleteC4(tx, log, { id, ifVersion: null, now: call.now, look })
      return
    }
    const saved = await saveC4(tx, log, dokument, { rewrite: id ? { id, ifVersion: null } : null, look })
    const { rows } = await razduzenjeOfC4(tx, saved.id, { page: 1, limit: MAX_PROVERA_ROWS })
    const razduzenje = rows.map(({ ulaz_stavka_id, ostalo_razduzenje, ...row }) => ({
      ...row,
      ulaz_stavka_id: before.has(ulaz_stavka_id) ? ulaz_stavka_id : null,
      // What the lines themselves say is written with the import.
      ostalo_razduzenje: ostalo_razduzenje && {
        ...ostalo_razduzenje,
        id: ostalo_razduzenje.vrsta === PRE_POCETKA ? null : ostalo_razduzenje.id,
      },
    }))
    found({ razduzenje })
  })

const lotsOf = (tx: Tx, c4_id: number) =>
  tx
    .selectFrom('c4_stavka')
    .innerJoin('c4', 'c4.id', 'c4_id')
    .select(['c4_stavka.id', 'broj_c4 as c4_broj'])
    .where('c4_id', '=', c4_id)
    .execute()
