import { type ProductRow, productEndpoints } from '#contract/products.ts'
import { searchText } from '#domain/search-text.ts'
import { upperCode } from '#domain/sheet.ts'
import { call } from '#web/api.ts'
import type { SettledLine } from '#web/documents/draft-reducer.ts'
import type { Option } from '#web/ui/combobox.tsx'
import { type C1Line, unknownProduct } from './c1-draft.ts'

const OFFERED_MAX = 20
/** More texts than this are looked up in the whole catalogue at once. */
const SINGLE_LOOKUPS_MAX = 4
const WHOLE_CATALOGUE = 5000

export type ProductOption = Option & { readonly product: ProductRow }

/** Products whose name or ID holds the text, over the whole catalogue. */
export async function searchProducts(search: string, signal?: AbortSignal): Promise<ProductOption[]> {
  const products = await productsLike(search, OFFERED_MAX, signal)
  return products.map((product) => ({
    id: product.id,
    name: product.naziv,
    detail: `HS ${product.hs_code}`,
    product,
  }))
}

const productsLike = async (search: string, limit: number, signal?: AbortSignal): Promise<ProductRow[]> =>
  (await call(productEndpoints.listProducts, { query: { search, limit }, signal })).results

/** Text in the cell of a product and the line it stands in; `naziv` is the name that may come beside an ID. */
export type ProductLookup = { readonly line: string; readonly id: string; readonly naziv: string }

/**
 * The products that are meant, by ID or else by name. `guess` also takes the only one that the search offers: somebody
 * typed faster than the offer came.
 */
export async function lookUpProducts(
  lookups: readonly ProductLookup[],
  { guess = false } = {},
): Promise<Map<string, SettledLine<C1Line>>> {
  const texts = [...new Set(lookups.flatMap(({ id, naziv }) => [id, naziv]))]
  const found =
    texts.length > SINGLE_LOOKUPS_MAX
      ? [await productsLike('', WHOLE_CATALOGUE)]
      : await Promise.all(texts.map((text) => productsLike(text, OFFERED_MAX)))
  const products = [...new Map(found.flat().map((product) => [product.id, product])).values()]
  const only = guess && products.length === 1 ? products[0] : undefined
  return new Map(lookups.map((lookup) => [lookup.line, settledAs(lookup.id, meantBy(lookup, products) ?? only)]))
}

/** By ID, else by a name that only one product has; compared without case, marks and script. */
export function meantBy<P extends Pick<ProductRow, 'id' | 'naziv'>>(
  { id, naziv }: Pick<ProductLookup, 'id' | 'naziv'>,
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
