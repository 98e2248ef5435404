import { type ProductRow, productEndpoints, productTexts } from '#contract/products.ts'
import { call } from '#web/api.ts'
import { justDeleted, restoreTexts, useRestore } from '#web/beside/use-restore.tsx'
import { productScreenTexts } from '#web/catalogue/product-texts.ts'
import { notDeleted } from '#web/screens/refused-deletion.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'

/** Deletes products after asking, or tells what still needs them; `onGone` hears which are gone. */
export function useDeleteProducts(onGone: (ids: ReadonlySet<string>) => void) {
  const alert = useAlert()
  const { restore } = useRestore()
  return useDeletion<ProductRow>({
    nameOf: ({ naziv, id }) => <NameWithId name={naziv} id={id} />,
    tryOut: ({ id }) => call(productEndpoints.deleteProduct, { params: { id }, query: { dryRun: true } }),
    remove: ({ id, verzija }) => call(productEndpoints.deleteProduct, { params: { id }, ifVersion: verzija }),
    onDeleted: (deleted) => {
      onGone(new Set(deleted.map(({ row }) => row.id)))
      const [first, ...more] = deleted
      if (!first || more.length > 0) return void toastSuccess(productTexts.deletedMany(deleted.length))
      const thing = justDeleted('proizvod', first.row.id, first.row.naziv)
      toastSuccess(productTexts.deleted, { text: restoreTexts.action, onChoose: () => restore(thing) })
    },
    onKept: (kept) => alert(notDeleted(productScreenTexts.deleteFailed, kept)),
  })
}
