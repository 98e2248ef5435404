import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { reasonOf } from '#web/api.ts'
import { deletionTitle } from '#web/screens/refused-deletion.tsx'
import { screenTexts } from '#web/screens/screen-texts.ts'
import { useAlert, useConfirm } from '#web/ui/asking.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { type Consequences, hasConsequences } from './consequences.tsx'
import { documentScreenTexts } from './document-texts.ts'
import { lostCoverOf } from './lost-cover.tsx'

type DeleteOptions<Row> = {
  /** The exact question of the specification. */
  question: string
  /** Which document it is, under the question. */
  nameOf: (row: Row) => ReactNode
  numberOf: (row: Row) => string
  remove: (row: Row) => Promise<Pick<Consequences, 'promenjeni_c1'>>
  deleted: (broj: string) => string
  onConsequences: (consequences: Consequences) => void
}

/** Deletes a document after asking; tells which exports' lots changed, or why it cannot go. */
export function useDeleteDocument<Row extends { id: number }>(options: DeleteOptions<Row>) {
  const { question, nameOf, numberOf, remove, deleted, onConsequences } = options
  const confirm = useConfirm()
  const alert = useAlert()
  const [deleting, setDeleting] = useState<number>()

  const mutation = useMutation({
    mutationFn: remove,
    onMutate: ({ id }) => setDeleting(id),
    onSettled: () => setDeleting(undefined),
    onSuccess: ({ promenjeni_c1 }, row) => {
      const consequences = { text: deleted(numberOf(row)), manjak: [], promenjeni_c1 }
      if (hasConsequences(consequences)) onConsequences(consequences)
      else toastSuccess(consequences.text)
    },
    onError: (error) =>
      alert({
        title: deletionTitle(error),
        text: documentScreenTexts.deleteFailed,
        reason: lostCoverOf(error) ?? reasonOf(error),
      }),
  })

  async function ask(row: Row) {
    const text = (
      <>
        <p>{question}</p>
        <p className="mt-2 text-ink">{nameOf(row)}</p>
      </>
    )
    if (await confirm({ title: screenTexts.deleteTitle, text, danger: true })) mutation.mutate(row)
  }
  return { ask, deleting }
}
