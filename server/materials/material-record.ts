import { MATERIAL, type MaterialBody, type MaterialRow, materialTexts } from '#contract/materials.ts'
import { entriesAbout, factsOf, type Log } from '#server/audit/log.ts'
import { lockRows } from '#server/catalogue/catalogue-rows.ts'
import { fieldsOf } from '#server/db/field-columns.ts'
import type { Tx } from '#server/db/schema.ts'
import { deletable, recordOf } from '#server/records/record.ts'
import { type Kept, restore } from '#server/records/restore.ts'
import { Refusal } from '#server/refusal.ts'
import { lockMaterials } from '#server/stock/read-ledger.ts'
import { usedIn, usesOfMaterial } from '#server/stock/where-used.ts'
import { startStock } from '#server/stock/write-ledger.ts'
import { materialById, materialColumns } from './material-queries.ts'

type Material = Pick<MaterialRow, 'id' | 'naziv' | 'zemlja_porekla' | 'jedinica_mere' | 'tarifni_broj'>

/** The entry of the audit trail about a material before and after; null where it does not exist. */
export const materialEntry = entriesAbout<Material>({
  vrsta: 'materijal',
  predmet: ({ id }) => id,
  opis: ({ naziv }) => naziv,
  facts: (material) => factsOf(material, ['id', 'naziv', 'zemlja_porekla', 'jedinica_mere', 'tarifni_broj']),
  sazetak: ({ zemlja_porekla, jedinica_mere, tarifni_broj }) =>
    [zemlja_porekla, jedinica_mere, tarifni_broj].join(' · '),
})

type Stored = Pick<MaterialRow, keyof typeof MATERIAL | 'verzija'>
type KeptMaterial = Kept & { readonly body: MaterialBody }

/** The facts that bring a material back as it is. */
export const keptMaterial = (stored: Stored) => ({
  ...{ body: fieldsOf(MATERIAL, stored), verzija: stored.verzija, jedinice: {} },
})

const saving = recordOf({
  table: 'materijal',
  find: materialById,
  lock,
  columns,
  beside: async (tx, id, _: MaterialBody, stored) => stored ?? startStock(tx, [id]),
  taken: { field: 'id', message: materialTexts.exists },
  entry: materialEntry,
})

/** The materials; deletion is refused while a document or a normativ refers to one. */
export const material = deletable(saving, {
  vrsta: 'materijal',
  check: refuseUsed,
  keep: keptMaterial,
  deleted: ({ naziv }) => materialTexts.deleted(naziv),
  there: materialTexts.exists,
})

/** Refuses another unit for a material that is used. */
async function columns(tx: Tx, body: MaterialBody, stored: MaterialRow | null) {
  if (stored && stored.jedinica_mere !== body.jedinica_mere && (await usesOfMaterial(tx, stored.id)).length > 0)
    throw new Refusal('conflict', materialTexts.unitFixed, 'jedinica_mere')
  return materialColumns(body)
}

async function refuseUsed(tx: Tx, { id, naziv }: MaterialRow) {
  const uses = await usesOfMaterial(tx, id)
  if (uses.length > 0) throw new Refusal('conflict', materialTexts.inUse(naziv, uses), usedIn(uses))
}

/** Takes back the deletion of a material, or the change of an import (`izmena`). */
export const restoreMaterial = (
  tx: Tx,
  log: Log,
  id: string,
  { now, izmena }: { now: number; izmena: number | undefined },
): Promise<MaterialRow> =>
  izmena === undefined
    ? material.restore(tx, log, id, now)
    : restore<KeptMaterial, MaterialRow>(tx, { vrsta: 'materijal', predmet: id, izmena, now }, ({ body, verzija }) =>
        material.update(tx, log, body, { id, ifVersion: verzija + 1, radnja: 'vraceno' }),
      )

/**
 * Nobody begins to use the material until the transaction ends. No foreign key protects a material that an export lacks
 * or needs none of, so its totals are locked first, as every save of a document does. A save that waits for a deletion
 * finds none and is refused. Documents lock the ledger before they refer to it, so neither waits for the other.
 */
async function lock(tx: Tx, id: string) {
  await lockMaterials(tx, [id])
  await lockRows(tx, 'materijal', [id])
}
