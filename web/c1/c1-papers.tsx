import { FileClock } from 'lucide-react'
import { useState } from 'react'
import { c1Endpoints } from '#contract/c1.ts'
import type { PaperFile } from '#contract/documents.ts'
import { call, reasonOf } from '#web/api.ts'
import { queryClient } from '#web/queries.ts'
import { downloadFile } from '#web/received-file.ts'
import { paperBlob } from '#web/screens/paper-file.ts'
import { papersChoice } from '#web/screens/papers-choice.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { c1Texts } from './c1-texts.ts'

const WHY = 'Razduženje se promenilo otkako su papiri preuzeti'

/** The mark of an export whose draws have changed since its papers; 'Preuzmi papire' makes them again. */
export const OutdatedPapers = () => (
  <span title={WHY} className="inline-flex">
    <Badge tone="warning">papiri zastareli</Badge>
  </span>
)

/** The same mark without words, beside a number in the list. */
export const OutdatedPapersSign = () => (
  <span role="img" aria-label="papiri zastareli" title={WHY} className="inline-flex text-warning">
    <FileClock className="size-4" aria-hidden />
  </span>
)

/** The same mark with its reason, between the head of a form and its invoices. */
export const OutdatedPapersNote = () => (
  <p className="mt-4 flex flex-wrap items-center gap-2 text-ink-2 text-sm">
    <OutdatedPapers />
    {WHY}.
  </p>
)

/** Saves the papers of an export on the user's machine (spec §7). */
export function downloadPapers(papers: readonly PaperFile[]): void {
  for (const paper of papers) downloadFile(paperBlob(paper), paper.name)
}

/** The query by which papers come as the user has chosen: as two files or as one. */
export const papersQuery = () => ({ jedan_pdf: papersChoice() === 'jedan_pdf' || undefined })

/** The papers of an export, drawn by the server as it is now; rejects as `call` does. The list no longer marks them. */
async function papersOf(id: number, query?: ReturnType<typeof papersQuery>): Promise<PaperFile[]> {
  const { files } = await call(c1Endpoints.c1Files, { params: { id }, query })
  void queryClient.invalidateQueries({ queryKey: [c1Endpoints.listC1.path] })
  return files
}

type PaperKind = 'specifikacija' | 'razduzenje'

/** One of the papers of an export; it can be had at any time (decisions §3). */
export async function paperOf(id: number, kind: PaperKind): Promise<{ blob: Blob; name: string }> {
  const paper = (await papersOf(id)).find(({ name }) => name.endsWith(`_${kind}.pdf`))
  if (!paper) throw new Error(`the server sent no ${kind}`)
  return { blob: paperBlob(paper), name: paper.name }
}

/** Draws the papers of an export and saves them on the user's machine; `printing` is the ID of the export meanwhile. */
export function usePapers(): { printing: number | undefined; papers: (id: number) => Promise<void> } {
  const [printing, setPrinting] = useState<number>()
  const alert = useAlert()
  return {
    printing,
    async papers(id) {
      setPrinting(id)
      await papersOf(id, papersQuery())
        .then(downloadPapers)
        .catch((error) => alert({ text: c1Texts.papersFailed, reason: reasonOf(error) }))
      setPrinting(undefined)
    },
  }
}
