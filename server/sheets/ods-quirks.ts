import type { Hidden } from './hidden.ts'
import { type SheetLimits, SheetRefused } from './sheet-limits.ts'

// Contents of an OpenDocument spreadsheet that the parser overlooks or takes for something else.

const HIDING_STYLE =
  /<style:style\b[^<>]*?\bstyle:name\s*=\s*["']([^"']*)["'][^<>/]*>\s*<style:table-properties\b[^<>]*\btable:display\s*=\s*["']false["']/g
const TABLE_OR_ROW = /<table:(table|table-row)(\s[^<>]*)?>/g
const STYLE_OF_TABLE = /\stable:style-name\s*=\s*["']([^"']*)["']/
const VISIBILITY = /\stable:visibility\s*=\s*["']([^"']*)["']/
const REPEATED = /\stable:number-rows-repeated\s*=\s*["']([^"']*)["']/

/** The hidden parts of an OpenDocument spreadsheet, by its content; rows beyond `maxRows` do not count. */
export function hiddenInOds(content: string, maxRows: number): Hidden {
  const hiding = new Set([...content.matchAll(HIDING_STYLE)].map(([, name]) => name))
  const tables: { hidden: boolean; rows: Set<number> }[] = []
  let red = 0
  for (const [, name, attributes = ''] of content.matchAll(TABLE_OR_ROW)) {
    if (name === 'table' && attributes.endsWith('/')) continue
    if (name === 'table') {
      tables.push({ hidden: hiding.has(STYLE_OF_TABLE.exec(attributes)?.[1] ?? ''), rows: new Set() })
      red = 0
    } else {
      const last = Math.min(maxRows, red + Number(REPEATED.exec(attributes)?.[1] ?? 1))
      const isHidden = /^(collapse|filter)$/.test(VISIBILITY.exec(attributes)?.[1] ?? '')
      while (red < last)
        if (isHidden) tables.at(-1)?.rows.add(++red)
        else red++
    }
  }
  return {
    isSheet: (place) => tables[place]?.hidden ?? false,
    rowsOf: (place) => tables[place]?.rows ?? new Set(),
  }
}

const DRAWING =
  /<(\/?)draw:(?:caption|circle|connector|control|custom-shape|ellipse|frame|g|line|measure|path|polygon|polyline|rect|regular-polygon)(?:\s[^<>]*?)?(\/?)>/g

/**
 * The content of an OpenDocument spreadsheet without what is drawn on it: a stamp or a frame with a text in it is stored
 * in the cell to which it is anchored, and the parser takes its text for that of the cell.
 */
export function withoutDrawings(content: string): string {
  const kept: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: tag, 1: closing, 2: empty, index } of content.matchAll(DRAWING)) {
    if (depth === 0) kept.push(content.slice(from, index))
    if (closing) depth--
    else if (!empty) depth++
    from = index + tag.length
  }
  return depth === 0 ? [...kept, content.slice(from)].join('') : content
}

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
