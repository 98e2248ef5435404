import { useMutation, useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, FileUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { MATERIAL_PAGE_ROWS } from '#contract/limits.ts'
import { type MaterialRow, materialEndpoints, materialTexts } from '#contract/materials.ts'
import { call } from '#web/api.ts'
import { useHistoryWindow } from '#web/audit/use-history-window.tsx'
import { read } from '#web/queries.ts'
import { pageIn } from '#web/screens/address-values.ts'
import { ListPager } from '#web/screens/list-pager.tsx'
import { ListNotLoaded } from '#web/screens/load-error.tsx'
import { notDeleted } from '#web/screens/refused-deletion.tsx'
import { rowsPerPage } from '#web/screens/rows-per-page.ts'
import { screenTexts } from '#web/screens/screen-texts.ts'
import { useLastReply } from '#web/screens/use-last-reply.ts'
import { useAlert, useConfirm } from '#web/ui/asking.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { MATERIJALI } from '#web/ui/plural.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import type { MaterialAddress } from './material-address.ts'
import { materialColumns } from './material-columns.tsx'
import { materialScreenTexts } from './material-texts.ts'

type MaterialListProps = MaterialAddress & {
  onNew: () => void
  onImport: () => void
  onEdit: (material: MaterialRow) => void
  onStock: (id: string) => void
  /** The name of a material leads to its stock by itself, once this is told. */
  onLeave: () => void
}

/** All materials with their stock, page by page; search and order are the server's, over the whole catalogue. */
export function MaterialList({ at, setAt, onNew, onImport, onEdit, onStock, onLeave }: MaterialListProps) {
  const { historyOf, historyWindow } = useHistoryWindow()
  const confirm = useConfirm()
  const alert = useAlert()
  const columns = useMemo(() => materialColumns(onLeave), [onLeave])
  const searchField = useRef<HTMLInputElement>(null)
  const [deleting, setDeleting] = useState<string>()
  const query = {
    search: at.search,
    page: pageIn(at.page),
    limit: rowsPerPage('materials', at.limit, MATERIAL_PAGE_ROWS),
    sort: at.sort,
    order: at.order,
  }
  const list = useQuery(read(materialEndpoints.listMaterials, { query }))
  const { reply, failed, outdated } = useLastReply(list, query.page)

  const remove = useMutation({
    mutationFn: ({ id, verzija }: MaterialRow) =>
      call(materialEndpoints.deleteMaterial, { params: { id }, ifVersion: verzija }),
    onMutate: ({ id }) => setDeleting(id),
    onSuccess: (_reply, { naziv }) => toastSuccess(materialTexts.deleted(naziv)),
    onError: (error, { id, naziv }) => alert(notDeleted(materialScreenTexts.deleteFailed, [{ id, naziv, error }])),
    onSettled: () => setDeleting(undefined),
  })

  async function askAndRemove(material: MaterialRow) {
    const text = (
      <>
        <p>{screenTexts.deleteQuestion}</p>
        <p className="mt-2 text-ink">
          <NameWithId name={material.naziv} id={material.id} />
        </p>
      </>
    )
    if (await confirm({ title: screenTexts.deleteTitle, text, danger: true })) remove.mutate(material)
  }

  const buttons = (
    <>
      <Button icon={<FileUp aria-hidden />} onClick={onImport}>
        Import iz Excel fajla
      </Button>
      <Button data-opens-modal variant="primary" icon={<Plus aria-hidden />} onClick={onNew}>
        Dodaj materijal
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
          placeholder="Pretraži materijale..."
        />
        <div className="ml-auto flex flex-wrap items-center gap-2">{buttons}</div>
      </div>
      {failed && (
        <ListNotLoaded
          text={materialScreenTexts.loadFailed}
          error={list.error}
          onRetry={() => list.refetch()}
          rows={reply}
        />
      )}
      {(reply || !failed) && (
        <DataTable
          label="Materijali"
          columns={columns}
          rows={reply?.results ?? []}
          rowKey={(row) => row.id}
          loading={list.isPending}
          outdated={outdated}
          skeletonRows={MATERIAL_PAGE_ROWS}
          sort={at.sort ? { id: at.sort, desc: at.order === 'desc' } : null}
          onSort={({ id, desc }) => setAt({ sort: id, order: desc ? 'desc' : 'asc' })}
          rowName={(row) => row.naziv}
          actions={(row) => [
            { text: 'Pregled stanja', icon: <ChartNoAxesColumn />, onChoose: () => onStock(row.id) },
            historyOf({ vrsta: 'materijal', predmet: row.id, name: row.naziv }),
            { text: 'Izmeni', icon: <Pencil />, onChoose: () => onEdit(row) },
            {
              text: 'Obriši',
              icon: <Trash2 />,
              danger: true,
              disabled: deleting === row.id,
              onChoose: () => askAndRemove(row),
            },
          ]}
          searchField={searchField}
          emptyAction={at.search ? undefined : <div className="flex flex-wrap justify-center gap-2">{buttons}</div>}
          footer={
            reply && (
              <ListPager
                reply={reply}
                counted={MATERIJALI}
                onPage={(page, how) => setAt({ page: String(page) }, how)}
                rows={{ of: 'materials', limit: query.limit, onChoose: (rows) => setAt({ limit: String(rows) }) }}
              />
            )
          }
        />
      )}
      {historyWindow}
    </Panel>
  )
}
