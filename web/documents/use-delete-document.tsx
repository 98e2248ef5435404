import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { reasonOf } from '#web/api.ts'
import { screenTexts } from '#web/shell/screen-texts.ts'
import { useAlert, useConfirm } from '#web/ui/asking.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { type Consequences, hasConsequences } from './consequences.tsx'
import { documentScreenTexts } from './document-texts.ts'

type DeleteOptions<Row> = {
  /** The exact question of the specification. */
  question: string
  /** Which document it is, under the question. */
  nameOf: (row: Row) => ReactNode
  remove: (row: Row) => Promise<Pick<Consequences, 'promenjeni_c1'>>
  deleted: string
  onConsequences: (consequences: Consequences) => void
}

/** Deletes a document after asking; tells which exports' lots changed, or why it cannot go. */
export function useDeleteDocument<Row extends { id: number }>(options: DeleteOptions<Row>) {
  const { question, nameOf, remove, deleted, onConsequences } = options
  const confirm = useConfirm()
  const alert = useAlert()
  const [deleting, setDeleting] = useState<number>()

  const mutation = useMutation({
    mutationFn: remove,
    onMutate: ({ id }) => setDeleting(id),
    onSettled: () => setDeleting(undefined),
    onSuccess: ({ promenjeni_c1 }) => {
      const consequences = { text: deleted, manjak: [], promenjeni_c1 }
      if (hasConsequences(consequences)) onConsequences(consequences)
      else toastSuccess(deleted)
    },
    onError: (error) => alert({ text: documentScreenTexts.deleteFailed, reason: reasonOf(error) }),
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
