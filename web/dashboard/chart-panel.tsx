import { type ReactNode, Suspense, useState } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ChartSkeleton } from './chart-skeleton.tsx'
import { dashboardTexts } from './dashboard-texts.ts'
import { NotLoaded } from './not-loaded.tsx'

/** Nothing to draw needs no room. */
const EMPTY_PX = 150

type ChartPanelProps = {
  title: string
  /** The unit of the bars, in quieter ink beside the title; the table has full RSD. */
  unit: string
  /** Height of the chart in pixels; the place keeps it while something is loading. */
  height: number
  /** Whether its bars stand or lie. Standing ones have neighbours in their row: there the table scrolls. */
  bars: 'standing' | 'lying'
  state: 'loading' | 'failed' | 'empty' | 'ready'
  chart: ReactNode
  table: ReactNode
  className?: string | undefined
}

/** A chart, or with 'Tabela' the numbers behind it; 'Grafikon' leads back. */
export function ChartPanel(props: ChartPanelProps) {
  const { title, unit, height, bars, state, chart, table, className } = props
  const [asTable, setAsTable] = useState(false)
  const waiting = <ChartSkeleton bars={bars} height={height} />
  return (
    <Panel
      className={className}
      title={
        <>
          {title} <span className="font-normal text-ink-3">{asTable ? 'RSD' : unit}</span>
        </>
      }
      right={
        state === 'ready' && (
          <button
            type="button"
            className="hit rounded-sm text-accent hover:underline"
            aria-label={`${asTable ? 'Grafikon' : 'Tabela'}: ${title}`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'Grafikon' : 'Tabela'}
          </button>
        )
      }
    >
      {state === 'loading' ? (
        waiting
      ) : state !== 'ready' ? (
        <div className="flex items-center justify-center" style={{ minHeight: Math.min(height, EMPTY_PX) }}>
          {state === 'failed' ? <NotLoaded /> : <EmptyState text={dashboardTexts.noChart} />}
        </div>
      ) : asTable ? (
        <section
          aria-label={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="overflow-y-auto -outline-offset-2 [--sticky-top:0px]"
          style={{ minHeight: height, maxHeight: bars === 'standing' ? height : undefined }}
        >
          {table}
        </section>
      ) : (
        <Suspense fallback={waiting}>
          <div className="[&_svg]:-outline-offset-2" style={{ height }}>
            {chart}
          </div>
        </Suspense>
      )}
    </Panel>
  )
}
