import type { SheetRow } from './sheet.ts'

/** Of several signs between cells, the one that most lines of the beginning agree on. */
const DELIMITERS = [';', '\t', ','] as const
const SEEN_CHARACTERS = 20_000

/**
 * The sign between the cells of a text: the one of which the first line has most, outside of quotation marks. Serbian
 * Excel writes semicolons, for a comma stands in numbers.
 */
export function delimiterOf(text: string): string {
  const begin = text.slice(0, SEEN_CHARACTERS)
  let inQuotes = false
  const counts = new Map<string, number>()
  for (const sign of begin) {
    if (sign === '"') inQuotes = !inQuotes
    else if (!inQuotes && (sign === '\n' || sign === '\r') && counts.size > 0) break
    else if (!inQuotes && (DELIMITERS as readonly string[]).includes(sign))
      counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  return most?.[0] ?? ';'
}

/** The rows of a text that hold anything (RFC 4180: cells in quotation marks may hold the sign, lines and doubled marks). */
export function* csvRows(text: string, delimiter: string): Generator<SheetRow> {
  const end = text.length
  let at = 0
  for (let red = 1; at < end; red++) {
    const cells: (string | null)[] = []
    for (let isLast = false; !isLast; ) {
      let cell = ''
      if (text[at] === '"') {
        at++
        for (;;) {
          const close = text.indexOf('"', at)
          cell += text.slice(at, close < 0 ? end : close)
          at = close < 0 ? end : close + 1
          if (close < 0 || text[at] !== '"') break
          cell += '"'
          at++
        }
      }
      const from = at
      while (at < end && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
      cell += text.slice(from, at)
      cells.push(cell.trim() === '' ? null : cell)
      isLast = at >= end || text[at] !== delimiter
      if (!isLast) at++
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    if (cells.some((cell) => cell !== null)) yield { red, cells }
  }
}
