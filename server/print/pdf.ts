import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inOne } from './papers-in-one.ts'
import type { PdfDefinition } from './pdf-definition.ts'
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
 * Descriptions → the bytes of one PDF, with all of them one after the other; the same descriptions give the same bytes.
 * `written` is told which part of it, 0 to 1, is written as its pages are. Heavy: called in the worker only.
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
