import { type PopisRow, popisiEndpoints } from '#contract/popisi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { call, reasonOf } from '#web/api.ts'
import { justDeleted, restoreTexts, useRestore } from '#web/beside/use-restore.tsx'
import { deletionTitle } from '#web/screens/refused-deletion.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { popisScreenTexts } from './popis-texts.ts'

/** Deletes a count after asking; `onGone` hears that it is gone. */
export function useDeletePopis(onGone?: () => void) {
  const alert = useAlert()
  const { restore } = useRestore()
  return useDeletion({
    nameOf: ({ datum }: PopisRow) => `Popis od ${formatDate(datum)}`,
    remove: ({ id, verzija }) => call(popisiEndpoints.deletePopis, { params: { id }, ifVersion: verzija }),
    onDeleted: ([gone]) => {
      if (gone) {
        const thing = justDeleted('popis', gone.row.id, formatDate(gone.row.datum))
        toastSuccess(gone.reply.message, { text: restoreTexts.action, onChoose: () => restore(thing) })
      }
      onGone?.()
    },
    onKept: ([kept]) =>
      kept &&
      alert({ title: deletionTitle(kept.error), text: popisScreenTexts.deleteFailed, reason: reasonOf(kept.error) }),
  })
}
