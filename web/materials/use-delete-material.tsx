import { type MaterialRow, materialEndpoints, materialTexts } from '#contract/materials.ts'
import { call } from '#web/api.ts'
import { justDeleted, restoreTexts, useRestore } from '#web/beside/use-restore.tsx'
import { materialScreenTexts } from '#web/catalogue/material-texts.ts'
import { notDeleted } from '#web/screens/refused-deletion.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'

/** Deletes a material after asking, or tells at once what still needs it; `onGone` hears that it is gone. */
export function useDeleteMaterial(onGone?: () => void) {
  const alert = useAlert()
  const { restore } = useRestore()
  return useDeletion<MaterialRow>({
    nameOf: ({ naziv, id }) => <NameWithId name={naziv} id={id} />,
    tryOut: ({ id }) => call(materialEndpoints.deleteMaterial, { params: { id }, query: { dryRun: true } }),
    remove: ({ id, verzija }) => call(materialEndpoints.deleteMaterial, { params: { id }, ifVersion: verzija }),
    onDeleted: ([gone]) => {
      if (!gone) return
      const { id, naziv } = gone.row
      const thing = justDeleted('materijal', id, naziv)
      toastSuccess(materialTexts.deleted(naziv), { text: restoreTexts.action, onChoose: () => restore(thing) })
      onGone?.()
    },
    onKept: (kept) => alert(notDeleted(materialScreenTexts.deleteFailed, kept)),
  })
}
