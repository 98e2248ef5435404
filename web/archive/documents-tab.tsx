import { useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type ArchiveDocument, archiveEndpoints } from '#contract/archive.ts'
import { c1Endpoints } from '#contract/c1.ts'
import { c4Endpoints } from '#contract/c4.ts'
import { ARCHIVE_SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { call, reasonOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { openPdf } from '#web/received-file.ts'
import { ListPager } from '#web/screens/list-pager.tsx'
import { documentAddress } from '#web/screens/record-addresses.ts'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { FilterPanel } from '#web/ui/filter-panel.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { type ArchiveView, documentsQuery, isFiltered, NO_FILTERS } from './archive-address.ts'
import { archiveTexts } from './archive-texts.ts'
import { archiveColumns } from './document-columns.tsx'
import { DocumentFilters } from './document-filters.tsx'
import { FirstImport } from './first-import.tsx'
import { type ReportFailure, useArchiveQuery } from './use-archive-query.ts'

/** Svi dokumenti: C4 and C1 in one list, newest first, searched, filtered, sorted and paged by the server. */
export function DocumentsTab({ at, setAt, onFailure }: ArchiveView & { onFailure: ReportFailure }) {
  const query = documentsQuery(at)
  const list = useArchiveQuery(read(archiveEndpoints.archiveDocuments, { query }), onFailure)
  const openPdfOf = useOpenPdf()
  const columns = useMemo(() => archiveColumns(openPdfOf), [openPdfOf])
  const filtered = isFiltered(at)
  const navigate = useNavigate()
  const searchField = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-col gap-4">
      <FilterPanel active={filtered} defaultOpen={filtered} onClear={() => setAt({ ...NO_FILTERS })}>
        <DocumentFilters at={at} setAt={setAt} />
      </FilterPanel>
      <Panel>
        <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b px-4 py-2">
          <SearchBox
            ref={searchField}
            className="w-full sm:w-72"
            value={at.search}
            onChange={(search) => setAt({ search }, { replace: true })}
            placeholder="Pretraži dokumente..."
            debounceMs={ARCHIVE_SEARCH_DEBOUNCE_MS}
          />
          <SheetButton sheet="documents" query={query} />
        </div>
        <DataTable
          label="Svi dokumenti"
          columns={columns}
          rows={list.data?.results ?? []}
          rowKey={({ vrsta, id }) => `${vrsta} ${id}`}
          onOpen={({ vrsta, id }) => navigate(documentAddress(vrsta, id))}
          searchField={searchField}
          loading={list.isPending}
          outdated={list.isPlaceholderData}
          {...(list.data ? { emptyAction: <FirstImport at={at} /> } : { emptyText: archiveTexts.notLoaded })}
          skeletonRows={12}
          sort={{ id: at.sort, desc: at.order === 'desc' }}
          onSort={({ id, desc }) => setAt({ sort: id, order: desc ? 'desc' : 'asc' })}
          footer={
            list.data && (
              <ListPager
                reply={list.data}
                counted="dokumenata"
                onPage={(page, how) => setAt({ page: String(page) }, how)}
                rows={{ of: 'archive', limit: query.limit, onChoose: (rows) => setAt({ limit: String(rows) }) }}
              />
            )
          }
        />
      </Panel>
    </div>
  )
}

/** Opens the PDF of a document in a new tab; the token stands in no address (decisions §3). */
function useOpenPdf() {
  const alert = useAlert()
  return useMemo(
    () =>
      async ({ vrsta, id }: ArchiveDocument) => {
        const endpoint = vrsta === 'c4' ? c4Endpoints.downloadC4Pdf : c1Endpoints.downloadC1Pdf
        try {
          await openPdf(call(endpoint, { params: { id } }))
        } catch (error) {
          await alert({ text: archiveTexts.pdfFailed, ...(reasonOf(error) ? { reason: reasonOf(error) } : {}) })
        }
      },
    [alert],
  )
}
