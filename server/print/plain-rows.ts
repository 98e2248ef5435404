import { printedText, TABLE_POINTS } from './paper-text.ts'
import type { PlacedText, PlainRows } from './pdf-definition.ts'
import { advanceOf } from './pdf-signs.ts'

/** Space left and right of a text in a table, in points. The widths of columns are those of their texts. */
export const PADDING = 4
/** Of a line of text, in points, and where its letters stand in it. */
const LINE = 10.3
const BASELINE = 7.6
const [ROW_TOP, ROW_BOTTOM, RULE] = [2.5, 2, 0.4]

export type PlainColumn = { readonly width: number; readonly right: boolean }

/**
 * Rows of texts in columns of these widths (points), each as high as its longest text wraps: placed here and written into
 * the PDF as they are (server/print/pdf-rows.ts), since pdfmake takes 0.7 ms to lay such a row out.
 */
export function plainRows(columns: readonly PlainColumn[], rows: readonly (readonly string[])[]): PlainRows {
  const lefts: number[] = []
  let w = 0
  for (const { width } of columns) {
    lefts.push(w + PADDING)
    w += width + 2 * PADDING
  }
  const texts: PlacedText[] = []
  const rules: number[] = []
  let h = 0
  for (const row of rows) {
    let most = 1
    for (const [at, { width, right }] of columns.entries()) {
      const lines = linesOf(row[at] ?? '', width)
      if (lines.length > most) most = lines.length
      for (const [no, { text, width: taken }] of lines.entries()) {
        const x = (lefts[at] ?? 0) + (right ? width - taken : 0)
        texts.push({ text, x, y: h + ROW_TOP + no * LINE + BASELINE })
      }
    }
    h += ROW_TOP + most * LINE + ROW_BOTTOM + RULE
    rules.push(h - RULE / 2)
  }
  return { type: 'rect', x: 0, y: 0, w, h, texts, rules, points: TABLE_POINTS }
}

type Line = { text: string; width: number }

/** A text as it wraps in so much room: between words, behind `/` and `-`, and within a word that is longer than a line. */
function linesOf(written: string, room: number): Line[] {
  const text = printedText(written)
  if (text === '') return []
  const whole = widthOf(text)
  if (whole <= room) return [{ text, width: whole }]
  const lines: Line[] = []
  let line = ''
  for (const word of text.split(/(?<=[ /-])/)) {
    if (line && widthOf((line + word).trimEnd()) > room) {
      lines.push(lineOf(line))
      line = ''
    }
    line += word
    while (widthOf(line.trimEnd()) > room) {
      const most = fitting(line, room)
      lines.push(lineOf(line.slice(0, most)))
      line = line.slice(most)
    }
  }
  if (line.trimEnd()) lines.push(lineOf(line))
  return lines
}

const lineOf = (line: string): Line => ({ text: line.trimEnd(), width: widthOf(line.trimEnd()) })

/** Code units of the longest beginning that fits, at least one sign. */
function fitting(text: string, room: number): number {
  let width = 0
  let units = 0
  for (const sign of text) {
    width += advanceOf(sign) * TABLE_POINTS
    if (units > 0 && width > room) break
    units += sign.length
  }
  return units
}

function widthOf(text: string): number {
  let width = 0
  for (const sign of text) width += advanceOf(sign)
  return width * TABLE_POINTS
}
