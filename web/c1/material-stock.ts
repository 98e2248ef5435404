import type { C1Stavka } from '#contract/c1.ts'
import type { NormativReply } from '#contract/products.ts'
import type { Micro } from '#domain/decimal.ts'
import type { C1Line } from './c1-draft.ts'
import { normativOf } from './line-normativ.ts'

/** The stock of a material now, and whether the export needs more. */
export type MaterialStock = { readonly na_stanju: Micro | null; readonly short: boolean }

type NeedingLine = Pick<C1Line, 'stored' | 'proizvod_id' | 'kolicina'>
type CopiedNormativ = Pick<C1Stavka, 'normativ'>

/**
 * The stock of every material that the lines of an export need, by its ID; null where no normativ of `today` (by
 * product) names it. The need of the stored document counts as given back. Its shortage stays while the need is the
 * same: the rest of the stock may be needed by other exports.
 */
export function materialStock(
  lines: readonly NeedingLine[],
  stored: readonly CopiedNormativ[],
  today: ReadonlyMap<string, NormativReply['normativ']>,
): ReadonlyMap<string, MaterialStock> {
  const inStock = new Map([...today.values()].flat().map(({ materijal_id, na_stanju }) => [materijal_id, na_stanju]))
  // Plain sums: a sum too large to be exact is short in any case.
  const needs = new Map<string, { more: number; short: boolean }>()
  for (const line of lines) {
    for (const { materijal_id, kolicina, manjak } of normativOf(line, today.get(line.proizvod_id) ?? [])) {
      const before = needs.get(materijal_id)
      needs.set(materijal_id, {
        more: (before?.more ?? 0) + (kolicina ?? 0),
        short: before?.short || manjak > 0,
      })
    }
  }
  for (const { materijal_id, kolicina } of stored.flatMap(({ normativ }) => normativ)) {
    const need = needs.get(materijal_id)
    if (need) need.more -= kolicina
  }
  return new Map(
    [...needs].map(([materijal_id, { more, short }]) => {
      const na_stanju = inStock.get(materijal_id) ?? null
      return [materijal_id, { na_stanju, short: more === 0 || na_stanju === null ? short : more > na_stanju }]
    }),
  )
}
