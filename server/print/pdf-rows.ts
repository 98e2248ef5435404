import type { PlainRows } from './pdf-definition.ts'

/** The insides of pdfmake 0.3.11 and pdfkit 0.19, as far as we reach into them. */
type Font = {
  id: string
  encode(text: string): [string[], unknown]
  widthOfString(text: string, size: number): number
  ref(): unknown
}
type Document = {
  page: { height: number; fonts: Record<string, unknown> }
  provideFont(family: string, bold: boolean, italics: boolean): Font
  addContent(content: string): void
}
type Renderer = { pdfDocument: Document; renderVector(vector: object): void }

const INK = '0.102 0.102 0.102 rg'
const RULES = '0.4 w 0.604 0.604 0.604 RG'
const FAMILY = 'Roboto'

/** Has pdfmake write plain rows as they are placed; `drawn` is told how many, each time. */
export function drawPlainRows({ prototype }: { prototype: Renderer }, drawn: (rows: number) => void): void {
  const { renderVector } = prototype
  prototype.renderVector = function (vector) {
    if (!('texts' in vector)) return renderVector.call(this, vector)
    const rows = vector as PlainRows
    this.pdfDocument.addContent(contentOf(this.pdfDocument, rows))
    drawn(rows.rules.length)
  }
}

/** In the coordinates of PDF, which count from the bottom of the page. */
function contentOf(document: Document, { x, y, w, texts, rules, points }: PlainRows): string {
  const bottom = document.page.height - y
  const lines = rules.map((down) => `${fixed(x)} ${fixed(bottom - down)} m ${fixed(x + w)} ${fixed(bottom - down)} l S`)
  const signs: string[] = []
  let font: Font | null = null
  function write(text: string, family: string, left: number, down: number) {
    const other = document.provideFont(family, false, false)
    if (other !== font) {
      font = other
      document.page.fonts[font.id] ??= font.ref()
      signs.push(`/${font.id} ${points} Tf`)
    }
    signs.push(`1 0 0 1 ${fixed(x + left)} ${fixed(bottom - down)} Tm <${encoded(other, text)}> Tj`)
    return other
  }
  for (const { text, runs, x: left, y: down } of texts) {
    if (!runs) {
      write(text, FAMILY, left, down)
      continue
    }
    let at = left
    for (const run of runs) at += write(run.text, run.font, at, down).widthOfString(run.text, points)
  }
  const height = fixed(document.page.height)
  return ['q', `1 0 0 -1 0 ${height} cm`, RULES, ...lines, INK, 'BT', ...signs, 'ET', 'Q'].join('\n')
}

const fixed = (points: number): string => points.toFixed(2)

const codes = new WeakMap<Font, Map<string, string>>()

/** The signs of a text as the font of this document names them. */
function encoded(font: Font, text: string): string {
  const known = codes.get(font) ?? new Map<string, string>()
  codes.set(font, known)
  let hex = ''
  for (const sign of text) {
    let code = known.get(sign)
    if (code === undefined) {
      code = font.encode(sign)[0].join('')
      known.set(sign, code)
    }
    hex += code
  }
  return hex
}
