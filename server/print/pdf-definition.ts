/**
 * The part of pdfmake's document description that our papers use. Its published types bring the complete DOM library
 * with them, so that the compiler would accept `document` and `window` in server code.
 */
export type Cell = {
  text?: string | Cell[]
  font?: string
  stack?: Block[]
  bold?: boolean
  fontSize?: number
  lineHeight?: number
  color?: string
  fillColor?: string
  alignment?: 'left' | 'right' | 'center'
  noWrap?: boolean
  wordBreak?: 'break-all'
  colSpan?: number
  margin?: [number, number, number, number]
}

export type TableLayout = {
  hLineWidth: (line: number, node: { table: PdfTable }) => number
  vLineWidth: () => number
  hLineColor: string
  paddingLeft: () => number
  paddingRight: () => number
  paddingTop: () => number
  paddingBottom: () => number
}

export type PdfTable = {
  widths: (number | 'auto')[]
  body: Cell[][]
  headerRows?: number
  keepWithHeaderRows?: number
  dontBreakRows?: boolean
}

export type Block = Cell & {
  table?: PdfTable
  layout?: TableLayout
  columns?: (Block & { width?: number | '*' | 'auto' })[]
  columnGap?: number
  canvas?: Rule[]
  unbreakable?: boolean
  pageBreak?: 'before'
} & Partial<Section>

type Rule = { type: 'line'; x1: number; y1: number; x2: number; y2: number; lineWidth: number; lineColor?: string }

/** A part of the content, at its root, with a sheet of its own. */
export type Section = Pick<PdfDefinition, 'pageSize' | 'pageOrientation' | 'pageMargins' | 'header' | 'footer'> & {
  section: Block[]
}

export type PdfDefinition = {
  info: { title: string; subject: string; creator: string; producer: string; creationDate: Date }
  language: string
  pageSize: 'A4'
  pageOrientation: 'portrait' | 'landscape'
  pageMargins: [number, number, number, number]
  defaultStyle: { font: 'Roboto'; fontSize: number; lineHeight: number; color: string }
  header: (page: number) => Block | null
  footer: (page: number, pages: number) => Block
  content: Block[]
}
