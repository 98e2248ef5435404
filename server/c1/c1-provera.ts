import type { C1Body, ProveraC1 } from '#contract/c1.ts'
import { MAX_PROVERA_ROWS } from '#contract/documents.ts'
import { type Asked, consequencesOf, type Look, provera } from '#server/documents/provera.ts'
import type { Call } from '#server/http/call.ts'
import { razduzenjeOfC1 } from './c1-queries.ts'
import { deleteC1, saveC1 } from './c1-save.ts'

/** What saving `dokument` as the export `id` (without: as a new one), or removing it (no `dokument`), would do. */
export const c1Provera = (call: Pick<Call, 'tryOut' | 'now'>, { id, dokument }: Asked<C1Body>): Promise<ProveraC1> =>
  provera(call, async (tx, log, found) => {
    const look: Look = async (booked, own) => found(await consequencesOf(tx, booked, { own }))
    if (!dokument) {
      if (id) await deleteC1(tx, log, { id, ifVersion: null, now: call.now, look })
      return
    }
    const before = id ? await tx.selectFrom('c1_stavka').select('id').where('c1_id', '=', id).execute() : []
    const known = new Set(before.map((line) => line.id))
    const saved = await saveC1(tx, log, dokument, { rewrite: id ? { id, ifVersion: null } : null, look })
    const rows = (await razduzenjeOfC1(tx, saved.id)).slice(0, MAX_PROVERA_ROWS)
    const razduzenje = rows.map((row) => (known.has(row.c1_stavka_id) ? row : { ...row, c1_stavka_id: null }))
    found({ razduzenje, manjak: saved.manjak })
  })
