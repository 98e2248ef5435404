import { useState } from 'react'
import { Navigate } from 'react-router'
import { type MaterialRow, materialEndpoints, materialTexts } from '#contract/materials.ts'
import { goodsColumns } from '#web/catalogue/goods-columns.tsx'
import { MATERIAL_RECORD, MaterialForm } from '#web/catalogue/material-form.tsx'
import { RecordsPage } from '#web/records/records-page.tsx'
import { plainColumns } from '#web/screens/figure-columns.tsx'
import { ImportDialog } from '#web/screens/import-dialog.tsx'
import { ImportButton, NextStep, OpenImport } from '#web/screens/list-parts.tsx'
import { MATERIALS, materialAddress } from '#web/screens/record-addresses.ts'
import { ListSheet, SheetButton } from '#web/screens/sheet-button.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { StockQuantity } from '#web/stock/stock-quantity.tsx'

/** Old links name the material whose stock was shown beside the list. */
const OLD_ADDRESS = { page: '1', materijal: '' }

/** Materijali: the list with the stock of each, the form and the import (spec §2, §4). */
export function MaterialsPage() {
  const [{ materijal }] = useAddressValues(OLD_ADDRESS)
  const [importing, setImporting] = useState(false)
  if (materijal) return <Navigate replace to={materialAddress(materijal)} />
  return (
    <>
      <RecordsPage
        of={MATERIAL_RECORD}
        Form={MaterialForm}
        columns={COLUMNS}
        buttons={({ search }) => (
          <>
            <ListSheet sheet="materijali" query={{ search }} />
            <ImportButton onImport={() => setImporting(true)} />
          </>
        )}
        empty={(add) => (
          <NextStep text="Učitajte spisak materijala koji već imate, ili dodajte prvi materijal.">
            <OpenImport />
            {add}
          </NextStep>
        )}
      />
      {importing && (
        <ImportDialog
          of="materijali"
          endpoint={materialEndpoints.importMaterials}
          title="Učitavanje materijala iz Excela"
          columns={
            <>
              Kolone od A do E: ID, naziv, zemlja porekla, jedinica mere, tarifni broj. Ako fajl ima nazive kolona,
              redosled je slobodan, a zaglavlje može da stoji i ispod naslova. Red sa poznatim ID-jem menja taj
              materijal; prazna ćelija ne menja ništa.
              <SheetButton className="mt-3" sheet="materijali" query={{ sablon: true }} text="Preuzmi šablon" />
            </>
          }
          success={materialTexts.imported}
          failure="Greška prilikom importa materijala iz Excel fajla"
          list={{ to: MATERIALS.path, name: 'Materijali', page: materialAddress }}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  )
}

/** The columns of spec §2, sorted by the server under the same names. */
const COLUMNS = plainColumns<MaterialRow>([
  ...goodsColumns<MaterialRow>('ID', materialAddress),
  { id: 'zemlja_porekla', header: 'Zemlja porekla', sortable: true, card: 'second', cell: (row) => row.zemlja_porekla },
  { id: 'jedinica_mere', header: 'Jedinica mere', sortable: true, card: 'none', cell: (row) => row.jedinica_mere },
  {
    id: 'totalQuantity',
    header: 'Količina na stanju',
    sortable: true,
    align: 'right',
    card: 'right',
    cell: (row) => <StockQuantity {...row} />,
  },
  { id: 'tarifni_broj', header: 'Tarifni broj', kind: 'code', sortable: true, card: 'second-right' },
])
