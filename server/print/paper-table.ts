import { TABLE_POINTS, words } from './paper-text.ts'
import type { Block, Cell, PdfTable, TableLayout } from './pdf-definition.ts'

/** Space left and right of a text in a table, in points. The widths of columns are those of their texts. */
export const PADDING = 3

const LINE = '#9a9a9a'
const HEAD_FILL = '#ececec'
/** Margin left and right of a sheet, in points. */
export const MARGIN = 36
/** A4 less both margins, in points. */
export const SHEET_WIDTH = { portrait: 595.28 - 2 * MARGIN, landscape: 841.89 - 2 * MARGIN }
export type Orientation = keyof typeof SHEET_WIDTH

const ROW_TOP = 2.5
const lines: TableLayout = {
  hLineWidth: (line, node) => (line === 0 || line === node.table.body.length ? 0.8 : 0.4),
  // Lines between the columns would be a fifth of the drawing time.
  vLineWidth: () => 0,
  hLineColor: LINE,
  paddingLeft: () => PADDING,
  paddingRight: () => PADDING,
  paddingTop: () => ROW_TOP,
  paddingBottom: () => 2,
}

let laidOut: () => void = () => {}
/** Sets the function that is called when a row of a dense table is laid out. */
export const hearRows = (heard: () => void): void => {
  laidOut = heard
}

const DENSE_ROW = 0.6
/** The layout of tables of thousands of rows. */
const denseLines: TableLayout = {
  ...lines,
  paddingTop: () => {
    laidOut()
    return DENSE_ROW
  },
  paddingBottom: () => DENSE_ROW,
}

/** The width left for the text of one more column beside columns of these widths. */
export const restWidth = (sheet: Orientation, widths: number[]): number =>
  widths.reduce((rest, width) => rest - width - 2 * PADDING, SHEET_WIDTH[sheet] - 2 * PADDING)

/** The head of a column. */
export const headCell = (text: string, alignment: 'left' | 'right' | 'center' = 'left'): Cell => ({
  text,
  alignment,
  bold: true,
  fontSize: TABLE_POINTS,
  fillColor: HEAD_FILL,
})

/** The title of a table, above its heads. */
export const titleCell = (text: string, room: number): Cell => ({ ...words(text, room, 9), bold: true, fontSize: 9 })

/** A cell over `columns` columns together with the empty cells that it covers. */
export const spanning = (cell: Cell, columns: number): Cell[] => [
  { ...cell, colSpan: columns },
  ...Array.from({ length: columns - 1 }, () => ({ text: '' })),
]

/**
 * A table with thin lines whose rows never split and whose first `headerRows` rows come back on every page.
 * `nested`: each row holds rows of its own, and splits between them.
 */
export const linedTable = (
  widths: (number | 'auto')[],
  headerRows: number,
  body: Cell[][],
  { dense = false, nested = false } = {},
): Block & { table: PdfTable } => ({
  table: { widths, body, headerRows, keepWithHeaderRows: nested ? 0 : 1, dontBreakRows: !nested },
  layout: dense ? denseLines : lines,
  fontSize: TABLE_POINTS,
  ...(dense && { lineHeight: 1 }),
  margin: [0, 0, 0, 12],
})

/** Rows of a dense table as one cell across it: `above` stands over them on each page, and never ends a page. */
export function under(above: Cell[], widths: number[], body: Cell[][]): Block {
  const inside = { ...denseLines, hLineWidth: (line: number) => (line > 0 && line < body.length + 1 ? 0.4 : 0) }
  const table: PdfTable = { widths, body: [above, ...body], headerRows: 1, keepWithHeaderRows: 1, dontBreakRows: true }
  return { stack: [{ table, layout: inside, margin: [-PADDING, -DENSE_ROW, -PADDING, 0] }] }
}

/** An invisible block: the next block begins a new page if the current one has fewer than this many points left. */
export const roomFor = (points: number): Block => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: 0, y2: points, lineWidth: 0.1, lineColor: '#ffffff' }],
  margin: [0, 0, 0, -points],
})

/** Rows that move to the last page with the foot, so that it does not stand there with one row. Three must fit. */
const WITH_FOOT = 3
const MAX_SMALL_CHARACTERS = 200
const isSmall = (row: Cell[] = []) =>
  row.every(({ text = '', stack }) => !stack && typeof text === 'string' && text.length <= MAX_SMALL_CHARACTERS)

/**
 * A table that keeps `foot` on the page of its last rows, so that `foot` never stands alone on a page. The heads are
 * printed above these rows again.
 */
export function withFoot(block: Block & { table: PdfTable }, foot: Block): Block {
  const { widths, body, headerRows = 0 } = block.table
  const own = block.layout ?? lines
  const [side, top] = [own.paddingLeft(), own.paddingTop()]
  const [inner] = body.at(-1)?.[0]?.stack ?? []
  if (inner?.table) {
    // The last row is a group of rows: the foot stands under the last row of the group.
    const row = spanning({ stack: [withFoot({ ...inner, table: inner.table }, foot)] }, widths.length)
    return { ...block, table: { ...block.table, body: [...body.slice(0, -1), row] }, margin: [0, 0, 0, 0] }
  }
  let first = body.length - 1
  while (first > Math.max(headerRows, body.length - WITH_FOOT) && isSmall(body[first]) && isSmall(body[first - 1]))
    first--
  const rows = body.slice(first)
  const last: Block = {
    table: { widths, body: rows },
    layout: { ...own, hLineWidth: (line) => (line === 0 ? 0 : line === rows.length ? 0.8 : 0.4) },
    margin: [-side, -top, -side, 0],
  }
  const under: Block = { stack: [foot], margin: [-side, 0, -side, 0] }
  const row = spanning({ stack: [last, under] }, widths.length)
  const layout: TableLayout = {
    ...own,
    hLineWidth: (line, node) => (line === node.table.body.length ? 0 : own.hLineWidth(line, node)),
  }
  return { ...block, table: { ...block.table, body: [...body.slice(0, first), row] }, layout, margin: [0, 0, 0, 0] }
}
