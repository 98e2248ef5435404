import type { Block, PdfDefinition } from './pdf-definition.ts'

/**
 * Papers of one sheet size as one, each beginning on a page of its own: it keeps its orientation, its heads and feet and
 * its own page numbers. The file has the facts of the first.
 */
export function inOne(papers: readonly PdfDefinition[]): PdfDefinition {
  const [first, ...others] = papers
  if (!first) throw new Error('no paper was asked for')
  if (others.length === 0) return first
  return { ...first, header: () => null, footer: () => ({}), content: papers.map(asSection) }
}

/** pdfmake asks for the heads of all pages in their order and then for the feet, by their number in the whole file. */
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
