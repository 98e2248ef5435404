import { C1_HEAD, C1_LINE, type C1Body, type SavedC1 } from '#contract/c1.ts'
import { NO_QUANTITY } from '#domain/decimal.ts'
import type { Log } from '#server/audit/log.ts'
import type { Tx } from '#server/db/schema.ts'
import { bodyFrom } from '#server/documents/write-document.ts'
import { takePriloziBack } from '#server/files/prilozi.ts'
import { restore } from '#server/records/restore.ts'
import { normativOf } from '#server/stock/c1-line-texts.ts'
import { drawsHash, isOf, type KeptC1, type KeptVersion, keptVersions } from './c1-kept.ts'
import type { StoredC1Line, StoredNeed } from './c1-lines.ts'
import { hasOutdatedPapers } from './c1-queries.ts'
import { saveC1 } from './c1-save.ts'

/**
 * Takes back the deletion of an export, or its change by a file (`izmena`): the document as it was, with the normativi
 * that its lines had copied. Its lots are found again, from its old place among the exports.
 */
export const restoreC1 = (
  tx: Tx,
  log: Log,
  id: number,
  asked: { now: number; izmena?: number | undefined },
): Promise<SavedC1> =>
  restore<KeptC1, SavedC1>(tx, { vrsta: 'c1', predmet: id, ...asked }, async (kept, materials) => {
    const rewrite = asked.izmena === undefined ? null : { id, ifVersion: kept.verzija + 1 }
    if (!rewrite) await takePriloziBack(tx, 'c1', id)
    const { verzija, kurs, papiri } = kept
    const body = bodyFrom(C1_HEAD, C1_LINE, kept.body) as C1Body
    const names = new Map(materials.map((material) => [material.materijal_id, material]))
    const copied = body.stavke.map((line, at) => ({ ...line, ...kept.prepisano[at] }) as StoredC1Line)
    const lines = await withVersions(tx, copied, kept.verzije)
    const needs = lines.flatMap((line, at): StoredNeed[] =>
      normativOf(kept.prepisano[at]?.normativ ?? '[]').map((norm) => ({
        ...(names.get(norm.materijal_id) as (typeof materials)[number]),
        ...norm,
        c1_stavka_id: line.id,
        kolicina: NO_QUANTITY,
        manjak: NO_QUANTITY,
      })),
    )
    const saved = await saveC1(tx, log, body, { rewrite, back: { id, verzija, kurs, lines, needs } })
    if (!papiri || rewrite) return saved
    // No version is 0: papers with other draws than now count as outdated.
    const { otisak, papiri_dnevnik, ...of } = papiri
    const papiri_verzija = otisak === (await drawsHash(tx, id)) ? of.papiri_verzija : 0
    await tx.updateTable('c1').set({ papiri_verzija, papiri_dnevnik }).where('id', '=', id).execute()
    return { ...saved, papiri_zastareli: await hasOutdatedPapers(tx, id) }
  })

/**
 * The lines, each with the version that it had copied, if that still exists: another one may have its number by now.
 */
async function withVersions(
  tx: Tx,
  lines: readonly StoredC1Line[],
  kept: readonly KeptVersion[],
): Promise<StoredC1Line[]> {
  const there = await keptVersions(tx, lines)
  return lines.map((line) => {
    const was = kept.find((version) => isOf(line, version))
    const now = there.find((version) => isOf(line, version))
    const same = now && was?.vazi_od === now.vazi_od && was.broj_akta === now.broj_akta
    return same ? line : { ...line, normativ_verzija: null }
  })
}
