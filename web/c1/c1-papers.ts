import { c1Endpoints } from '#contract/c1.ts'
import type { PaperFile } from '#contract/documents.ts'
import { call } from '#web/api.ts'
import { queryClient } from '#web/queries.ts'
import { downloadFile } from '#web/received-file.ts'
import { paperBlob } from '#web/screens/paper-file.ts'
import { papersChoice } from '#web/screens/papers-choice.ts'

/** Saves the papers of an export on the user's machine (spec §7). */
export function downloadPapers(papers: readonly PaperFile[]): void {
  for (const paper of papers) downloadFile(paperBlob(paper), paper.name)
}

/** The part of the call by which papers come as its user has chosen: as two files, or as one. */
export const papersQuery = () => ({ jedan_pdf: papersChoice() === 'jedan_pdf' || undefined })

/** The papers of an export, drawn by the server as it is now; rejects as `call` does. The list no longer marks them. */
export async function papersOf(id: number, query?: ReturnType<typeof papersQuery>): Promise<PaperFile[]> {
  const { files } = await call(c1Endpoints.c1Files, { params: { id }, query })
  void queryClient.invalidateQueries({ queryKey: [c1Endpoints.listC1.path] })
  return files
}

export type PaperKind = 'specifikacija' | 'razduzenje'

/** One of the papers of an export; it can be had at any time (decisions §3). */
export async function paperOf(id: number, kind: PaperKind): Promise<{ blob: Blob; name: string }> {
  const paper = (await papersOf(id)).find(({ name }) => name.endsWith(`_${kind}.pdf`))
  if (!paper) throw new Error(`the server sent no ${kind}`)
  return { blob: paperBlob(paper), name: paper.name }
}
