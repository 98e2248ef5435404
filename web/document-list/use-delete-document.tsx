import type { ReactNode } from 'react'
import { reasonOf } from '#web/api.ts'
import { justDeleted, restoreTexts, useRestore } from '#web/beside/use-restore.tsx'
import { type Consequences, hasConsequences } from '#web/foreseen/consequences.tsx'
import { documentScreenTexts } from '#web/foreseen/document-texts.ts'
import { ForeseenDeletion } from '#web/foreseen/foreseen.tsx'
import type { Foreseen } from '#web/foreseen/foreseen-draws.ts'
import { lostCoverOf } from '#web/foreseen/lost-cover.tsx'
import type { ListedKind } from '#web/screens/document-link.tsx'
import { deletionTitle } from '#web/screens/refused-deletion.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'

type DeleteOptions<Row extends { id: number }> = {
  vrsta: ListedKind
  /** The exact question of the specification. */
  question: string
  /** Which document it is, under the question. */
  nameOf: (row: Row) => ReactNode
  numberOf: (row: Row) => string
  foresee?: (id: number) => Promise<Foreseen>
  remove: (row: Row) => Promise<Pick<Consequences, 'promenjeni_c1'>>
  deleted: (broj: string) => string
  onConsequences: (consequences: Consequences) => void
  /** Hears of a removal without consequences. */
  onGone?: (() => void) | undefined
}

/**
 * Deletes a document after asking with what would follow; tells which exports' lots changed, or why it cannot go. What is
 * gone can be taken back.
 */
export function useDeleteDocument<Row extends { id: number }>(options: DeleteOptions<Row>) {
  const { vrsta, question, nameOf, numberOf, foresee, remove, deleted, onConsequences, onGone } = options
  const alert = useAlert()
  const { restore } = useRestore(onConsequences)
  return useDeletion<Row, Pick<Consequences, 'promenjeni_c1'>>({
    question,
    nameOf,
    ...(foresee && { foreseen: ({ id }) => <ForeseenDeletion id={id} foresee={foresee} /> }),
    remove,
    onDeleted: ([gone]) => {
      if (!gone) return
      const { promenjeni_c1 } = gone.reply
      const broj = numberOf(gone.row)
      const thing = justDeleted(vrsta, gone.row.id, broj)
      const consequences = { text: deleted(broj), manjak: [], promenjeni_c1, takeBack: () => restore(thing) }
      if (hasConsequences(consequences)) return onConsequences(consequences)
      toastSuccess(consequences.text, { text: restoreTexts.action, onChoose: consequences.takeBack })
      onGone?.()
    },
    onKept: ([kept]) =>
      alert({
        title: deletionTitle(kept?.error),
        text: documentScreenTexts.deleteFailed,
        reason: lostCoverOf(kept?.error) ?? reasonOf(kept?.error),
      }),
  })
}
