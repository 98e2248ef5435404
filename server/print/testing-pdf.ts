import assert from 'node:assert/strict'

type Piece = { text: string; left: number; right: number; baseline: number; points: number }
export type ReadPage = { width: number; pieces: Piece[]; rows: string[]; text: string }
export type ReadPdf = { pages: ReadPage[]; text: string; info: Record<string, unknown> }

type Text = { str: string; transform: number[]; width: number }
/** The document that a test opened by `getDocumentProxy`. */
type OpenPdf = {
  numPages: number
  getPage(number: number): Promise<{
    getTextContent(): Promise<{ items: object[] }>
    getViewport(asked: { scale: number }): { width: number }
  }>
  getMetadata(): Promise<{ info: object }>
}
const isText = (item: object): item is Text => 'str' in item

/** The smallest type on paper. */
const LEAST_POINTS = 7.5

/** Every piece of text stands on the sheet in a type that can be read, and none runs into the next. */
export function assertApart(pages: readonly ReadPage[]) {
  for (const { width, pieces } of pages) {
    for (const { text, left, right, points } of pieces) {
      assert.ok(points > LEAST_POINTS - 0.01, `${text}: ${points} points`)
      assert.ok(left > 35 && right < width - 35, text)
      // The reader joins what touches into one piece.
      assert.doesNotMatch(text, /[^\s\d.]\d[\d.]*,\d{6}|,\d{6}(?![,:]\s)[^\s;.]/)
    }
    for (const row of rowsOf(pieces)) {
      row.reduce((piece, next) => {
        assert.ok(piece.right <= next.left + 0.1, `${piece.text} runs into ${next.text}`)
        return next
      })
    }
  }
}

/** Pages of a PDF: every piece of text with its place in points, and the pieces of a line joined by ` | `. */
export async function readPdf(pdf: OpenPdf): Promise<ReadPdf> {
  const pages: ReadPage[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const pieces = items.flatMap((item): Piece[] => {
      if (!isText(item) || !item.str.trim()) return []
      const [across = 0, up = 0, left = 0, baseline = 0] = item.transform.slice(2)
      return [{ text: item.str, left, right: left + item.width, baseline, points: Math.hypot(across, up) }]
    })
    const rows = rowsOf(pieces).map((row) => row.map(({ text }) => text).join(' | '))
    pages.push({ width: page.getViewport({ scale: 1 }).width, pieces, rows, text: rows.join('\n') })
  }
  const { info } = await pdf.getMetadata()
  return { pages, text: pages.map(({ text }) => text).join('\n'), info: info as Record<string, unknown> }
}

/** Pieces that stand on one line, from the top of the page down, each line from left to right. */
function rowsOf(pieces: Piece[]): Piece[][] {
  const lines = Map.groupBy(pieces, ({ baseline }) => Math.round(baseline))
  return [...lines].sort(([a], [b]) => b - a).map(([, row]) => row.toSorted((a, b) => a.left - b.left))
}
