import { z } from 'zod'
import { documentTexts } from '#contract/documents.ts'
import { MAX_PDF_BYTES } from '#contract/limits.ts'
import type { Fact } from '#web/drafts/differences.ts'

/** The PDF of the form: none, the one that is stored, or a file that will be sent with the document. */
export type PdfChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'stored' }
  | { readonly kind: 'chosen'; readonly file: File }

/** A draft cannot hold a file, only its name; `path` tells one stored PDF from another. */
export const pdfShape = z.object({ kind: z.enum(['none', 'stored', 'chosen']), name: z.string(), path: z.string() })
export type KeptPdf = z.output<typeof pdfShape>

/** The chosen PDF as a draft keeps it; `path` is that of the stored PDF and counts only while that is chosen. */
export const keptPdf = (choice: PdfChoice, path: string | null | undefined): KeptPdf => ({
  kind: choice.kind,
  name: choice.kind === 'chosen' ? choice.file.name : '',
  path: choice.kind === 'stored' ? (path ?? '') : '',
})

/** The PDF as a field of its document. */
export function pdfFact({ kind, name, path }: KeptPdf): Fact {
  const text = { none: 'nema', stored: 'priložen', chosen: `izabran „${name}“` }[kind]
  return { field: 'pdf_fajl', label: 'PDF dokumenta', text, value: path || text }
}

/** Why the PDF of a draft is not in its form: it was deleted with its document, or chosen and never sent. */
export const PDF_GONE = 'PDF dokumenta više ne postoji. Izaberite ga ponovo.'
export const pdfLost = (name: string): string => `PDF fajl „${name}“ nije deo nacrta. Izaberite ga ponovo.`

/** The fault of a file before it is sent, or null (spec §5). Some systems give no type: then the name counts. */
export function pdfFault({ name, type, size }: { name: string; type: string; size: number }): string | null {
  const isPdf = type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name))
  if (!isPdf) return documentTexts.pdfOnly
  return size > MAX_PDF_BYTES ? documentTexts.pdfTooLarge : null
}

/** The upload of a PDF failed; `cause` is the reason. */
export class PdfUploadError extends Error {}

type Upload = (file: File) => Promise<{ filePath: string }>

/**
 * Gives `pdf_fajl` of the document: absent keeps the PDF, null removes it, a path is that of the chosen file, which is
 * sent first (spec §7). A sent file is not sent again after the document itself was refused.
 */
export function pdfSender(
  upload: Upload,
): (choice: PdfChoice, stored: boolean) => Promise<{ pdf_fajl?: string | null }> {
  let sent: { file: File; filePath: string } | null = null
  return async (choice, stored) => {
    if (choice.kind === 'stored') return {}
    if (choice.kind === 'none') return stored ? { pdf_fajl: null } : {}
    const { file } = choice
    if (sent?.file !== file) {
      const { filePath } = await upload(file).catch((cause: unknown) => {
        throw new PdfUploadError('upload', { cause })
      })
      sent = { file, filePath }
    }
    return { pdf_fajl: sent.filePath }
  }
}
