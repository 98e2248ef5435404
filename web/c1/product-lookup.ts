import { type ProductRow, productEndpoints } from '#contract/products.ts'
import { searchText } from '#domain/search-text.ts'
import { upperCode } from '#domain/sheet.ts'
import { rowsLike, rowsMeantBy } from '#web/catalogue-rows.ts'
import type { SettledLine } from '#web/documents/draft-reducer.ts'
import type { Lookup, LookupKind } from '#web/documents/use-lookups.ts'
import type { Option } from '#web/ui/combobox.tsx'
import { type C1Line, unknownProduct } from './c1-draft.ts'
import { c1Texts } from './c1-texts.ts'

export type ProductOption = Option & { readonly product: ProductRow }

/** Products whose name or ID holds the text, over the whole catalogue. */
export async function searchProducts(search: string, signal?: AbortSignal): Promise<ProductOption[]> {
  const { results } = await rowsLike(productEndpoints.listProducts, search, signal)
  return results.map((product) => ({
    id: product.id,
    name: product.naziv,
    detail: `HS ${product.hs_code}`,
    product,
  }))
}

/**
 * The products that are meant, by ID or else by name. Of a text that was just typed also the only one that the search
 * offers: somebody was faster than the offer.
 */
export async function lookUpProducts(lookups: readonly Lookup[]): Promise<Map<string, SettledLine<C1Line>>> {
  const texts = [...new Set(lookups.flatMap(({ id, naziv }) => [id, naziv]))]
  const products = await rowsMeantBy(productEndpoints.listProducts, texts)
  const typed = lookups.every((lookup) => lookup.typed) && texts.length === 1
  const only = typed && products.length === 1 ? products[0] : undefined
  return new Map(lookups.map((lookup) => [lookup.line, settledAs(lookup.id, meantBy(lookup, products) ?? only)]))
}

/** How the grid of a C1 looks products up. */
export const C1_LOOKUP: LookupKind<C1Line> = {
  pendingText: ({ proizvod_id, proizvod }) => (proizvod_id === '' ? proizvod.trim() : ''),
  lookUp: lookUpProducts,
  failed: c1Texts.lookupFailed,
}

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

const settledAs = (text: string, product: ProductRow | undefined): SettledLine<C1Line> => ({
  isCurrent: (line) => line.proizvod_id === '' && line.proizvod === text,
  change: () => (product ? { ...chosenProduct(product) } : {}),
  errors: product ? {} : { proizvod_id: unknownProduct(text) },
})

/** What a chosen product fills in. */
export const chosenProduct = ({ id, naziv, jedinica_mere, hs_code }: ProductRow): Partial<C1Line> => ({
  proizvod_id: id,
  proizvod: naziv,
  jedinica_mere,
  hs_code,
})
