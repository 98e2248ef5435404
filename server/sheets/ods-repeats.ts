import { type SheetLimits, SheetRefused } from './sheet-limits.ts'

const TAG = /<(\/?)(?:[^\s<>/:"']*:)?(table-row|table-cell)\b((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/g
const ROWS = /number-rows-repeated\s*=\s*["']([^"']*)/
const COLUMNS = /number-columns-repeated\s*=\s*["']([^"']*)/

/**
 * OpenDocument writes equal rows and cells once, with a count; a kilobyte can so stand for billions of cells, and the
 * parser makes every one. Adds up what the repeats of cells with content come to and throws SheetRefused before that.
 * Empty cells and rows repeat to the end of every sheet that LibreOffice saves and cost nothing. A file that deceives
 * this look ahead meets the limits of time and memory.
 */
export function checkOdsRepeats(content: string, limits: SheetLimits): void {
  let cells = 0
  let rowRepeat = 1
  for (const [, closing, name, attributes = '', empty] of content.matchAll(TAG)) {
    if (closing) continue
    if (name === 'table-row') rowRepeat = count(ROWS, attributes)
    else if (!empty) cells += rowRepeat * count(COLUMNS, attributes)
    if (cells > limits.maxCells) throw new SheetRefused('too-large')
  }
}

/** As the parser reads it, which takes 1e6 for a million. */
const count = (pattern: RegExp, attributes: string): number => Number(pattern.exec(attributes)?.[1] ?? 1) || 1
