import { c1Endpoints } from '#contract/c1.ts'
import { call } from '#web/api.ts'
import { downloadFile } from '#web/received-file.ts'

/** A generated PDF as the API sends it, base64. */
export type Paper = { readonly name: string; readonly data: string }

/** The PDF itself, to be saved or shown. */
export const paperBlob = ({ data }: Paper): Blob =>
  new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type: 'application/pdf' })

/** Saves the papers of an export on the user's machine (spec §7). */
export function downloadPapers(papers: readonly Paper[]): void {
  for (const paper of papers) downloadFile(paperBlob(paper), paper.name)
}

/** Both papers of an export, drawn by the server as it is now; rejects as `call` does. */
export const papersOf = async (id: number): Promise<Paper[]> =>
  (await call(c1Endpoints.c1Files, { params: { id } })).files

export type PaperKind = 'specifikacija' | 'razduzenje'

/** One of the papers of an export; it can be had at any time (decisions §3). */
export async function paperOf(id: number, kind: PaperKind): Promise<{ blob: Blob; name: string }> {
  const paper = (await papersOf(id)).find(({ name }) => name.endsWith(`_${kind}.pdf`))
  if (!paper) throw new Error(`the server sent no ${kind}`)
  return { blob: paperBlob(paper), name: paper.name }
}
