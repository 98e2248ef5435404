import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Block, PdfDefinition } from './pdf-definition.ts'
import { keepFontsOpen } from './pdf-fonts.ts'
import { fallbackFonts, fontFolders, ROBOTO, withEverySign } from './pdf-signs.ts'

type PdfMake = {
  setProgressCallback(callback: (part: number) => void): void
  setFonts(fonts: Record<string, { normal: string; bold: string }>): void
  setUrlAccessPolicy(policy: (url: string) => boolean): void
  setLocalAccessPolicy(policy: (path: string) => boolean): void
  createPdf(definition: PdfDefinition): { getBuffer(): Promise<Buffer> }
}

const require = createRequire(import.meta.url)
const pdfmake: PdfMake = require('pdfmake')

pdfmake.setFonts({
  Roboto: { normal: join(ROBOTO, 'Roboto-Regular.ttf'), bold: join(ROBOTO, 'Roboto-Medium.ttf') },
  ...fallbackFonts,
})
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => fontFolders.has(dirname(path)))
const forgetWords = keepFontsOpen(require('pdfmake/js/PDFDocument.js').default)

/**
 * Draws the descriptions one after the other as one PDF; the same descriptions give the same bytes.
 * `written` gets the written part of the pages, 0 to 1. Heavy: called in the worker only.
 */
export async function drawPdf(
  papers: readonly PdfDefinition[],
  written: (part: number) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  pdfmake.setProgressCallback(written)
  const buffer = await pdfmake.createPdf(inOne(papers.map(withEverySign))).getBuffer()
  forgetWords()
  return new Uint8Array(buffer)
}

/**
 * Joins papers of one sheet size. Each begins on a page of its own and keeps its orientation, heads, feet and page
 * numbers. The file has the `info` of the first.
 */
export function inOne(papers: readonly PdfDefinition[]): PdfDefinition {
  const [first, ...others] = papers
  if (!first) throw new Error('no paper was asked for')
  if (others.length === 0) return first
  return { ...first, header: () => null, footer: () => ({}), content: papers.map(asSection) }
}

/** pdfmake asks for the heads of all pages in order, then for the feet, each by its page number in the file. */
function asSection({ header, footer, content, pageSize, pageOrientation, pageMargins }: PdfDefinition): Block {
  let first = 0
  let last = 0
  return {
    section: content,
    pageSize,
    pageOrientation,
    pageMargins,
    header: (page: number) => {
      first ||= page
      last = page
      return header(page - first + 1)
    },
    footer: (page: number) => footer(page - first + 1, last - first + 1),
  }
}
