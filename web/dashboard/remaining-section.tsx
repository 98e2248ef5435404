import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { archiveEndpoints, type RemainingC4 } from '#contract/archive.ts'
import { call } from '#web/api.ts'
import { DocumentLink } from '#web/screens/document-link.tsx'
import { C4Facts } from '#web/stock/c4-line.tsx'
import { LOT_COLUMNS, LotList, lotsOf } from '#web/stock/lot-columns.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { dashboardTexts, NotLoaded } from './not-loaded.tsx'

/** Shown at first (spec §9). */
const FIRST_DOCUMENTS = 5
/** Read at once when all are wanted; the rest follows with scrolling. */
const MORE_DOCUMENTS = 100

type Remaining = {
  documents: readonly RemainingC4[]
  /** Undefined until the first answer. */
  total: number | undefined
  expanded: boolean
  setExpanded: (expanded: boolean) => void
  hasMore: boolean
  loadingMore: boolean
  loadMore: () => void
  error: unknown
  retry: () => void
}

/** The C4 documents with something left, oldest first: five of them, or all, page after page. */
export function useRemaining(): Remaining {
  const [expanded, setExpanded] = useState(false)
  const limit = expanded ? MORE_DOCUMENTS : FIRST_DOCUMENTS
  const query = useInfiniteQuery({
    queryKey: [archiveEndpoints.archiveRemaining.path, 'dashboard', limit],
    queryFn: ({ pageParam, signal }) =>
      call(archiveEndpoints.archiveRemaining, { query: { page: pageParam, limit }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (expanded && last.page < last.totalPages ? last.page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  return {
    documents: pages.flatMap((page) => page.results).slice(0, expanded ? undefined : FIRST_DOCUMENTS),
    total: pages[0]?.total,
    expanded,
    setExpanded,
    hasMore: query.hasNextPage && !query.isPlaceholderData,
    loadingMore: query.isFetchingNextPage || query.isPlaceholderData,
    loadMore: () => void query.fetchNextPage(),
    error: query.error,
    retry: () => void query.refetch(),
  }
}

const TITLE = 'Trenutni materijali po C4 (FIFO praćenje)'
const INCOMING = '/dashboard/incoming'
/** The archive shows the same with search and period. */
const DETAILS = { to: '/dashboard/archive', state: { activeTab: 'materials-c4' } }

/** The remainder of every C4, lot by lot, in the order in which exports will take it (spec §2). */
export function RemainingSection({ remaining }: { remaining: Remaining }) {
  const { documents, total, expanded } = remaining
  const hidden = (total ?? 0) - documents.length
  return (
    <Panel
      title={TITLE}
      right={
        <div className="flex gap-4">
          {!expanded && hidden > 0 && (
            <button
              type="button"
              className="hit rounded-sm text-accent hover:underline"
              onClick={() => remaining.setExpanded(true)}
            >{`Prikaži sve (${total})`}</button>
          )}
          <Link {...DETAILS} className="hit">
            Detaljni pregled
          </Link>
        </div>
      }
    >
      {total === undefined && remaining.error ? (
        <NotLoaded />
      ) : total === 0 ? (
        <NothingLeft />
      ) : (
        <>
          <RemainingTable label={TITLE} documents={documents} loading={total === undefined} />
          {(expanded || hidden > 0) && <More remaining={remaining} hidden={hidden} />}
        </>
      )}
    </Panel>
  )
}

function More({ remaining, hidden }: { remaining: Remaining; hidden: number }) {
  const { expanded, setExpanded, hasMore, loadingMore, loadMore } = remaining
  const end = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new watch for each page that came
  useEffect(() => {
    if (!hasMore || !end.current) return
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && loadMore(), { rootMargin: '600px' })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [hasMore, hidden])

  return (
    <div ref={end} className="flex justify-center border-line border-t px-4 py-2">
      {expanded ? (
        loadingMore ? (
          <p className="flex h-(--control) items-center text-ink-3 text-sm">Učitavanje...</p>
        ) : (
          <Button variant="ghost" onClick={() => setExpanded(false)}>
            Prikaži manje
          </Button>
        )
      ) : (
        <Button variant="ghost" onClick={() => setExpanded(true)}>{`Prikaži još ${hidden} C4 dokumenta`}</Button>
      )}
    </div>
  )
}

const NothingLeft = () => (
  <EmptyState
    text={dashboardTexts.noRemaining}
    hint={dashboardTexts.noRemainingHint}
    action={
      <Link to={INCOMING} state={{ openModal: true }} className={buttonClass()}>
        <Plus aria-hidden />
        Novi ulazni dokument
      </Link>
    }
  />
)

type RemainingTableProps = { label: string; documents: readonly RemainingC4[]; loading: boolean }

/** Lots under a quiet band for each C4; on a narrow screen the same as a list. */
function RemainingTable({ label, documents, loading }: RemainingTableProps) {
  const narrow = useNarrow()
  const rows = useMemo(() => lotsOf(documents), [documents])
  if (narrow && !loading) {
    return documents.map((c4) => (
      <section key={c4.c4_id} aria-label={c4.c4_broj}>
        <h3 className="bg-band px-4 py-1.5 font-normal">
          <Band c4={c4} />
        </h3>
        <LotList lots={c4.stavke} />
      </section>
    ))
  }
  return (
    <DataTable
      label={label}
      columns={LOT_COLUMNS}
      rows={rows}
      rowKey={(lot) => String(lot.ulaz_stavka_id)}
      groupBy={(lot) => String(lot.c4.c4_id)}
      band={([first]) => first && <Band c4={first.c4} />}
      loading={loading}
    />
  )
}

const Band = ({ c4 }: { c4: RemainingC4 }) => (
  <>
    <DocumentLink vrsta="c4" id={c4.c4_id} broj={c4.c4_broj} className="font-semibold" /> · <C4Facts c4={c4} />
  </>
)
