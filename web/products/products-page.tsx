import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ProductSaved, productEndpoints, productTexts } from '#contract/products.ts'
import { reasonOf } from '#web/api.ts'
import { DraftShelf } from '#web/drafts/draft-shelf.tsx'
import { read } from '#web/queries.ts'
import { ImportDialog } from '#web/shell/import-dialog.tsx'
import { useAddressValues } from '#web/shell/use-address-values.ts'
import { useArrival } from '#web/shell/use-arrival.ts'
import { toastError } from '#web/ui/toast.tsx'
import { PRODUCT_DEFAULTS } from './product-address.ts'
import { PRODUCT_KIND } from './product-draft.ts'
import { ProductForm } from './product-form.tsx'
import { ProductList } from './product-list.tsx'
import { productScreenTexts } from './product-texts.ts'

type OpenWindow = 'new' | 'import' | ProductSaved | null

/** Proizvodi: the list, the form with the normativ, and 'Import BOM' (spec §2). */
export function ProductsPage() {
  const [at, setAt] = useAddressValues(PRODUCT_DEFAULTS)
  const [open, setOpen] = useState<OpenWindow>(null)
  const [opening, setOpening] = useState<string>()
  const queries = useQueryClient()
  const close = () => setOpen(null)
  useArrival(({ openModal }) => openModal && setOpen('new'))

  /** The form opens when the normativ is there, as it is now. */
  async function openById(id: string) {
    setOpening(id)
    try {
      setOpen(await queries.fetchQuery({ ...read(productEndpoints.getProduct, { params: { id } }), staleTime: 0 }))
    } finally {
      setOpening(undefined)
    }
  }
  const sayNotOpened = (error: unknown) => toastError(productScreenTexts.loadFailed, reasonOf(error))

  return (
    <>
      <DraftShelf
        kind={PRODUCT_KIND}
        closed={!open}
        onOpen={(id) => (id === null ? setOpen('new') : openById(id))}
        onNotOpened={sayNotOpened}
      >
        {open && open !== 'import' && <ProductForm product={open === 'new' ? null : open} onClose={close} />}
      </DraftShelf>
      <ProductList
        at={at}
        setAt={setAt}
        onNew={() => setOpen('new')}
        onImport={() => setOpen('import')}
        onEdit={({ id }) => openById(id).catch(sayNotOpened)}
        opening={opening}
      />
      {open === 'import' && (
        <ImportDialog
          endpoint={productEndpoints.importProducts}
          title="Import BOM"
          columns={
            <>
              IFS format. Kolone od A do D: ID proizvoda, naziv, HS kod, jedinica mere. Od kolone E nadalje parovi ID
              materijala:količina, na primer MAT01:2,5. Red sa zaglavljem se preskače, a red sa poznatim ID-jem menja
              taj proizvod i njegov normativ.
            </>
          }
          success={productTexts.imported}
          failure={productScreenTexts.importFailed}
          onClose={close}
        />
      )}
    </>
  )
}
