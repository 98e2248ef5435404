import { ChartNoAxesColumn, Table2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type ChartPanelProps = {
  title: string
  /** The unit of what is drawn, in quieter ink beside the title. */
  unit: string
  /** Height of the chart in pixels; the place keeps it while something is loading. */
  height: number
  state: 'loading' | 'failed' | 'empty' | 'ready'
  emptyText: string
  chart: ReactNode
  table: ReactNode
  className?: string
}

/** A chart, or with 'Tabela' the numbers behind it; 'Grafikon' leads back. */
export function ChartPanel(props: ChartPanelProps) {
  const { title, unit, height, state, emptyText, chart, table, className } = props
  const [asTable, setAsTable] = useState(false)
  const waiting = <ChartSkeleton height={height} />
  return (
    <Panel
      className={className}
      title={
        <>
          {title} <span className="font-normal text-ink-3">{unit}</span>
        </>
      }
      right={
        state === 'ready' && (
          <Button
            variant="ghost"
            className="-mr-2"
            icon={asTable ? <ChartNoAxesColumn aria-hidden /> : <Table2 aria-hidden />}
            aria-label={`${asTable ? 'Grafikon' : 'Tabela'}: ${title}`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'Grafikon' : 'Tabela'}
          </Button>
        )
      }
    >
      {state === 'loading' ? (
        waiting
      ) : state !== 'ready' ? (
        <div className="flex items-center justify-center" style={{ minHeight: height }}>
          <EmptyState text={emptyText} />
        </div>
      ) : asTable ? (
        <div style={{ minHeight: height }}>{table}</div>
      ) : (
        <Suspense fallback={waiting}>
          <div style={{ height }}>{chart}</div>
        </Suspense>
      )}
    </Panel>
  )
}

const HEIGHTS = [46, 62, 54, 78, 70, 88, 60, 82]

function ChartSkeleton({ height }: { height: number }) {
  return (
    <div className="flex items-end gap-3 px-4 pt-6 pb-8" style={{ height }} aria-busy="true">
      <span className="sr-only">Učitavanje…</span>
      {HEIGHTS.map((percent) => (
        <div key={percent} className="flex-1" style={{ height: `${percent}%` }}>
          <Skeleton className="h-full w-full" />
        </div>
      ))}
    </div>
  )
}
