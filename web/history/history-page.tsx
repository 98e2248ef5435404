import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, History, X } from 'lucide-react'
import { Link } from 'react-router'
import { type AuditRow, auditEndpoints, PRIJAVE } from '#contract/audit.ts'
import { DEED_OPTIONS, hasHistory, KIND_OPTIONS, titleOf } from '#web/audit/entry-words.ts'
import { auditTexts } from '#web/audit/history-list.tsx'
import { RestorableHistory } from '#web/beside/history-dialog.tsx'
import { PeriodFilter, SelectFilter } from '#web/document-list/filters.tsx'
import { read } from '#web/queries.ts'
import { pageIn } from '#web/screens/address-values.ts'
import { ListPager } from '#web/screens/list-pager.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { addressOf } from '#web/screens/things.ts'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FilterPanel } from '#web/ui/filter-panel.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { passFocus } from '#web/ui/pass-focus.ts'
import { SearchBox } from '#web/ui/search-box.tsx'

/** The values of the screen's address; `predmet` with `vrsta` is one thing whose history is shown. */
const HISTORY_DEFAULTS = {
  page: '1',
  search: '',
  vrsta: '',
  predmet: '',
  radnja: '',
  korisnik: '',
  datum_od: '',
  datum_do: '',
  /** 'da': logins and logouts are listed too. */
  prijave: '',
}

type HistoryValues = typeof HISTORY_DEFAULTS
type SetHistory = ReturnType<typeof useAddressValues<HistoryValues>>[1]

const { page: _, search: __, prijave: ___, ...FILTERS } = HISTORY_DEFAULTS
const NO_FILTERS: Partial<HistoryValues> = FILTERS

/** Whether the list is narrowed by anything but words and page. */
const isFiltered = (at: HistoryValues): boolean =>
  Object.keys(FILTERS).some((name) => at[name as keyof HistoryValues] !== '')

/** The query of GET /audit. The server refuses other text than days. Logins come only when they are asked for. */
const historyQuery = ({ page, datum_od, datum_do, prijave, ...rest }: HistoryValues) => ({
  ...rest,
  bez_prijava: prijave === '' && !PRIJAVE.some((radnja) => radnja === rest.radnja),
  datum_od,
  datum_do,
  page: pageIn(page),
})

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

/** The filters: kind of thing, action, user and period. */
function HistoryFilters({ at, setAt }: { at: HistoryValues; setAt: SetHistory }) {
  const users = useQuery(read(auditEndpoints.auditUsers))
  return (
    <>
      <SelectFilter
        label="Šta"
        options={KIND_OPTIONS}
        emptyText="Sve"
        value={at.vrsta}
        onChange={(vrsta) => setAt({ vrsta, predmet: '' })}
      />
      <SelectFilter
        label="Akcija"
        options={DEED_OPTIONS}
        emptyText="Sve akcije"
        value={at.radnja}
        onChange={(radnja) => setAt({ radnja })}
      />
      <SelectFilter
        label="Korisnik"
        options={users.data ?? (at.korisnik ? [at.korisnik] : [])}
        emptyText="Svi korisnici"
        value={at.korisnik}
        onChange={(korisnik) => setAt({ korisnik })}
      />
      <PeriodFilter at={at} setAt={setAt} inGrid />
    </>
  )
}

/** The link from an entry to its record as it is now; none for an import of many records and for a deleted one. */
function RecordLink({ row }: { row: AuditRow }) {
  const address = addressOf(row.vrsta, row.predmet)
  if (!address || !row.predmet || row.radnja === 'obrisano') return null
  const name = `Otvori: ${titleOf(row)}`
  return (
    <Link to={address} aria-label={name} title={name} className="icon-button">
      <ArrowUpRight aria-hidden />
    </Link>
  )
}
