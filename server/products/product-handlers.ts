import type { productEndpoints } from '#contract/products.ts'
import { neighboursByName } from '#server/catalogue/catalogue-rows.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { pageOf } from '#server/records/page.ts'
import { existing } from '#server/refusal.ts'
import { importProducts, skippedProducts } from './product-import.ts'
import { findProduct, findProducts } from './product-queries.ts'
import { product } from './product-record.ts'
import { deleteProduct, replaceNormativ, restoreProduct, updateProduct } from './product-save.ts'
import { addVersion, deleteVersion, versionsOf } from './product-versions.ts'

/** The calls of the catalogue of products and their normativ (spec §5 Product form, §7 Products). */
export const productHandlers = ({ read, readAtOnce }: Store): Handlers<typeof productEndpoints> => ({
  async listProducts({ query }) {
    return pageOf(await readAtOnce((db) => findProducts(db, query)), query, 'products')
  },

  productNeighbours: ({ params }) => readAtOnce((db) => neighboursByName(db, 'proizvod', params.id)),

  getProduct: ({ params }) => existing(readAtOnce((db) => findProduct(db, params.id))),

  getNormativ: ({ params, query }) => existing(readAtOnce((db) => findProduct(db, params.id, query.datum))),

  importProducts: (call) => importProducts(read, call),
  preskoceniProducts: (call) => skippedProducts(read, call),

  createProduct: ({ body, write }) => write((tx, log) => product.create(tx, log, body)),

  updateProduct: ({ params, body, ifVersion, write }) =>
    write((tx, log) => updateProduct(tx, log, { ...params, ifVersion }, body)),

  replaceNormativ: ({ params, body, ifVersion, write }) =>
    write((tx, log) => replaceNormativ(tx, log, { ...params, ifVersion }, body.items)),

  normativVerzije: ({ params }) =>
    readAtOnce(async (db) => {
      await existing(findProduct(db, params.id))
      return { results: await versionsOf(db, params.id) }
    }),

  addNormativVerzija: ({ params, body, ifVersion, write }) =>
    write((tx, log) => addVersion(tx, log, { ...params, ifVersion }, body)),

  deleteNormativVerzija: ({ params, ifVersion, write }) =>
    write((tx, log) => deleteVersion(tx, log, { ...params, ifVersion }, params.verzija)),

  deleteProduct: ({ params, query: { dryRun }, ifVersion, write, tryOut }) =>
    (dryRun ? tryOut : write)((tx, log) => deleteProduct(tx, log, params.id, ifVersion)),

  restoreProduct: ({ params, query: { izmena }, write, now }) =>
    write((tx, log) => restoreProduct(tx, log, params.id, { now, izmena })),
})
