import { MAX_ADDED_ITEMS, MIN_ADDED_ITEMS } from '#contract/limits.ts'

/** How many lines the adder adds: values below 1, and what is no number, become 1, values above 20 become 20 (spec §5). */
export function addedCount(text: string): number {
  const count = Math.trunc(Number(text.trim().replace(',', '.')))
  return Math.min(Math.max(Number.isFinite(count) ? count : MIN_ADDED_ITEMS, MIN_ADDED_ITEMS), MAX_ADDED_ITEMS)
}
