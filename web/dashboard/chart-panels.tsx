import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { dashboardEndpoints } from '#contract/dashboard.ts'
import { MATERIJAL } from '#contract/figures/figure.ts'
import { nearSum, type Para, totalPara } from '#domain/decimal.ts'
import type { Reply } from '#web/api.ts'
import { loadLater } from '#web/load-later.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { documentsOf, monthWithYear, scaleOf, shareText } from './chart-scale.ts'
import { dashboardTexts, NotLoaded } from './not-loaded.tsx'
import { byAge, byCountry, byMaterial, type Charts, type ValueRow } from './value-rows.ts'

const loadCharts = () => import('./charts.tsx')
// The load begins with the page: drawing then waits only for the numbers.
void loadCharts().catch(() => undefined)
const MonthChart = loadLater(async () => (await loadCharts()).MonthChart)
const ValueChart = loadLater(async () => (await loadCharts()).ValueChart)

const MONTHS_TITLE = 'Uvoz i izvoz po mesecima'
const MONTHS_HEIGHT_PX = 250

/** The state of the panels: the numbers, loading, or failed. */
export type ChartsProps = { charts: Charts | undefined; failed: boolean; className?: string }

type State = ComponentProps<typeof ChartPanel>['state']

const chartState = (charts: Charts | undefined, failed: boolean, isEmpty: boolean): State =>
  charts ? (isEmpty ? 'empty' : 'ready') : failed ? 'failed' : 'loading'

/** Imports and exports of the last twelve months. */
export function MonthPanel({ charts, failed, className }: ChartsProps) {
  const months = charts?.po_mesecima ?? []
  const amounts = months.flatMap(({ uvoz_rsd, izvoz_rsd }) => [uvoz_rsd, izvoz_rsd])
  const scale = scaleOf(amounts)
  const state = chartState(charts, failed, !amounts.some((amount) => amount > 0))
  return (
    <ChartPanel
      className={className}
      title={MONTHS_TITLE}
      unit={state === 'ready' ? scale.unit : 'RSD'}
      height={MONTHS_HEIGHT_PX}
      state={state}
      bars="standing"
      chart={<MonthChart months={months} scale={scale} title={MONTHS_TITLE} />}
      table={<MonthTable months={months} title={MONTHS_TITLE} />}
    />
  )
}

const VALUES = {
  material: { title: 'Zalihe po materijalu', rowsOf: byMaterial, rowPx: 38, expectedRows: 11 },
  country: { title: 'Zalihe po zemlji porekla', rowsOf: byCountry, rowPx: 31, expectedRows: 7 },
  age: { title: 'Starost zaliha', rowsOf: byAge, rowPx: 31, expectedRows: 4 },
} as const
const MARGIN_PX = 18

type ValuePanelProps = ChartsProps & {
  of: keyof typeof VALUES
  /** The value of all stock; each bar is rounded, so their sum may be some hundredths off. */
  total: Para | undefined
}

/** The value of the stock by material, country of origin or age. */
export function ValuePanel({ of, total, charts, failed, className }: ValuePanelProps) {
  const { title, rowsOf, rowPx, expectedRows } = VALUES[of]
  const rows: readonly ValueRow[] = charts ? rowsOf(charts) : []
  const whole = total ?? nearSum(rows.map(({ value }) => value))
  const scale = scaleOf(rows.map(({ value }) => value))
  const state = chartState(charts, failed, !rows.some(({ value }) => value > 0))
  return (
    <ChartPanel
      className={className}
      title={title}
      unit={state === 'ready' ? scale.unit : 'RSD'}
      height={(state === 'ready' ? rows.length : expectedRows) * rowPx + MARGIN_PX}
      state={state}
      bars="lying"
      chart={<ValueChart rows={rows} total={whole} scale={scale} title={title} />}
      table={<ValueTable of={of} rows={rows} total={whole} title={title} />}
    />
  )
}

