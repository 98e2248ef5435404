import { useQueryClient } from '@tanstack/react-query'
import { type ProductSaved, productEndpoints, productTexts } from '#contract/products.ts'
import { reasonOf } from '#web/api.ts'
import { PRODUCT_RECORD, ProductForm } from '#web/catalogue/product-form.tsx'
import { DraftShelf } from '#web/drafts/draft-shelf.tsx'
import { read } from '#web/queries.ts'
import { ImportDialog } from '#web/screens/import-dialog.tsx'
import { PRODUCTS, productAddress } from '#web/screens/record-addresses.ts'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { useAddressOpens } from '#web/screens/use-address-opens.ts'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useOpened } from '#web/screens/use-opened.ts'
import { toastError } from '#web/ui/toast.tsx'
import { PRODUCT_DEFAULTS, ProductList } from './product-list.tsx'

type OpenWindow = 'import' | { stored: ProductSaved | null; like?: ProductSaved }

/** Proizvodi: the list, the form with the normativ, and 'Import BOM' (spec §2). */
export function ProductsPage() {
  const [at, setAt] = useAddressValues(PRODUCT_DEFAULTS)
  const { opened, show, open, reading } = useOpened<OpenWindow, string>()
  const queries = useQueryClient()
  const openNew = () => show({ stored: null })
  useArrival(({ openModal }) => openModal && openNew())

  /** The form opens when the normativ is there, as it is now. */
  const get = (id: string) =>
    queries.fetchQuery({ ...read(productEndpoints.getProduct, { params: { id } }), staleTime: 0 })
  const openById = (id: string) => open(id, async () => ({ stored: await get(id) }))
  const sayNotOpened = (error: unknown) => toastError(PRODUCT_RECORD.texts.loadFailed, reasonOf(error))
  const forget = useAddressOpens(at, setAt, openById, sayNotOpened)
  function close() {
    show(null)
    forget()
  }

  return (
    <>
      <DraftShelf
        kind={PRODUCT_RECORD.kind}
        closed={!opened}
        onOpen={(id) => (id === null ? openNew() : openById(id))}
        onNotOpened={sayNotOpened}
      >
        {opened && opened !== 'import' && <ProductForm {...opened} onClose={close} />}
      </DraftShelf>
      <ProductList
        at={at}
        setAt={setAt}
        onNew={openNew}
        onImport={() => show('import')}
        onEdit={({ id }) => openById(id).catch(sayNotOpened)}
        onDuplicate={({ id }) => open(id, async () => ({ stored: null, like: await get(id) })).catch(sayNotOpened)}
        opening={reading}
      />
      {opened === 'import' && (
        <ImportDialog
          of="proizvodi"
          endpoint={productEndpoints.importProducts}
          title="Import BOM"
          columns={
            <>
              IFS format. Kolone od A do D: ID proizvoda, naziv, HS kod, jedinica mere. Od kolone E nadalje parovi ID
              materijala:količina, na primer MAT01:2,5. Ili spisak, red za svaku komponentu: proizvod, materijal,
              količina. Otpad i gubitak se pišu uz količinu, kao MAT01:2,5+4%+1%, ili u kolonama 'Otpad %' i 'Gubitak %'
              odmah iza para; bez njih ostaju oni koji su sačuvani, a 0 ih ukida. Red sa zaglavljem se preskače, a red
              sa poznatim ID-jem menja taj proizvod: prazna ćelija ne menja ništa, a parovi su ceo njegov normativ. Pre
              upisa se vidi šta dolazi, šta se menja i šta nestaje.
              <SheetButton className="mt-3" sheet="normativi" query={{ sablon: true }} text="Preuzmi šablon" />
            </>
          }
          success={productTexts.imported}
          failure="Greška prilikom učitavanja proizvoda iz Excela"
          list={{ to: PRODUCTS.path, name: 'Proizvodi', page: productAddress }}
          onClose={close}
        />
      )}
    </>
  )
}
