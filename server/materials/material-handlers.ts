import { pageOf } from '#contract/fields.ts'
import { type materialEndpoints, materialTexts } from '#contract/materials.ts'
import { lockRows } from '#server/catalogue/catalogue-rows.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { assertVersion, existing, Refusal } from '#server/refusal.ts'
import { materialTransactions, remainingOf } from '#server/stock/material-card.ts'
import { lockMaterials, startStock } from '#server/stock/open-ledger.ts'
import { usedIn, usesOfMaterial } from '#server/stock/uses.ts'
import { materialEntry } from './material-entry.ts'
import { importMaterials } from './material-import.ts'
import { allMaterials, findMaterial, findMaterials, materialColumns } from './material-queries.ts'

/** The calls of the catalogue of materials (spec §5 Material form, §7 Materials). */
export const materialHandlers = ({ read, readAtOnce }: Store): Handlers<typeof materialEndpoints> => {
  /**
   * The material as it is now and stays until the transaction ends, if it is still what the client changed. Nobody begins
   * to use it meanwhile: what an export lacks of it or needs none of refers to nothing that the database would keep, so
   * its totals are locked, as every save of a document does first. A save that waited for a deletion finds none and is
   * refused. Documents lock the ledger first too and refer to the material then, so neither waits for the other.
   */
  async function locked(tx: Tx, id: string, ifVersion: number | null) {
    await lockMaterials(tx, [id])
    await lockRows(tx, 'materijal', [id])
    const stored = await existing(findMaterial(tx, id))
    assertVersion(stored.verzija, ifVersion)
    return stored
  }

  return {
    async listMaterials({ query }) {
      const { rows, total } = await readAtOnce((db) => findMaterials(db, query))
      return pageOf(rows, total, query, 'materials')
    },

    allMaterials: () => allMaterials(read),

    getMaterial: ({ params }) => existing(findMaterial(read, params.id)),

    materialStock: ({ params }) => existing(findMaterial(read, params.id)),

    async materialTransactions({ params, query }) {
      const { rows, total } = await readAtOnce(async (db) => {
        await existing(findMaterial(db, params.id))
        return materialTransactions(db, params.id, query)
      })
      return pageOf(rows, total, query, 'transactions')
    },

    materialRemaining: ({ params }) =>
      readAtOnce(async (db) => {
        await existing(findMaterial(db, params.id))
        return remainingOf(db, params.id)
      }),

    importMaterials: (call) => importMaterials(read, call),

    createMaterial: ({ body, write }) =>
      write(async (tx, log) => {
        const added = await tx
          .insertInto('materijal')
          .values({ ...materialColumns(body), verzija: 1 })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!added)
          throw new Refusal('conflict', materialTexts.exists, [{ field: 'id', message: materialTexts.exists }])
        await startStock(tx, [body.id])
        await log([materialEntry(null, body)])
        return existing(findMaterial(tx, body.id))
      }),

    updateMaterial: ({ params: { id }, body, ifVersion, write }) =>
      write(async (tx, log) => {
        const stored = await locked(tx, id, ifVersion)
        if (stored.jedinica_mere !== body.jedinica_mere && (await usesOfMaterial(tx, id)).length > 0) {
          throw new Refusal('conflict', materialTexts.unitFixed, [
            { field: 'jedinica_mere', message: materialTexts.unitFixed },
          ])
        }
        await tx
          .updateTable('materijal')
          .set({ ...materialColumns({ ...body, id }), verzija: stored.verzija + 1 })
          .where('id', '=', id)
          .execute()
        await log([materialEntry(stored, { ...body, id })])
        return existing(findMaterial(tx, id))
      }),

    deleteMaterial: ({ params: { id }, ifVersion, write }) =>
      write(async (tx, log) => {
        const stored = await locked(tx, id, ifVersion)
        const { naziv } = stored
        const uses = await usesOfMaterial(tx, id)
        if (uses.length > 0) throw new Refusal('conflict', materialTexts.inUse(naziv, uses), usedIn(uses))
        await tx.deleteFrom('materijal').where('id', '=', id).execute()
        await log([materialEntry(stored, null)])
        return { message: materialTexts.deleted(naziv) }
      }),
  }
}
