import { type OtpadRaspored, otpadEndpoints, otpadTexts } from '#contract/otpad.ts'
import { formatMicro } from '#domain/decimal.ts'
import { call, reasonOf } from '#web/api.ts'
import { justDeleted, restoreTexts, useRestore } from '#web/beside/use-restore.tsx'
import { deletionTitle } from '#web/screens/refused-deletion.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { otpadScreenTexts } from './otpad-texts.ts'

/** Its name in the question about it, and in its history. */
export const nameOf = ({ vrsta, materijal_id, kolicina, jedinica_mere }: OtpadRaspored) =>
  `${vrsta}: ${materijal_id} ${formatMicro(kolicina)} ${jedinica_mere}`

/** Deletes what became of waste after asking, or tells why it stays. */
export function useDeleteOtpad() {
  const alert = useAlert()
  const { restore } = useRestore()
  return useDeletion<OtpadRaspored>({
    nameOf: (row) => nameOf(row),
    remove: ({ id, verzija }) => call(otpadEndpoints.deleteOtpad, { params: { id }, ifVersion: verzija }),
    onDeleted: ([gone]) => {
      if (!gone) return
      const thing = justDeleted('otpad', gone.row.id, nameOf(gone.row))
      toastSuccess(otpadTexts.deleted, { text: restoreTexts.action, onChoose: () => restore(thing) })
    },
    onKept: ([kept]) =>
      kept &&
      alert({ title: deletionTitle(kept.error), text: otpadScreenTexts.deleteFailed, reason: reasonOf(kept.error) }),
  })
}
