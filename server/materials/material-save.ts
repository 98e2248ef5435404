import { MATERIAL, type MaterialBody, type MaterialRow, materialTexts } from '#contract/materials.ts'
import type { Log } from '#server/audit/log.ts'
import { lockRows } from '#server/catalogue/catalogue-rows.ts'
import { fieldsOf } from '#server/db/field-columns.ts'
import type { Tx } from '#server/db/schema.ts'
import { type Kept, restore } from '#server/records/restore.ts'
import { assertVersion, existing, Refusal } from '#server/refusal.ts'
import { lockMaterials } from '#server/stock/read-ledger.ts'
import { usedIn, usesOfMaterial } from '#server/stock/where-used.ts'
import { startStock } from '#server/stock/write-ledger.ts'
import { materialEntry } from './material-entry.ts'
import { materialById, materialColumns } from './material-queries.ts'

/** Adds a material, or brings a deleted one `back` with the version that it had. */
export async function createMaterial(
  tx: Tx,
  log: Log,
  body: MaterialBody,
  back?: { readonly verzija: number },
): Promise<MaterialRow> {
  const added = await tx
    .insertInto('materijal')
    .values({ ...materialColumns(body), verzija: back?.verzija ?? 1 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw conflict('id', materialTexts.exists)
  await startStock(tx, [body.id])
  await log([materialEntry(null, body, back && 'vraceno')])
  return existing(materialById(tx, body.id))
}

/** Refuses another unit for a material that is used. `back`: it gets what it was before an import. */
export async function updateMaterial(
  tx: Tx,
  log: Log,
  id: string,
  body: Omit<MaterialBody, 'id'>,
  ifVersion: number | null,
  back?: 'vraceno',
): Promise<MaterialRow> {
  const stored = await locked(tx, id, ifVersion)
  if (stored.jedinica_mere !== body.jedinica_mere && (await usesOfMaterial(tx, id)).length > 0)
    throw conflict('jedinica_mere', materialTexts.unitFixed)
  await tx
    .updateTable('materijal')
    .set({ ...materialColumns({ ...body, id }), verzija: stored.verzija + 1 })
    .where('id', '=', id)
    .execute()
  await log([materialEntry(stored, { ...body, id }, back)])
  return existing(materialById(tx, id))
}

/** Refuses while a document or a normativ refers to the material. */
export async function deleteMaterial(tx: Tx, log: Log, id: string, ifVersion: number | null) {
  const stored = await locked(tx, id, ifVersion)
  const uses = await usesOfMaterial(tx, id)
  if (uses.length > 0) throw new Refusal('conflict', materialTexts.inUse(stored.naziv, uses), usedIn(uses))
  await tx.deleteFrom('materijal').where('id', '=', id).execute()
  await log([{ ...materialEntry(stored, null), kept: keptMaterial(stored) }])
  return { message: materialTexts.deleted(stored.naziv) }
}

type Stored = Pick<MaterialRow, keyof typeof MATERIAL | 'verzija'>
type KeptMaterial = Kept & { readonly body: Pick<MaterialRow, keyof typeof MATERIAL> }

/** The facts that bring a material back as it is. */
export const keptMaterial = (stored: Stored): KeptMaterial => ({
  ...{ body: fieldsOf(MATERIAL, stored), verzija: stored.verzija, jedinice: {} },
})

/** Takes the deletion of a material back, or what an import changed of it (`izmena`). */
export const restoreMaterial = (
  tx: Tx,
  log: Log,
  id: string,
  asked: { now: number; izmena: number | undefined },
): Promise<MaterialRow> =>
  restore<KeptMaterial, MaterialRow>(
    tx,
    { vrsta: 'materijal', predmet: id, there: materialTexts.exists, ...asked },
    ({ body, verzija }) =>
      asked.izmena === undefined
        ? createMaterial(tx, log, body as MaterialBody, { verzija })
        : updateMaterial(tx, log, id, body as MaterialBody, verzija + 1, 'vraceno'),
  )

/**
 * The material as it is now and stays until the transaction ends, if it is still what the client changed. Nobody begins
 * to use it meanwhile: what an export lacks of it or needs none of refers to nothing that the database would keep, so
 * its totals are locked, as every save of a document does first. A save that waited for a deletion finds none and is
 * refused. Documents lock the ledger first too and refer to the material then, so neither waits for the other.
 */
async function locked(tx: Tx, id: string, ifVersion: number | null) {
  await lockMaterials(tx, [id])
  await lockRows(tx, 'materijal', [id])
  const stored = await existing(materialById(tx, id))
  assertVersion(stored.verzija, ifVersion)
  return stored
}

const conflict = (field: string, message: string) => new Refusal('conflict', message, [{ field, message }])
