import { NO_RESULT } from '#domain/sheet.ts'
import { type SheetLimits, SheetRefused } from './sheet-limits.ts'

/**
 * Hidden parts of a workbook that the parser does not report: the sheets by their places, and the rows of a sheet,
 * counted from 1, by its place and the id of its relation in the workbook.
 */
export type Hidden = {
  isSheet(place: number): boolean
  rowsOf(place: number, relation: string | undefined): ReadonlySet<number>
}

export const NOTHING_HIDDEN: Hidden = { isSheet: () => false, rowsOf: () => new Set() }

// Contents of an xlsx beside those that the parser reports.

const RELATIONS = /^(.*\/)?_rels\/workbook\d*\.xml\.rels$/i
const RELATION = /<(?:\w+:)?Relationship\b([^<>]*)>/g
const XLSX_ROW = /<(?:\w+:)?row\b([^<>]*)>/g
const ID = /\sId\s*=\s*["']([^"']*)["']/
const TARGET = /\sTarget\s*=\s*["']([^"']*)["']/
const NUMBER = /\sr\s*=\s*["']([^"']*)["']/
const HIDDEN = /\shidden\s*=\s*["']([^"']*)["']/

/** The hidden rows of an xlsx, by its unpacked members; the parser itself reports hidden sheets. */
export function hiddenInXlsx(members: ReadonlyMap<string, Uint8Array>): Hidden {
  const text = (name: string | undefined) => new TextDecoder().decode(members.get(name ?? ''))
  const memberOf = (relation: string | undefined) => {
    const relations = [...members.keys()].find((name) => RELATIONS.test(name))
    const folder = RELATIONS.exec(relations ?? '')?.[1] ?? ''
    const all = text(relations).matchAll(RELATION)
    const target = [...all].find(([, attributes = '']) => ID.exec(attributes)?.[1] === relation)?.[1] ?? ''
    return URL.parse(TARGET.exec(target)?.[1] ?? '', `file:///${folder}`)?.pathname.slice(1)
  }
  return {
    isSheet: () => false,
    rowsOf(_, relation) {
      const rows = new Set<number>()
      let red = 0
      for (const [, attributes = ''] of text(memberOf(relation)).matchAll(XLSX_ROW)) {
        red = Number(NUMBER.exec(attributes)?.[1] ?? red + 1)
        if (/^(1|true)$/.test(HIDDEN.exec(attributes)?.[1] ?? '')) rows.add(red)
      }
      return rows
    },
  }
}

/** A cell with a formula, the text before the formula, and whether its result is an empty text. */
const UNCOMPUTED =
  /<((?:\w+:)?)c\b([^<>]*)>\s*<\1f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/\1f>)\s*(?:(?:<\1v\s*\/>|<\1v>\s*<\/\1v>)\s*)?<\/\1c>/g
const EMPTY_TEXT = /\bt\s*=\s*["']str["']/
const FORMULA_END = /<\/(\w+:)?f>/

/**
 * The XML of a sheet in which a formula without its result shows NO_RESULT. Programs that write workbooks often leave
 * the calculation to Excel: the user sees the result there, but for the parser the cell is empty.
 */
export function markUncomputed(sheetXml: Uint8Array): Uint8Array {
  // It works byte by byte, so that letters of any encoding stay unchanged.
  const xml = Buffer.from(sheetXml.buffer, sheetXml.byteOffset, sheetXml.byteLength).toString('latin1')
  if (!FORMULA_END.test(xml)) return sheetXml
  const marked = xml.replace(UNCOMPUTED, (cell, prefix: string, attributes: string) => {
    if (EMPTY_TEXT.test(attributes)) return cell
    const others = attributes.replace(/\st\s*=\s*["']\w*["']/, '')
    return `<${prefix}c${others} t="e"><${prefix}v>${NO_RESULT}</${prefix}v></${prefix}c>`
  })
  return Buffer.from(marked, 'latin1')
}

// Contents of an OpenDocument spreadsheet that the parser overlooks or misreads.

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
 * The content of an OpenDocument spreadsheet without its drawings. A stamp or a frame with a text is stored in the cell
 * to which it is anchored, and the parser takes its text for that of the cell.
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
 * OpenDocument writes equal rows and cells once, with a count. A kilobyte can stand for billions of cells, and the
 * parser makes every one. This adds up the repeats of filled cells and throws SheetRefused before that. Empty cells and
 * rows repeat to the end of every sheet that LibreOffice saves, and cost nothing. A file that deceives this check meets
 * the limits of time and memory.
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
