import type { Micro } from '#domain/decimal.ts'
import { quoted } from '#domain/sheet.ts'
import { numberFault, readNumber } from '#domain/sheet-number.ts'
import { typedNumber } from './draft-check.ts'

/** A pasted cell of a number column: the form's text, and the sentence about it where it is none. */
export type NumberCell = { readonly text: string; readonly error: string | null }

/**
 * A pasted number in Serbian notation, where `1.234` is a thousand and more, as spreadsheets show it (decisions §5).
 * What cannot be read keeps its text.
 */
export function pastedNumber(label: string, text: string): NumberCell {
  const reading = readNumber(text, { grouped: true })
  if (reading.kind === 'number') return { text: typedNumber(reading.value), error: null }
  return { text, error: numberFault(label, reading.kind, quoted(text)) }
}

/** Quantity and price accept digits, comma and point only (spec §5); anything else is not taken over. */
export const isNumberText = (text: string): boolean => /^[\d.,\s]*$/.test(text)

export const ONE = 1_000_000 as Micro
/** The stepper of prices (spec §5). */
export const PRICE_STEP = 10_000 as Micro
