import type { PaperFile } from '#contract/documents.ts'

/** The PDF that came as base64, to be saved or shown. */
export const paperBlob = ({ data }: PaperFile): Blob =>
  new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type: 'application/pdf' })

/** The one paper of an answer, as it is opened; fails where the server sent none. */
export function firstPaper({ files: [paper] }: { files: readonly PaperFile[] }): { blob: Blob; name: string } {
  if (!paper) throw new Error('the server sent no paper')
  return { blob: paperBlob(paper), name: paper.name }
}
