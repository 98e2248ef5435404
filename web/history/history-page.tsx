import { useQuery } from '@tanstack/react-query'
import { History, X } from 'lucide-react'
import { type AuditRow, auditEndpoints } from '#contract/audit.ts'
import { auditTexts } from '#web/audit/audit-texts.ts'
import { hasHistory, titleOf } from '#web/audit/entry-words.ts'
import { RestorableHistory } from '#web/beside/restorable-history.tsx'
import { read } from '#web/queries.ts'
import { ListPager } from '#web/screens/list-pager.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FilterPanel } from '#web/ui/filter-panel.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { passFocus } from '#web/ui/pass-focus.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { HISTORY_DEFAULTS, historyQuery, isFiltered, NO_FILTERS } from './history-address.ts'
import { HistoryFilters } from './history-filters.tsx'
import { RecordLink } from './record-link.tsx'

/** Istorija: the complete audit trail, page by page. */
export function HistoryPage() {
  const [at, setAt] = useAddressValues(HISTORY_DEFAULTS)
  const list = useQuery(read(auditEndpoints.listAudit, { query: historyQuery(at) }))
  const filtered = isFiltered(at)
  const first = list.data?.results[0]

  const ofThis = (row: AuditRow) => (
    <>
      <RecordLink row={row} />
      {hasHistory(row) && !at.predmet && (
        <IconButton
          label={`Samo istorija: ${titleOf(row)}`}
          icon={<History />}
          onClick={() => setAt({ ...NO_FILTERS, search: '', vrsta: row.vrsta, predmet: row.predmet })}
        />
      )}
    </>
  )

  return (
    <div className="flex flex-col gap-4">
      <FilterPanel active={filtered} defaultOpen={filtered && !at.predmet} onClear={() => setAt({ ...NO_FILTERS })}>
        <HistoryFilters at={at} setAt={setAt} />
      </FilterPanel>
      <Panel>
        <div className="flex flex-wrap items-center gap-2 px-4 py-2">
          <SearchBox
            className="w-full sm:w-72"
            value={at.search}
            onChange={(search) => setAt({ search }, { replace: true })}
            placeholder="Pretraži istoriju..."
          />
          <Checkbox
            checked={at.prijave !== ''}
            onChange={({ currentTarget: { checked } }) => setAt({ prijave: checked ? 'da' : '' })}
          >
            I prijave
          </Checkbox>
          {at.predmet && first && (
            <Button
              ref={passFocus}
              variant="ghost"
              className="sm:ml-auto"
              icon={<X aria-hidden />}
              onClick={() => setAt({ vrsta: '', predmet: '' })}
            >
              Samo: {titleOf(first)}
            </Button>
          )}
        </div>
        {list.isError && !list.data ? (
          <LoadError text={auditTexts.loadFailed} error={list.error} onRetry={() => list.refetch()} />
        ) : (
          <RestorableHistory
            rows={list.data?.results}
            emptyText={filtered || at.search ? auditTexts.noneFound : auditTexts.none}
            heading="h2"
            action={ofThis}
          />
        )}
        {list.data && (
          <div className="border-line border-t px-4 py-2">
            <ListPager reply={list.data} counted="izmena" onPage={(page, how) => setAt({ page: String(page) }, how)} />
          </div>
        )}
      </Panel>
    </div>
  )
}
