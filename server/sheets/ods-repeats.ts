import { type SheetLimits, SheetRefused } from './sheet-limits.ts'

const TAG = /<(\/?)[\w-]+:(table-row|table-cell)\b((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/g

/**
 * OpenDocument writes equal rows and cells once, with a count; a kilobyte can so stand for billions of cells, and the
 * parser makes every one. Adds up what the repeats of cells with content come to and throws SheetRefused before that.
 * Empty cells and rows repeat to the end of every sheet that LibreOffice saves and cost nothing.
 */
export function checkOdsRepeats(content: string, limits: SheetLimits): void {
  let cells = 0
  let rowRepeat = 1
  for (const [, closing, name, attributes = '', empty] of content.matchAll(TAG)) {
    if (closing) continue
    if (name === 'table-row') rowRepeat = repeat(attributes, 'rows')
    else if (!empty) cells += rowRepeat * repeat(attributes, 'columns')
    if (cells > limits.maxCells) throw new SheetRefused('too-large')
  }
}

const repeat = (attributes: string, what: 'rows' | 'columns'): number =>
  Number(new RegExp(`number-${what}-repeated\\s*=\\s*["']\\s*(\\d+)`).exec(attributes)?.[1] ?? 1)
