import { type ProductRow, productEndpoints, productTexts } from '#contract/products.ts'
import { call } from '#web/api.ts'
import { productScreenTexts } from '#web/catalogue/product-texts.ts'
import { notDeleted } from '#web/screens/refused-deletion.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { useAlert } from '#web/ui/asking.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'

/** Deletes products after asking, or tells what still needs them; `onGone` hears which are gone. */
export function useDeleteProducts(onGone: (ids: ReadonlySet<string>) => void) {
  const alert = useAlert()
  return useDeletion<ProductRow>({
    nameOf: ({ naziv, id }) => <NameWithId name={naziv} id={id} />,
    remove: ({ id, verzija }) => call(productEndpoints.deleteProduct, { params: { id }, ifVersion: verzija }),
    onDeleted: (deleted) => {
      onGone(new Set(deleted.map(({ row }) => row.id)))
      toastSuccess(deleted.length === 1 ? productTexts.deleted : productTexts.deletedMany(deleted.length))
    },
    onKept: (kept) => alert(notDeleted(productScreenTexts.deleteFailed, kept)),
  })
}
