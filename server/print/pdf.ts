import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PdfDefinition } from './pdf-definition.ts'
import { keepFontsOpen } from './pdf-fonts.ts'

type PdfMake = {
  setFonts(fonts: Record<string, { normal: string; bold: string }>): void
  setUrlAccessPolicy(policy: (url: string) => boolean): void
  setLocalAccessPolicy(policy: (path: string) => boolean): void
  createPdf(definition: PdfDefinition): { getBuffer(): Promise<Buffer> }
}

const require = createRequire(import.meta.url)
const pdfmake: PdfMake = require('pdfmake')
const folder = join(dirname(require.resolve('pdfmake/package.json')), 'fonts', 'Roboto')

pdfmake.setFonts({ Roboto: { normal: join(folder, 'Roboto-Regular.ttf'), bold: join(folder, 'Roboto-Medium.ttf') } })
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => dirname(path) === folder)
const forgetWords = keepFontsOpen(require('pdfmake/js/PDFDocument.js').default)

/** A description → the bytes of its PDF; the same description gives the same bytes. Heavy: called in the worker only. */
export async function drawPdf(definition: PdfDefinition): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = await pdfmake.createPdf(definition).getBuffer()
  forgetWords()
  return new Uint8Array(buffer)
}
