import { useQuery } from '@tanstack/react-query'
import { Copy, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PRODUCT_PAGE_ROWS } from '#contract/limits.ts'
import { type ProductRow, productEndpoints, productTexts } from '#contract/products.ts'
import { useHistoryWindow } from '#web/beside/use-history-window.tsx'
import { PRODUCT_RECORD } from '#web/catalogue/product-form.tsx'
import { read } from '#web/queries.ts'
import { useRecordDeletion } from '#web/records/use-record-deletion.tsx'
import { limitIn, pageIn } from '#web/screens/address-values.ts'
import { ImportButton, NewButton, NextStep, OpenImport, rowAction } from '#web/screens/list-parts.tsx'
import { productAddress } from '#web/screens/record-addresses.ts'
import { FROM_LIST } from '#web/screens/record-page.tsx'
import { ServerList } from '#web/screens/server-list.tsx'
import { ListSheet } from '#web/screens/sheet-button.tsx'
import type { useAddressValues } from '#web/screens/use-address-values.ts'
import { Button } from '#web/ui/button.tsx'
import { dismissToast, toastError } from '#web/ui/toast.tsx'
import { PRODUCT_COLUMNS } from './product-columns.tsx'

/** The values in the address of the screen. */
export const PRODUCT_DEFAULTS = {
  ...PRODUCT_RECORD.defaults,
  limit: String(PRODUCT_PAGE_ROWS),
  /** The product whose form is open. */
  otvori: '',
}

type Address = ReturnType<typeof useAddressValues<typeof PRODUCT_DEFAULTS>>

type ProductListProps = {
  at: Address[0]
  setAt: Address[1]
  onNew: () => void
  onImport: () => void
  onEdit: (product: ProductRow) => void
  onDuplicate: (product: ProductRow) => void
  /** The product whose normativ is being fetched for its form. */
  opening: string | undefined
}

const NOTHING_CHOSEN = 'Nijedan proizvod nije odabran za brisanje'
const NONE: ReadonlySet<string> = new Set()

/** All products with the count of their normativ items; several can be chosen and deleted together. */
export function ProductList({ at, setAt, onNew, onImport, onEdit, onDuplicate, opening }: ProductListProps) {
  const { words, texts } = PRODUCT_RECORD
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
  const { ask, busy } = useRecordDeletion(PRODUCT_RECORD, {
    onGone: (rows) => setChosen((before) => new Set([...before].filter((id) => !rows.some((row) => row.id === id)))),
    manyDeleted: productTexts.deletedMany,
  })

  function deleteChosen() {
    const rows = (list.data?.results ?? []).filter(({ id }) => chosen.has(id))
    if (rows.length === 0) return toastError(NOTHING_CHOSEN)
    dismissToast(NOTHING_CHOSEN)
    void ask(...rows)
  }

  // A row that cannot be seen must not be deleted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, nothing chosen
  useEffect(() => setChosen(NONE), [at.search, at.page])

  const add = <NewButton text={words.add} onNew={onNew} />
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
        label={words.label}
        counted={words.counted}
        at={at}
        setAt={setAt}
        list={list}
        loadFailed={texts.loadFailed}
        searchPlaceholder={words.search}
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
          dismissToast(NOTHING_CHOSEN)
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
