import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { dashboardTexts } from './dashboard-texts.ts'
import { NotLoaded } from './not-loaded.tsx'
import { RemainingTable } from './remaining-table.tsx'
import type { Remaining } from './use-remaining.ts'

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
