import type { MaterialTransaction } from '#contract/materials.ts'
import { type Micro, sum } from '#domain/decimal.ts'

/**
 * The figure of the card 'Ukupno izlaza': the sum of the OUTPUT rows of the loaded page when it is above 0 (spec §2),
 * else all that was consumed. `ofPage` says which, so that the card can name it.
 */
export function shownOutputs(
  page: readonly Pick<MaterialTransaction, 'type' | 'quantity'>[],
  totalConsumed: Micro,
): { value: Micro; ofPage: boolean } {
  const value = sum(page.filter(({ type }) => type === 'OUTPUT').map(({ quantity }) => quantity))
  return value > 0 ? { value, ofPage: true } : { value: totalConsumed, ofPage: false }
}
