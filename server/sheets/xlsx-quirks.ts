import { NO_RESULT } from '#domain/sheet.ts'
import type { Hidden } from './hidden.ts'

// Contents of an xlsx beside what the parser tells of it.

const RELATIONS = /^(.*\/)?_rels\/workbook\d*\.xml\.rels$/i
const RELATION = /<(?:\w+:)?Relationship\b([^<>]*)>/g
const XLSX_ROW = /<(?:\w+:)?row\b([^<>]*)>/g
const ID = /\sId\s*=\s*["']([^"']*)["']/
const TARGET = /\sTarget\s*=\s*["']([^"']*)["']/
const NUMBER = /\sr\s*=\s*["']([^"']*)["']/
const HIDDEN = /\shidden\s*=\s*["']([^"']*)["']/

/** The rows that are hidden in an xlsx, by its unpacked members; the parser itself tells of its sheets. */
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

/** A cell with a formula, what stands before the formula, and whether it says that its result is an empty text. */
const UNCOMPUTED =
  /<((?:\w+:)?)c\b([^<>]*)>\s*<\1f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/\1f>)\s*(?:(?:<\1v\s*\/>|<\1v>\s*<\/\1v>)\s*)?<\/\1c>/g
const EMPTY_TEXT = /\bt\s*=\s*["']str["']/
const FORMULA_END = /<\/(\w+:)?f>/

/**
 * The XML of a sheet in which a formula without its result shows NO_RESULT: programs that write workbooks often leave
 * the calculation to Excel, where the user sees the result, and for the parser such a cell would be empty.
 */
export function markUncomputed(sheetXml: Uint8Array): Uint8Array {
  // Byte by byte, so that letters of whatever encoding come out as they went in.
  const xml = Buffer.from(sheetXml.buffer, sheetXml.byteOffset, sheetXml.byteLength).toString('latin1')
  if (!FORMULA_END.test(xml)) return sheetXml
  const marked = xml.replace(UNCOMPUTED, (cell, prefix: string, attributes: string) => {
    if (EMPTY_TEXT.test(attributes)) return cell
    const others = attributes.replace(/\st\s*=\s*["']\w*["']/, '')
    return `<${prefix}c${others} t="e"><${prefix}v>${NO_RESULT}</${prefix}v></${prefix}c>`
  })
  return Buffer.from(marked, 'latin1')
}
