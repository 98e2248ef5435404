import { ChevronDown, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { archiveEndpoints, type RemainingC4 } from '#contract/archive.ts'
import { ARCHIVE_SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { formatDate, parseIsoDate } from '#domain/calendar-date.ts'
import { totalPara } from '#domain/decimal.ts'
import { read } from '#web/queries.ts'
import { pageIn } from '#web/screens/address-values.ts'
import { ListPager } from '#web/screens/list-pager.tsx'
import { rowsPerPage } from '#web/screens/rows-per-page.ts'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { C4Facts } from '#web/stock/c4-line.tsx'
import { type DocumentLot, LOT_COLUMNS, LotList, lotsOf } from '#web/stock/lot-columns.tsx'
import { Button } from '#web/ui/button.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { passFocus } from '#web/ui/pass-focus.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { type ArchiveView, lotFiltersIn, remainingIn } from './archive-address.ts'
import { archiveTexts } from './archive-texts.ts'
import { FirstImport } from './first-import.tsx'
import { type ReportFailure, useArchiveQuery } from './use-archive-query.ts'

const COLUMNS: readonly Column<DocumentLot>[] = [
  ...LOT_COLUMNS,
  {
    id: 'vrednost_rsd',
    header: 'Vrednost',
    align: 'right',
    width: '10rem',
    cell: ({ vrednost_rsd }) => <Money value={vrednost_rsd} currency="RSD" />,
  },
]

/**
 * Materijali po C4: every C4 that had something left at the end of the period (now, without a period), oldest first,
 * with its lots (spec §2).
 */
export function MaterialsC4Tab({ at, setAt, onFailure }: ArchiveView & { onFailure: ReportFailure }) {
  const limit = rowsPerPage('archive', at.limit)
  const query = { ...remainingIn(at), page: pageIn(at.page), limit }
  const list = useArchiveQuery(read(archiveEndpoints.archiveRemaining, { query }), onFailure)
  const documents = list.data?.results ?? []
  const narrow = useNarrow()
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const allOpen = documents.length > 0 && documents.every(({ c4_id }) => open.has(c4_id))

  function toggle(id: number, opened: boolean) {
    const next = new Set(open)
    if (opened) next.add(id)
    else next.delete(id)
    setOpen(next)
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          className="w-full sm:w-72"
          value={at.search}
          onChange={(search) => setAt({ search }, { replace: true })}
          placeholder="Pretraži C4 i materijale..."
          debounceMs={ARCHIVE_SEARCH_DEBOUNCE_MS}
        />
        <p className="text-ink-3 text-sm">{stockText(at)}</p>
        <SheetButton className="sm:ml-auto" sheet="remaining" query={query} />
        {documents.length > 0 && (
          <Button onClick={() => setOpen(new Set(allOpen ? [] : documents.map(({ c4_id }) => c4_id)))}>
            {allOpen ? 'Skupi sve' : 'Proširi sve'}
          </Button>
        )}
      </div>
      <LotFilters at={at} setAt={setAt} />
      {list.isPending && narrow ? (
        <LoadingSheets />
      ) : documents.length === 0 && !list.isPending ? (
        <Panel>
          {list.data ? (
            <EmptyState text={archiveTexts.noRemaining} action={<FirstImport at={at} />} />
          ) : (
            <EmptyState text={archiveTexts.notLoaded} />
          )}
        </Panel>
      ) : narrow ? (
        <div
          className={`flex flex-col gap-3 ${list.isPlaceholderData ? 'outdated' : ''}`}
          aria-busy={list.isPlaceholderData}
        >
          {documents.map((c4) => (
            <C4Sheet key={c4.c4_id} c4={c4} open={open.has(c4.c4_id)} onToggle={(opened) => toggle(c4.c4_id, opened)} />
          ))}
        </div>
      ) : (
        <Panel>
          <C4Table
            documents={documents}
            loading={list.isPending}
            outdated={list.isPlaceholderData}
            isOpen={(id) => open.has(id)}
            onToggle={toggle}
          />
        </Panel>
      )}
      {list.data && list.data.total > 0 && (
        <ListPager
          reply={list.data}
          counted="C4 dokumenata"
          onPage={(page, how) => setAt({ page: String(page) }, how)}
          rows={{ of: 'archive', limit, onChoose: (rows) => setAt({ limit: String(rows) }) }}
        />
      )}
    </div>
  )
}

/** The set filters of the lots, each sentence with a button that removes it. */
function LotFilters({ at, setAt }: ArchiveView) {
  const filters = lotFiltersIn(at)
  if (filters.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {filters.map(({ text, without }) => (
        <Button
          key={text}
          ref={passFocus}
          icon={<X aria-hidden />}
          title="Ukloni filter"
          onClick={() => setAt(without)}
        >
          {text}
        </Button>
      ))}
    </div>
  )
}

/** One sentence: the day of the figures, and the imports that are left out. */
function stockText({ datum_od, datum_do }: ArchiveView['at']): string {
  const [first, last] = [parseIsoDate(datum_od), parseIsoDate(datum_do)]
  const day = last ? `na dan ${formatDate(last)}` : 'na današnji dan'
  const without = first ? `, bez stavki uvezenih pre ${formatDate(first)}` : last ? '' : '.'
  return `Razduženo, preostalo i vrednost ${day}${without}`
}

type C4TableProps = {
  documents: readonly RemainingC4[]
  loading: boolean
  outdated: boolean
  isOpen: (id: number) => boolean
  onToggle: (id: number, open: boolean) => void
}

/** All lots in one table, so that columns stay in place from one document to the next. */
function C4Table({ documents, loading, outdated, isOpen, onToggle }: C4TableProps) {
  const rows = useMemo(() => lotsOf(documents), [documents])
  return (
    <DataTable
      label="Materijali po C4"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ ulaz_stavka_id }) => String(ulaz_stavka_id)}
      loading={loading}
      outdated={outdated}
      groupBy={({ c4 }) => String(c4.c4_id)}
      band={([first]) =>
        first && (
          <C4Band c4={first.c4} open={isOpen(first.c4.c4_id)} onToggle={(open) => onToggle(first.c4.c4_id, open)} />
        )
      }
      isOpen={(id) => isOpen(Number(id))}
    />
  )
}

