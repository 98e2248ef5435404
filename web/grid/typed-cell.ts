import { MAX_ADDED_ITEMS, MAX_REDNI_BROJ, MIN_ADDED_ITEMS } from '#contract/limits.ts'
import { type Micro, ONE } from '#domain/decimal.ts'
import { quoted } from '#domain/sheet.ts'
import { type Notation, numberFault } from '#domain/sheet-number.ts'
import { pastedNumber } from '#web/ui/number-text.ts'

/** A pasted cell of a number column: its text, an error where it is no number, a guess where it is doubtful. */
export type TypedNumber = { readonly text: string; readonly error: string | null; readonly guess?: string }

/** A pasted number in the notation that its column proves, or by itself. Unreadable text stays. */
export function numberCell(label: string, text: string, notation: Notation | null): TypedNumber {
  const pasted = pastedNumber(text, notation)
  if (pasted.kind !== 'number') return { text, error: numberFault(label, pasted.kind, quoted(text)) }
  return { text: pasted.text, error: null, ...(pasted.said ? { guess: `${label}: ${pasted.said}` } : {}) }
}

/** A pasted ordinal of a line: from 1 to MAX_REDNI_BROJ, without decimals. Its text stays as pasted. */
export const pastedOrdinal = (text: string): TypedNumber => ({
  text,
  error: isOrdinal(text) ? null : `Redni broj: ${quoted(text)} nije ceo broj.`,
})

const isOrdinal = (text: string): boolean => /^[1-9]\d*$/.test(text) && Number(text) <= MAX_REDNI_BROJ

/**
 * Whether a number cell takes typed text: digits, comma and point only (spec §5). Wrongly pasted text with other
 * characters may become shorter, so that the user can correct it.
 */
export const takesText = (before: string, text: string): boolean =>
  ONLY_NUMBERS.test(text) || (!ONLY_NUMBERS.test(before) && text.length < before.length)

const ONLY_NUMBERS = /^[\d.,\s]*$/

/** The step that Ctrl with an arrow makes, and where it stops; smaller numbers can be typed (decisions §5). */
export type Step = { readonly by: Micro; readonly min: Micro }
const CENT = 10_000 as Micro
export const WHOLE_STEP: Step = { by: ONE, min: ONE }
export const CENT_STEP: Step = { by: CENT, min: CENT }

/** The number of lines to add: values below 1 and text that is no number give 1, values above 20 give 20 (spec §5). */
export function addedCount(text: string): number {
  const count = Math.trunc(Number(text.trim().replace(',', '.')))
  return Math.min(Math.max(Number.isFinite(count) ? count : MIN_ADDED_ITEMS, MIN_ADDED_ITEMS), MAX_ADDED_ITEMS)
}
