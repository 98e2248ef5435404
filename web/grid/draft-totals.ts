import { type Micro, NO_AMOUNT, NO_QUANTITY, type Para, parseSerbian } from '#domain/decimal.ts'
import { documentTotals, lineAmount } from '#domain/invoice.ts'

export type DraftTotals = { readonly stavki: number; readonly kolicina: Micro; readonly vrednost: Para }

/** The amount of a line while it is typed; null where quantity or price is no number yet. */
export function typedAmount(kolicina: string, cena: string): Para | null {
  const quantity = parseSerbian(kolicina)
  const price = parseSerbian(cena)
  if (quantity === null || price === null || quantity < 0 || price < 0) return null
  return lineAmount(quantity, price)
}

/**
 * Totals of lines while they are typed; text that is no number counts nothing. Null beyond the limits of the books.
 * The server computes its own (decisions §2).
 */
export function typedTotals<L extends { readonly kolicina: string }>(
  lines: readonly L[],
  priceOf: (line: L) => string,
): DraftTotals | null {
  const totals = documentTotals(
    lines.map((line) => {
      const quantity = parseSerbian(line.kolicina)
      return {
        kolicina: quantity !== null && quantity > 0 ? quantity : NO_QUANTITY,
        iznos: typedAmount(line.kolicina, priceOf(line)) ?? NO_AMOUNT,
      }
    }),
  )
  return totals && { stavki: lines.length, kolicina: totals.kolicina_total, vrednost: totals.vrednost_total }
}