type C4Props = { c4: RemainingC4; open: boolean; onToggle: (open: boolean) => void }

const C4Band = ({ c4, open, onToggle }: C4Props) => (
  <div className="flex items-center gap-3 whitespace-normal">
    <button
      type="button"
      aria-expanded={open}
      onClick={() => onToggle(!open)}
      className="flex min-h-9 min-w-0 flex-1 items-center gap-2 py-1 text-left"
    >
      <ChevronDown className={`size-4 flex-none text-ink-3 ${open ? '' : '-rotate-90'}`} aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="code font-semibold text-ink">{c4.c4_broj}</span>
        <span className="num ml-2">
          <AboutC4 c4={c4} />
        </span>
      </span>
    </button>
    <Worth c4={c4} />
  </div>
)

const AboutC4 = ({ c4 }: { c4: RemainingC4 }) => (
  <>
    <span className="text-ink">{c4.posiljalac_naziv}</span> · {c4.tip_dokumenta} · <C4Facts c4={c4} />
  </>
)

const Worth = ({ c4: { stavke } }: { c4: RemainingC4 }) => (
  <span className="flex-none text-ink">
    <Money value={totalPara(stavke.map(({ vrednost_rsd }) => vrednost_rsd))} currency="RSD" />
  </span>
)

/** On a phone, where nothing has to be scrolled into sight. */
const C4Sheet = ({ c4, open, onToggle }: C4Props) => (
  <Collapsible
    title={c4.c4_broj}
    meta={
      <>
        <AboutC4 c4={c4} /> · <Worth c4={c4} />
      </>
    }
    open={open}
    onToggle={onToggle}
  >
    {open && <LotList lots={c4.stavke} />}
  </Collapsible>
)

const LoadingSheets = () => (
  <div className="flex flex-col gap-3" aria-busy="true">
    <span className="sr-only">Učitavanje...</span>
    {['w-96', 'w-80', 'w-104', 'w-88', 'w-96', 'w-80'].map((width, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: sheets without a content
      <div key={at} className="flex h-9.5 items-center rounded-panel border border-line bg-panel px-4">
        <Skeleton className={`max-w-full ${width}`} />
      </div>
    ))}
  </div>
)
