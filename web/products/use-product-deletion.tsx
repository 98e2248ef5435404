import { useMutation } from '@tanstack/react-query'
import { type ProductRow, productEndpoints, productTexts } from '#contract/products.ts'
import { call } from '#web/api.ts'
import { type NotDeleted, notDeleted } from '#web/screens/refused-deletion.tsx'
import { screenTexts } from '#web/screens/screen-texts.ts'
import { useAlert, useConfirm } from '#web/ui/asking.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { dismissToast, toastError, toastSuccess } from '#web/ui/toast.tsx'
import { productScreenTexts } from './product-texts.ts'

const NAMED_AT_MOST = 5

const remove = ({ id, verzija }: ProductRow) =>
  call(productEndpoints.deleteProduct, { params: { id }, ifVersion: verzija })

/** One after another: what one product refuses does not keep the others. */
async function removeAll(products: readonly ProductRow[]): Promise<NotDeleted[]> {
  const kept: NotDeleted[] = []
  for (const product of products) {
    try {
      await remove(product)
    } catch (error) {
      kept.push({ id: product.id, naziv: product.naziv, error })
    }
  }
  return kept
}

/** Asks, deletes and says what came of it, for one product or for all that are chosen. */
export function useProductDeletion(onLeft: (ids: ReadonlySet<string>) => void) {
  const confirm = useConfirm()
  const alert = useAlert()

  const one = useMutation({
    mutationFn: remove,
    onSuccess: () => toastSuccess(productTexts.deleted),
    onError: (error, { id, naziv }) => alert(notDeleted(productScreenTexts.deleteFailed, [{ id, naziv, error }])),
  })
  const many = useMutation({
    mutationFn: removeAll,
    onSuccess: (kept, products) => {
      const deleted = products.length - kept.length
      onLeft(new Set(kept.map(({ id }) => id)))
      if (deleted > 0) toastSuccess(productTexts.deletedMany(deleted))
      if (kept.length > 0) void alert(notDeleted(productScreenTexts.deleteFailed, kept))
    },
  })

  const ask = (products: readonly ProductRow[]) =>
    confirm({
      title: screenTexts.deleteTitle,
      danger: true,
      text: (
        <>
          <p>{screenTexts.deleteQuestion}</p>
          <ul className="mt-2 text-ink">
            {products.slice(0, NAMED_AT_MOST).map(({ id, naziv }) => (
              <li key={id}>
                <NameWithId name={naziv} id={id} />
              </li>
            ))}
            {products.length > NAMED_AT_MOST && (
              <li className="text-ink-2">i još proizvoda: {products.length - NAMED_AT_MOST}</li>
            )}
          </ul>
        </>
      ),
    })

  return {
    busy: one.isPending || many.isPending,
    async deleteOne(product: ProductRow) {
      if (await ask([product])) one.mutate(product)
    },
    async deleteMany(products: readonly ProductRow[]) {
      if (products.length === 0) return toastError(productScreenTexts.nothingChosen)
      dismissToast(productScreenTexts.nothingChosen)
      if (await ask(products)) many.mutate(products)
    },
  }
}
