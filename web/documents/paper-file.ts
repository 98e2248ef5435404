import type { PaperFile } from '#contract/documents.ts'

/** The PDF that came as base64, to be saved or shown. */
export const paperBlob = ({ data }: PaperFile): Blob =>
  new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type: 'application/pdf' })
