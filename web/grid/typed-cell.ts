import { MAX_ADDED_ITEMS, MAX_REDNI_BROJ, MIN_ADDED_ITEMS } from '#contract/limits.ts'
import { type Micro, ONE } from '#domain/decimal.ts'
import { quoted } from '#domain/sheet.ts'
import { type Notation, numberFault } from '#domain/sheet-number.ts'
import { pastedNumber } from '#web/ui/number-text.ts'

/** A pasted cell of a number column: the form's text, a sentence where it is none, and one where it could be another. */
export type TypedNumber = { readonly text: string; readonly error: string | null; readonly guess?: string }

/** A pasted number in the notation that its column proves, or by itself. Unreadable text stays. */
export function numberCell(label: string, text: string, notation: Notation | null): TypedNumber {
  const pasted = pastedNumber(text, notation)
  if (pasted.kind !== 'number') return { text, error: numberFault(label, pasted.kind, quoted(text)) }
  return { text: pasted.text, error: null, ...(pasted.said ? { guess: `${label}: ${pasted.said}` } : {}) }
}

/**
 * A pasted number of a line in its invoice: from 1 to MAX_REDNI_BROJ, without decimals. Its text stays as it was
 * pasted.
 */
export const pastedOrdinal = (text: string): TypedNumber => ({
  text,
  error: isOrdinal(text) ? null : `Redni broj: ${quoted(text)} nije ceo broj.`,
})

const isOrdinal = (text: string): boolean => /^[1-9]\d*$/.test(text) && Number(text) <= MAX_REDNI_BROJ

/**
 * Characters that a number cell takes while one types: digits, comma and point only (spec §5). Text that was pasted
 * wrongly and holds more may become shorter, so that it can be mended.
 */
export const takesText = (before: string, text: string): boolean =>
  ONLY_NUMBERS.test(text) || (!ONLY_NUMBERS.test(before) && text.length < before.length)

const ONLY_NUMBERS = /^[\d.,\s]*$/

/** The step that Ctrl with an arrow makes, and where it stops; smaller numbers can be typed (decisions §5). */
export type Step = { readonly by: Micro; readonly min: Micro }
const CENT = 10_000 as Micro
export const WHOLE_STEP: Step = { by: ONE, min: ONE }
export const CENT_STEP: Step = { by: CENT, min: CENT }

/** How many lines the adder adds: values below 1, and what is no number, become 1, values above 20 become 20 (spec §5). */
export function addedCount(text: string): number {
  const count = Math.trunc(Number(text.trim().replace(',', '.')))
  return Math.min(Math.max(Number.isFinite(count) ? count : MIN_ADDED_ITEMS, MIN_ADDED_ITEMS), MAX_ADDED_ITEMS)
}
