/** A text that begins so is a formula to a spreadsheet, also in full width; what begins with the guard would lose it. */
const RUNS = /^['=+\-@＝＋－＠\t\r\n]/
const GUARD = "'"
/** A number as it is shown, with its unit: a minus in front of it makes no formula. */
const FIGURE = /^-?\d[\d.]*(,\d+)?( ?[\p{L}%³²]{1,10})?$/u

/** A text as a cell that no spreadsheet takes for a formula: with a guard in front where it would be one. */
export const guardedText = (text: string): string => (RUNS.test(text) ? `${GUARD}${text}` : text)

/** The same for a cell as it is shown, where a number is text too. */
export const guardedCell = (shown: string): string => (FIGURE.test(shown) ? shown : guardedText(shown))

/** A cell's text without the guard that one of these put in front. */
export const unguardedText = (cell: string): string =>
  cell.startsWith(GUARD) && RUNS.test(cell.slice(1)) ? cell.slice(1) : cell
