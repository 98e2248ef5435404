import { type ProductRow, productEndpoints } from '#contract/products.ts'
import { searchText } from '#domain/search-text.ts'
import { upperCode } from '#domain/sheet.ts'
import { goodsLookup } from '#web/documents/goods-lookup.ts'
import type { Lookup } from '#web/drafts/use-lookups.ts'
import { C1_FIELDS, type C1Line } from './c1-draft.ts'
import { c1Texts } from './c1-texts.ts'

/** How the grid of a C1 looks products up. */
export const C1_LOOKUP = goodsLookup<typeof productEndpoints.listProducts, C1Line>(C1_FIELDS.cell, {
  endpoint: productEndpoints.listProducts,
  detailOf: ({ hs_code }) => `HS ${hs_code}`,
  meantIn: (rows) => (lookup) => meantBy(lookup, rows),
  chosen: ({ id, naziv, jedinica_mere, hs_code }) => ({ proizvod_id: id, proizvod: naziv, jedinica_mere, hs_code }),
  failed: c1Texts.lookupFailed,
  emptyText: 'Nema takvog proizvoda u katalogu.',
})

/** By ID, else by a name that only one product has; compared without case, marks and script. */
export function meantBy<P extends Pick<ProductRow, 'id' | 'naziv'>>(
  { id, naziv }: Pick<Lookup, 'id' | 'naziv'>,
  products: readonly P[],
): P | undefined {
  const byId = products.find((product) => product.id === id || product.id === upperCode(id))
  if (byId) return byId
  const [named, ...others] = products.filter((product) => searchText(product.naziv) === searchText(naziv))
  return others.length === 0 ? named : undefined
}
