import { formatMicro, MAX_ENTERED, type Micro, microText, parseSerbian } from '#domain/decimal.ts'
import { quoted } from '#domain/sheet.ts'
import { type Notation, type NumberProblem, provenNotation, readAs, readNumber } from '#domain/sheet-number.ts'

/**
 * Text typed into a number field → the text the form keeps: `12.5`, `12.000` and `1.234,50` become `12,5`, `12000` and
 * `1234,5`. It never carries thousands points, so reading it back needs no guess. Text that is no number stays as it
 * is, for the error.
 */
export function keptNumber(text: string): string {
  const value = parseSerbian(text)
  return value === null ? text.trim() : typedNumber(value)
}

/** The form's text → what the field shows while nobody types in it: `1.234,50`. */
export function shownNumber(text: string, minPlaces = 0): string {
  const value = parseSerbian(text)
  return value === null ? text : formatMicro(value, { minPlaces })
}

/** One step up or down from the form's text, never below `min` or above what may be entered; null for no number. */
export function steppedNumber(text: string, step: Micro, up: boolean, min: Micro): string | null {
  const value = parseSerbian(text || '0')
  if (value === null) return null
  const next = value + (up ? step : -step)
  return typedNumber(Math.max(min, Math.min(next, MAX_ENTERED)) as Micro)
}

/** A pasted number: the form's text, and a sentence where it could be another or was rounded; or why it is none. */
export type PastedNumber =
  | { readonly kind: 'number'; readonly text: string; readonly said: string | null }
  | { readonly kind: NumberProblem }

/**
 * Text pasted into a number field. Its notation is the one that its column proves, or that it proves alone. In the
 * Serbian one, and where none is proven, `1.234` is a thousand and more, as spreadsheets show it (decisions §5).
 */
export function pastedNumber(text: string, notation: Notation | null = provenNotation([text])): PastedNumber {
  const one = text.trim()
  if (/[\t\r\n]/.test(one)) return { kind: 'not-a-number' }
  const reading = readNumber(one, { grouped: true, notation: notation ?? 'serbian' })
  if (reading.kind !== 'number') return reading
  const { value, note } = reading
  const rounded = note === 'rounded' ? `${quoted(one)} je zaokruženo na ${formatMicro(value)}.` : null
  const guess = note === 'guessed' && !notation ? readAs(quoted(one), value) : null
  return { kind: 'number', text: typedNumber(value), said: rounded ?? guess }
}

/** A stored number → the text the form keeps: decimal comma, no thousands points. */
export const typedNumber = (value: Micro): string => formatMicro(value).replaceAll('.', '')

/**
 * The form's text → the plain decimal text that the contract reads. Other text goes on as it is, to be refused;
 * blanks alone are nothing typed.
 */
export function wireNumber(text: string): string {
  const value = parseSerbian(text)
  return value === null ? text.trim() : microText(value)
}
