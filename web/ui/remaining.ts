/** The bar is green above this percent of the imported quantity (spec §2). */
const GREEN_ABOVE_PERCENT = 50
/** Above this share it is yellow, else red. */
const YELLOW_ABOVE_PERCENT = 25

export type RemainingTone = 'good' | 'warning' | 'bad'

/** The percent that `part` is of `whole`, from 0 to 100 (spec §2); 0 of nothing. Units do not matter. */
export function percentOf(part: number, whole: number): number {
  if (!(whole > 0)) return 0
  return Math.min(100, Math.max(0, (part / whole) * 100))
}

/** Colour of the bar for a share of 0–100 (spec §2). */
export function remainingTone(percent: number): RemainingTone {
  if (percent > GREEN_ABOVE_PERCENT) return 'good'
  return percent > YELLOW_ABOVE_PERCENT ? 'warning' : 'bad'
}

/** The percent in words: nearly nothing never reads as 0, nearly all never as 100. */
export function percentText(percent: number): string {
  if (percent > 0 && percent < 1) return '<\u00a01\u00a0%'
  if (percent > 99 && percent < 100) return '>\u00a099\u00a0%'
  return `${Math.round(percent)}\u00a0%`
}
