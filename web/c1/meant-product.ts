import type { ProductRow } from '#contract/products.ts'
import { searchText } from '#domain/search-text.ts'
import { upperCode } from '#domain/sheet.ts'
import type { Lookup } from '#web/drafts/use-lookups.ts'

/** Finds a product by ID, else by a name that only one has; case, marks and script do not count. */
export function meantBy<P extends Pick<ProductRow, 'id' | 'naziv'>>(
  { id, naziv }: Pick<Lookup, 'id' | 'naziv'>,
  products: readonly P[],
): P | undefined {
  const byId = products.find((product) => product.id === id || product.id === upperCode(id))
  if (byId) return byId
  const [named, ...others] = products.filter((product) => searchText(product.naziv) === searchText(naziv))
  return others.length === 0 ? named : undefined
}
