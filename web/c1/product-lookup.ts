import { productEndpoints } from '#contract/products.ts'
import { ProductForm } from '#web/catalogue/product-form.tsx'
import { goodsLookup } from '#web/grid/goods-lookup.ts'
import { C1_FIELDS, type C1Line } from './c1-draft.ts'
import { c1Texts } from './c1-texts.ts'
import { meantBy } from './meant-product.ts'

/** How the grid of a C1 looks products up. */
export const C1_LOOKUP = goodsLookup<typeof productEndpoints.listProducts, C1Line>(C1_FIELDS.cell, {
  endpoint: productEndpoints.listProducts,
  detailOf: ({ hs_code }) => `HS ${hs_code}`,
  meantIn: (rows) => (lookup) => meantBy(lookup, rows),
  chosen: ({ id, naziv, jedinica_mere, hs_code }) => {
    return { proizvod_id: id, proizvod: naziv, jedinica_mere, hs_code, usmerenja: '' }
  },
  addText: (typed) => `Novi proizvod „${typed}“`,
  Form: ProductForm,
  failed: c1Texts.lookupFailed,
  emptyText: 'Nema takvog proizvoda u katalogu.',
})
