import { useQuery } from '@tanstack/react-query'
import { FileUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { PRODUCT_PAGE_ROWS } from '#contract/limits.ts'
import { type ProductRow, productEndpoints } from '#contract/products.ts'
import { useHistoryWindow } from '#web/audit/use-history-window.tsx'
import { read } from '#web/queries.ts'
import { limitIn, pageIn } from '#web/screens/address-values.ts'
import { ListPager } from '#web/screens/list-pager.tsx'
import { ListNotLoaded } from '#web/screens/load-error.tsx'
import { useLastReply } from '#web/screens/use-last-reply.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PROIZVODI } from '#web/ui/plural.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { dismissToast } from '#web/ui/toast.tsx'
import type { ProductAddress } from './product-address.ts'
import { PRODUCT_COLUMNS } from './product-columns.tsx'
import { productScreenTexts } from './product-texts.ts'
import { useProductDeletion } from './use-product-deletion.tsx'

type ProductListProps = ProductAddress & {
  onNew: () => void
  onImport: () => void
  onEdit: (product: ProductRow) => void
  /** The product whose normativ is being fetched for its form. */
  opening: string | undefined
}

const NONE: ReadonlySet<string> = new Set()

/** All products with the count of their normativ items; several can be chosen and deleted together. */
export function ProductList({ at, setAt, onNew, onImport, onEdit, opening }: ProductListProps) {
  const [chosen, setChosen] = useState(NONE)
  const searchField = useRef<HTMLInputElement>(null)
  const deletion = useProductDeletion(setChosen)
  const { historyOf, historyWindow } = useHistoryWindow()
  const query = {
    search: at.search,
    page: pageIn(at.page),
    limit: limitIn(at.limit, PRODUCT_PAGE_ROWS),
    sort: at.sort,
    order: at.order,
  }
  const list = useQuery(read(productEndpoints.listProducts, { query }))
  const { reply, failed, outdated } = useLastReply(list, query.page)
  const rows = reply?.results ?? []
  const chosenRows = rows.filter(({ id }) => chosen.has(id))

  // What cannot be seen must not be deleted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, nothing chosen
  useEffect(() => setChosen(NONE), [at.search, at.page])

  const buttons = (
    <>
      <Button icon={<FileUp aria-hidden />} onClick={onImport}>
        Import BOM
      </Button>
      <Button data-opens-modal variant="primary" icon={<Plus aria-hidden />} onClick={onNew}>
        Dodaj proizvod
      </Button>
    </>
  )

  return (
    <Panel>
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <SearchBox
          ref={searchField}
          className="w-full sm:w-72"
          value={at.search}
          onChange={(search) => setAt({ search }, { replace: true })}
          placeholder="Pretraži proizvode..."
        />
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <Button
            icon={<Trash2 aria-hidden />}
            busy={deletion.busy}
            busyText="Brisanje..."
            onClick={() => deletion.deleteMany(chosenRows)}
          >
            Obriši odabrane{chosenRows.length > 0 && ` (${chosenRows.length})`}
          </Button>
          {buttons}
        </div>
      </div>
      {failed && (
        <ListNotLoaded
          text={productScreenTexts.loadFailed}
          error={list.error}
          onRetry={() => list.refetch()}
          rows={reply}
        />
      )}
      {(reply || !failed) && (
        <DataTable
          label="Proizvodi"
          columns={PRODUCT_COLUMNS}
          rows={rows}
          rowKey={(row) => row.id}
          rowName={(row) => row.naziv}
          selected={chosen}
          onSelect={(ids) => {
            setChosen(ids)
            dismissToast(productScreenTexts.nothingChosen)
          }}
          loading={list.isPending}
          outdated={outdated}
          sort={at.sort ? { id: at.sort, desc: at.order === 'desc' } : null}
          onSort={({ id, desc }) => setAt({ sort: id, order: desc ? 'desc' : 'asc' })}
          actions={(row) => [
            historyOf({ vrsta: 'proizvod', predmet: row.id, name: row.naziv }),
            { text: 'Izmeni', icon: <Pencil />, disabled: opening === row.id, onChoose: () => onEdit(row) },
            {
              text: 'Obriši',
              icon: <Trash2 />,
              danger: true,
              disabled: deletion.busy,
              onChoose: () => deletion.deleteOne(row),
            },
          ]}
          searchField={searchField}
          emptyAction={at.search ? undefined : <div className="flex flex-wrap justify-center gap-2">{buttons}</div>}
          footer={
            reply && (
              <ListPager reply={reply} counted={PROIZVODI} onPage={(page, how) => setAt({ page: String(page) }, how)} />
            )
          }
        />
      )}
      {historyWindow}
    </Panel>
  )
}
