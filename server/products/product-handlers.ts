import { pageOf } from '#contract/fields.ts'
import { type NormativStavka, type productEndpoints, productTexts } from '#contract/products.ts'
import { lockRows } from '#server/catalogue/catalogue-rows.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { assertVersion, existing, Refusal } from '#server/refusal.ts'
import { usedIn, usesOfProduct } from '#server/stock/uses.ts'
import { productEntry } from './product-entry.ts'
import { importProducts } from './product-import.ts'
import { assertMaterials, replaceNormativs } from './product-normativ.ts'
import { findProduct, findProducts, productColumns } from './product-queries.ts'

/** The calls of the catalogue of products and their normativ (spec §5 Product form, §7 Products). */
export const productHandlers = ({ read, readAtOnce }: Store): Handlers<typeof productEndpoints> => {
  /** The product as it is now and stays until the transaction ends, if it is still what the client changed. */
  async function locked(tx: Tx, id: string, ifVersion: number | null) {
    await lockRows(tx, 'proizvod', [id])
    const stored = await existing(findProduct(tx, id))
    assertVersion(stored.verzija, ifVersion)
    return stored
  }

  async function writeNormativ(tx: Tx, id: string, list: 'normativi' | 'items', normativ: NormativStavka[]) {
    await assertMaterials(tx, list, normativ)
    await replaceNormativs(tx, [{ id, normativ }])
  }

  return {
    async listProducts({ query }) {
      const { rows, total } = await readAtOnce((db) => findProducts(db, query))
      return pageOf(rows, total, query, 'products')
    },

    getProduct: ({ params }) => existing(readAtOnce((db) => findProduct(db, params.id))),

    getNormativ: ({ params }) => existing(readAtOnce((db) => findProduct(db, params.id))),

    importProducts: (call) => importProducts(read, call),

    createProduct: ({ body: { normativi, ...body }, write }) =>
      write(async (tx, log) => {
        const added = await tx
          .insertInto('proizvod')
          .values({ ...productColumns(body), normativ_count: normativi?.length ?? 0, verzija: 1 })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!added) throw new Refusal('conflict', productTexts.exists, [{ field: 'id', message: productTexts.exists }])
        if (normativi) await writeNormativ(tx, body.id, 'normativi', normativi)
        await log([productEntry(null, { ...body, normativ: normativi ?? [] })])
        return existing(findProduct(tx, body.id))
      }),

    updateProduct: ({ params: { id }, body: { normativi, ...body }, ifVersion, write }) =>
      write(async (tx, log) => {
        const stored = await locked(tx, id, ifVersion)
        if (normativi) await writeNormativ(tx, id, 'normativi', normativi)
        const normativ_count = normativi?.length ?? stored.normativ_count
        await tx
          .updateTable('proizvod')
          .set({ ...productColumns({ ...body, id }), normativ_count, verzija: stored.verzija + 1 })
          .where('id', '=', id)
          .execute()
        await log([productEntry(stored, { ...body, id, normativ: normativi ?? stored.normativ })])
        return existing(findProduct(tx, id))
      }),

    replaceNormativ: ({ params: { id }, body: { items }, ifVersion, write }) =>
      write(async (tx, log) => {
        const stored = await locked(tx, id, ifVersion)
        await writeNormativ(tx, id, 'items', items)
        await tx
          .updateTable('proizvod')
          .set({ normativ_count: items.length, verzija: stored.verzija + 1 })
          .where('id', '=', id)
          .execute()
        await log([productEntry(stored, { ...stored, normativ: items })])
        return existing(findProduct(tx, id))
      }),

    deleteProduct: ({ params: { id }, ifVersion, write }) =>
      write(async (tx, log) => {
        const stored = await locked(tx, id, ifVersion)
        const uses = await usesOfProduct(tx, id)
        if (uses.length > 0) throw new Refusal('conflict', productTexts.inUse(stored.naziv, uses), usedIn(uses))
        await tx.deleteFrom('proizvod').where('id', '=', id).execute()
        await log([productEntry(stored, null)])
        return { message: productTexts.deleted }
      }),
  }
}
