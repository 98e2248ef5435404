import { useQuery } from '@tanstack/react-query'
import { Copy, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PRODUCT_PAGE_ROWS } from '#contract/limits.ts'
import { type ProductRow, productEndpoints } from '#contract/products.ts'
import { useHistoryWindow } from '#web/beside/use-history-window.tsx'
import { productScreenTexts } from '#web/catalogue/product-texts.ts'
import { read } from '#web/queries.ts'
import { limitIn, pageIn } from '#web/screens/address-values.ts'
import { ImportButton, NewButton, NextStep, OpenImport, rowAction } from '#web/screens/list-parts.tsx'
import { productAddress } from '#web/screens/record-addresses.ts'
import { FROM_LIST } from '#web/screens/record-page.tsx'
import { ServerList } from '#web/screens/server-list.tsx'
import { ListSheet } from '#web/screens/sheet-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { dismissToast, toastError } from '#web/ui/toast.tsx'
import type { ProductAddress } from './product-address.ts'
import { PRODUCT_COLUMNS } from './product-columns.tsx'
import { useDeleteProducts } from './use-delete-products.tsx'

type ProductListProps = ProductAddress & {
  onNew: () => void
  onImport: () => void
  onEdit: (product: ProductRow) => void
  onDuplicate: (product: ProductRow) => void
  /** The product whose normativ is being fetched for its form. */
  opening: string | undefined
}

const NONE: ReadonlySet<string> = new Set()

/** All products with the count of their normativ items; several can be chosen and deleted together. */
export function ProductList({ at, setAt, onNew, onImport, onEdit, onDuplicate, opening }: ProductListProps) {
  const [chosen, setChosen] = useState(NONE)
  const { historyOf, historyWindow } = useHistoryWindow()
  const navigate = useNavigate()
  const query = {
    search: at.search,
    page: pageIn(at.page),
    limit: limitIn(at.limit, PRODUCT_PAGE_ROWS),
    sort: at.sort,
    order: at.order,
  }
  const list = useQuery(read(productEndpoints.listProducts, { query }))
  const { ask, busy } = useDeleteProducts((gone) =>
    setChosen((before) => new Set([...before].filter((id) => !gone.has(id)))),
  )

  function deleteChosen() {
    const rows = (list.data?.results ?? []).filter(({ id }) => chosen.has(id))
    if (rows.length === 0) return toastError(productScreenTexts.nothingChosen)
    dismissToast(productScreenTexts.nothingChosen)
    void ask(...rows)
  }

  // A row that cannot be seen must not be deleted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, nothing chosen
  useEffect(() => setChosen(NONE), [at.search, at.page])

  const add = <NewButton text="Novi proizvod" onNew={onNew} />
  const buttons = (
    <>
      <ImportButton text="Import BOM" onImport={onImport} />
      {(list.data?.total ?? 0) > 0 && <ListSheet sheet="normativi" query={{ search: at.search }} text="Preuzmi BOM" />}
      {add}
    </>
  )

  return (
    <>
      <ServerList
        label="Proizvodi"
        counted="proizvoda"
        at={at}
        setAt={setAt}
        list={list}
        loadFailed={productScreenTexts.loadFailed}
        searchPlaceholder="Pretraži proizvode..."
        buttons={
          <>
            <Button icon={<Trash2 aria-hidden />} changes busy={busy} busyText="Brisanje..." onClick={deleteChosen}>
              Obriši odabrane{chosen.size > 0 && ` (${chosen.size})`}
            </Button>
            {buttons}
          </>
        }
        emptyAction={
          <NextStep text="Učitajte normative koje već imate, kao parove ili kao spisak komponenti, ili dodajte prvi proizvod.">
            <OpenImport text="Import BOM" />
            {add}
          </NextStep>
        }
        columns={PRODUCT_COLUMNS}
        rowKey={(row) => row.id}
        rowName={(row) => row.naziv}
        onOpen={({ id }) => navigate(productAddress(id), { state: FROM_LIST })}
        selected={chosen}
        onSelect={(ids) => {
          setChosen(ids)
          dismissToast(productScreenTexts.nothingChosen)
        }}
        actions={(row) => [
          rowAction.edit(() => onEdit(row), opening === row.id),
          {
            text: 'Dupliraj',
            changes: true,
            icon: <Copy />,
            disabled: opening === row.id,
            onChoose: () => onDuplicate(row),
          },
          historyOf({ vrsta: 'proizvod', predmet: row.id, name: row.naziv }),
          rowAction.remove(() => ask(row), busy),
        ]}
      />
      {historyWindow}
    </>
  )
}
