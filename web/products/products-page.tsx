import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PRODUCT_PAGE_ROWS } from '#contract/limits.ts'
import { type ProductRow, type ProductSaved, productEndpoints, productTexts } from '#contract/products.ts'
import { reasonOf } from '#web/api.ts'
import { useHistoryWindow } from '#web/beside/use-history-window.tsx'
import { goodsColumns } from '#web/catalogue/goods-columns.tsx'
import { PRODUCT_RECORD, ProductForm } from '#web/catalogue/product-form.tsx'
import { DraftShelf } from '#web/drafts/draft-shelf.tsx'
import { read } from '#web/queries.ts'
import { useRecordDeletion } from '#web/records/use-record-deletion.tsx'
import { limitIn, pageIn } from '#web/screens/address-values.ts'
import { ImportDialog } from '#web/screens/import-dialog.tsx'
import { ImportButton, NewButton, NextStep, OpenImport, rowAction } from '#web/screens/list-parts.tsx'
import { PRODUCTS, productAddress } from '#web/screens/record-addresses.ts'
import { FROM_LIST } from '#web/screens/record-page.tsx'
import { ServerList } from '#web/screens/server-list.tsx'
import { ListSheet, SheetButton } from '#web/screens/sheet-button.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useAddressOpens, useOpened } from '#web/screens/use-opened.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { dismissToast, toastError } from '#web/ui/toast.tsx'

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

/** The columns of spec §2; sorted by the server under the same names. */
const PRODUCT_COLUMNS: readonly Column<ProductRow>[] = [
  ...goodsColumns<ProductRow>('ID proizvoda', productAddress),
  {
    id: 'hs_code',
    header: 'HS kod',
    sortable: true,
    card: 'second',
    cell: (row) => <span className="code">{row.hs_code}</span>,
  },
  { id: 'jedinica_mere', header: 'Jedinica mere', sortable: true, card: 'none', cell: (row) => row.jedinica_mere },
  {
    id: 'normativ_count',
    header: 'Stavki normativa',
    sortable: true,
    align: 'right',
    card: 'second-right',
    cell: (row) => <span className="num">{row.normativ_count}</span>,
    onCard: ({ normativ_count }) => `normativ: ${normativ_count}`,
  },
]

/** The values in the address of the screen. */
const PRODUCT_DEFAULTS = {
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
function ProductList({ at, setAt, onNew, onImport, onEdit, onDuplicate, opening }: ProductListProps) {
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
