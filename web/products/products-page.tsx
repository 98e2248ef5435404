import { useState } from 'react'
import { PRODUCT_PAGE_ROWS } from '#contract/limits.ts'
import { type ProductRow, productEndpoints, productTexts } from '#contract/products.ts'
import { goodsColumns } from '#web/catalogue/goods-columns.tsx'
import { PRODUCT_RECORD, ProductForm } from '#web/catalogue/product-form.tsx'
import { RecordsPage } from '#web/records/records-page.tsx'
import { plainColumns } from '#web/screens/figure-columns.tsx'
import { ImportDialog } from '#web/screens/import-dialog.tsx'
import { ImportButton, NextStep, OpenImport } from '#web/screens/list-parts.tsx'
import { PRODUCTS, productAddress } from '#web/screens/record-addresses.ts'
import { ListSheet, SheetButton } from '#web/screens/sheet-button.tsx'

const SEVERAL = { none: 'Nijedan proizvod nije odabran za brisanje', deleted: productTexts.deletedMany }

/** Proizvodi: the list, the form with the normativ, and 'Import BOM' (spec §2). */
export function ProductsPage() {
  const [importing, setImporting] = useState(false)
  return (
    <>
      <RecordsPage
        of={PRODUCT_RECORD}
        Form={ProductForm}
        columns={COLUMNS}
        rows={PRODUCT_PAGE_ROWS}
        duplicates
        several={SEVERAL}
        buttons={({ search, total }) => (
          <>
            <ImportButton text="Import BOM" onImport={() => setImporting(true)} />
            {total > 0 && <ListSheet sheet="normativi" query={{ search }} text="Preuzmi BOM" />}
          </>
        )}
        empty={(add) => (
          <NextStep text="Učitajte normative koje već imate, kao parove ili kao spisak komponenti, ili dodajte prvi proizvod.">
            <OpenImport text="Import BOM" />
            {add}
          </NextStep>
        )}
      />
      {importing && (
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
          onClose={() => setImporting(false)}
        />
      )}
    </>
  )
}

/** The columns of spec §2; sorted by the server under the same names. */
const COLUMNS = plainColumns<ProductRow>([
  ...goodsColumns<ProductRow>('ID proizvoda', productAddress),
  { id: 'hs_code', header: 'HS kod', kind: 'code', sortable: true, card: 'second' },
  { id: 'jedinica_mere', header: 'Jedinica mere', sortable: true, card: 'none', cell: (row) => row.jedinica_mere },
  {
    id: 'normativ_count',
    header: 'Stavki normativa',
    kind: 'whole',
    sortable: true,
    card: 'second-right',
    onCard: ({ normativ_count }) => `normativ: ${normativ_count}`,
  },
])
