import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { useNavigate } from 'react-router'
import { type MaterialRow, materialEndpoints } from '#contract/materials.ts'
import { useHistoryWindow } from '#web/beside/use-history-window.tsx'
import { materialScreenTexts } from '#web/catalogue/material-texts.ts'
import { read } from '#web/queries.ts'
import { ImportButton, NewButton, NextStep, OpenImport, pagedQuery, rowAction } from '#web/screens/list-parts.tsx'
import { materialAddress } from '#web/screens/record-addresses.ts'
import { FROM_LIST } from '#web/screens/record-page.tsx'
import { ServerList } from '#web/screens/server-list.tsx'
import { ListSheet } from '#web/screens/sheet-button.tsx'
import type { MaterialAddress } from './material-address.ts'
import { MATERIAL_COLUMNS } from './material-columns.tsx'
import { useDeleteMaterial } from './use-delete-material.tsx'

type MaterialListProps = MaterialAddress & {
  onNew: () => void
  onImport: () => void
  onEdit: (material: MaterialRow) => void
}

/** All materials with their stock, page by page; search and order are the server's, over the full catalogue. */
export function MaterialList({ at, setAt, onNew, onImport, onEdit }: MaterialListProps) {
  const { historyOf, historyWindow } = useHistoryWindow()
  const navigate = useNavigate()
  const openStock = ({ id }: MaterialRow) => navigate(materialAddress(id), { state: FROM_LIST })
  const query = pagedQuery(at, 'materials')
  const list = useQuery(read(materialEndpoints.listMaterials, { query }))
  const { ask, isGoing } = useDeleteMaterial()

  const add = <NewButton text="Novi materijal" onNew={onNew} />
  const buttons = (
    <>
      <ListSheet sheet="materijali" query={{ search: at.search }} />
      <ImportButton onImport={onImport} />
      {add}
    </>
  )

  return (
    <>
      <ServerList
        label="Materijali"
        counted="materijala"
        at={at}
        setAt={setAt}
        list={list}
        loadFailed={materialScreenTexts.loadFailed}
        searchPlaceholder="Pretraži materijale..."
        buttons={buttons}
        emptyAction={
          <NextStep text="Učitajte spisak materijala koji već imate, ili dodajte prvi materijal.">
            <OpenImport />
            {add}
          </NextStep>
        }
        sized={{ of: 'materials', limit: query.limit }}
        skeletonRows={query.limit}
        columns={MATERIAL_COLUMNS}
        rowKey={(row) => row.id}
        rowName={(row) => row.naziv}
        onOpen={openStock}
        actions={(row) => [
          rowAction.edit(() => onEdit(row)),
          {
            text: 'Pregled stanja',
            icon: <ChartNoAxesColumn />,
            onChoose: () => openStock(row),
          },
          historyOf({ vrsta: 'materijal', predmet: row.id, name: row.naziv }),
          rowAction.remove(() => ask(row), isGoing(row)),
        ]}
      />
      {historyWindow}
    </>
  )
}