/** The height of a chart without bars. */
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
function ChartPanel(props: ChartPanelProps) {
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

const STANDING = [46, 62, 54, 78, 70, 88, 60, 82]
const LYING = [96, 58, 40, 31, 22]

/** Quiet bars where a chart is still coming, as high as the chart will be. */
const ChartSkeleton = ({ bars, height }: { bars: 'standing' | 'lying'; height: number }) => (
  <div aria-busy="true" style={{ height }}>
    <span className="sr-only">Učitavanje...</span>
    {bars === 'standing' ? (
      <div className="flex h-full items-end gap-3 px-4 pt-6 pb-8">
        {STANDING.map((percent) => (
          <div key={percent} className="flex-1" style={{ height: `${percent}%` }}>
            <Skeleton className="h-full w-full" />
          </div>
        ))}
      </div>
    ) : (
      <div className="flex h-full flex-col justify-around overflow-hidden px-4 py-3">
        {LYING.map((percent) => (
          <div key={percent} style={{ width: `${percent}%` }}>
            <Skeleton className="h-2 w-full" />
          </div>
        ))}
      </div>
    )}
  </div>
)

type Month = Reply<typeof dashboardEndpoints.dashboardCharts>['po_mesecima'][number]

const MONTH_COLUMNS: readonly Column<Month>[] = [
  { id: 'mesec', header: 'Mesec', cell: ({ mesec }) => monthWithYear(mesec), total: () => 'Ukupno' },
  {
    id: 'uvoz_rsd',
    header: 'Uvoz (RSD)',
    align: 'right',
    cell: ({ mesec, uvoz_rsd }) => (
      <Link to={documentsOf('c4', mesec)} className="hit text-ink">
        <Money value={uvoz_rsd} />
      </Link>
    ),
    total: (months) => <Money value={totalPara(months.map(({ uvoz_rsd }) => uvoz_rsd))} />,
  },
  {
    id: 'izvoz_rsd',
    header: 'Izvoz (RSD)',
    align: 'right',
    cell: ({ mesec, izvoz_rsd }) => (
      <Link to={documentsOf('c1', mesec)} className="hit text-ink">
        <Money value={izvoz_rsd} />
      </Link>
    ),
    total: (months) => <Money value={totalPara(months.map(({ izvoz_rsd }) => izvoz_rsd))} />,
  },
]

/** The numbers behind the chart by month. */
const MonthTable = ({ months, title }: { months: readonly Month[]; title: string }) => (
  <DataTable label={title} columns={MONTH_COLUMNS} rows={months} rowKey={({ mesec }) => mesec} />
)

type SharedRow = ValueRow & { total: Para }

const valueColumns = (nameHeader: string): readonly Column<SharedRow>[] => [
  {
    id: 'name',
    header: nameHeader,
    wrap: true,
    cell: ({ name, code, detail, to }) =>
      to ? (
        <Link to={to} className="hit text-ink">
          {name} <span className="code text-ink-3">{code ?? detail}</span>
        </Link>
      ) : (
        <>
          {name} <span className="code text-ink-3">{code ?? detail}</span>
        </>
      ),
    total: () => 'Ukupno',
  },
  {
    id: 'value',
    header: 'Vrednost (RSD)',
    align: 'right',
    cell: ({ value }) => <Money value={value} />,
    total: ([first]) => first && <Money value={first.total} />,
  },
  {
    id: 'share',
    header: 'Udeo',
    align: 'right',
    width: '4.5rem',
    cell: ({ value, total }) => shareText(value, total),
  },
]
const COLUMNS = {
  material: valueColumns(MATERIJAL),
  country: valueColumns('Zemlja porekla'),
  age: valueColumns('Starost'),
}

type ValueTableProps = { of: keyof typeof COLUMNS; rows: readonly ValueRow[]; total: Para; title: string }

/** The numbers behind a chart of values, with each one's share of the total. */
function ValueTable({ of, rows, total, title }: ValueTableProps) {
  const shared = rows.map((row) => ({ ...row, total }))
  return <DataTable label={title} columns={COLUMNS[of]} rows={shared} rowKey={({ key }) => key} />
}
