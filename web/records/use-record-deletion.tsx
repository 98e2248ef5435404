import { justDeleted, restoreTexts, useRestore } from '#web/beside/use-restore.tsx'
import { notDeleted } from '#web/screens/refused-deletion.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import type { RecordType, Stored } from './define-record.ts'

type Deleted<Row extends Stored> = Pick<RecordType<Row, Row, never, never>, 'vrsta' | 'nameOf' | 'deletion'>

type Heard<Row> = {
  onGone?: (rows: readonly Row[]) => void
  /** The sentence after several records were deleted together. */
  manyDeleted?: (count: number) => string
}

/** Deletes records after asking and offers 'Vrati' for a single one, or says why they stay. */
export function useRecordDeletion<Row extends Stored>(
  { vrsta, nameOf, deletion }: Deleted<Row>,
  { onGone, manyDeleted }: Heard<Row> = {},
) {
  const alert = useAlert()
  const { restore } = useRestore()
  return useDeletion<Row, { message: string } | undefined>({
    nameOf: deletion?.shown ?? nameOf,
    remove: async (row) => deletion?.remove(row),
    ...(deletion?.tryOut && { tryOut: deletion.tryOut }),
    onDeleted: (deleted) => {
      onGone?.(deleted.map(({ row }) => row))
      const [gone, ...more] = deleted
      if (!gone?.reply) return
      if (more.length > 0) return void toastSuccess(manyDeleted?.(deleted.length) ?? gone.reply.message)
      const thing = justDeleted(vrsta, gone.row.id, nameOf(gone.row))
      toastSuccess(gone.reply.message, { text: restoreTexts.action, onChoose: () => restore(thing) })
    },
    onKept: (kept) =>
      deletion && alert(notDeleted(deletion.failed, kept, deletion.tryOut && (deletion.shown ?? nameOf))),
  })
}
