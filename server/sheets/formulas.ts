import { NO_RESULT } from '#domain/sheet.ts'

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
