import { useState } from 'react'
import { reasonOf } from '#web/api.ts'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { downloadPapers, papersOf, papersQuery } from './c1-papers.ts'
import { c1Texts } from './c1-texts.ts'

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
