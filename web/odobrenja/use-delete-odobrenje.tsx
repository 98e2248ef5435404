import { type OdobrenjeRow, odobrenjaEndpoints, odobrenjeTexts } from '#contract/odobrenja.ts'
import { call, reasonOf } from '#web/api.ts'
import { justDeleted, restoreTexts, useRestore } from '#web/beside/use-restore.tsx'
import { deletionTitle } from '#web/screens/refused-deletion.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { odobrenjeScreenTexts } from './odobrenje-texts.ts'

/** Deletes an authorisation after asking, or tells why it stays; `onGone` hears that it is gone. */
export function useDeleteOdobrenje(onGone?: () => void) {
  const alert = useAlert()
  const { restore } = useRestore()
  return useDeletion<OdobrenjeRow>({
    nameOf: ({ broj }) => <span className="code">{broj}</span>,
    remove: ({ id, verzija }) => call(odobrenjaEndpoints.deleteOdobrenje, { params: { id }, ifVersion: verzija }),
    onDeleted: ([gone]) => {
      if (!gone) return
      const { id, broj } = gone.row
      const thing = justDeleted('odobrenje', id, broj)
      toastSuccess(odobrenjeTexts.deleted(broj), { text: restoreTexts.action, onChoose: () => restore(thing) })
      onGone?.()
    },
    onKept: ([kept]) =>
      kept &&
      alert({
        title: deletionTitle(kept.error),
        text: odobrenjeScreenTexts.deleteFailed,
        reason: reasonOf(kept.error),
      }),
  })
}
