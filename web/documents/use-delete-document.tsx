import type { ReactNode } from 'react'
import { reasonOf } from '#web/api.ts'
import { deletionTitle } from '#web/screens/refused-deletion.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { useAlert } from '#web/ui/asking.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { type Consequences, hasConsequences } from './consequences.tsx'
import { documentScreenTexts } from './document-texts.ts'
import { type Foreseen, ForeseenDeletion } from './foreseen.tsx'
import { lostCoverOf } from './lost-cover.tsx'

type DeleteOptions<Row extends { id: number }> = {
  /** The exact question of the specification. */
  question: string
  /** Which document it is, under the question. */
  nameOf: (row: Row) => ReactNode
  numberOf: (row: Row) => string
  foresee: (id: number) => Promise<Foreseen>
  remove: (row: Row) => Promise<Pick<Consequences, 'promenjeni_c1'>>
  deleted: (broj: string) => string
  onConsequences: (consequences: Consequences) => void
  /** Hears of a removal without consequences. */
  onGone?: (() => void) | undefined
}

/** Deletes a document after asking with what would follow; tells which exports' lots changed, or why it cannot go. */
export function useDeleteDocument<Row extends { id: number }>(options: DeleteOptions<Row>) {
  const { question, nameOf, numberOf, foresee, remove, deleted, onConsequences, onGone } = options
  const alert = useAlert()
  return useDeletion({
    question,
    nameOf,
    foreseen: ({ id }) => <ForeseenDeletion id={id} foresee={foresee} />,
    remove,
    onDeleted: ([gone]) => {
      if (!gone) return
      const { promenjeni_c1 } = gone.reply
      const consequences = { text: deleted(numberOf(gone.row)), manjak: [], promenjeni_c1 }
      if (hasConsequences(consequences)) return onConsequences(consequences)
      toastSuccess(consequences.text)
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
