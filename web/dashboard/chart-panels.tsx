import type { ComponentProps } from 'react'
import { nearSum, type Para } from '#domain/decimal.ts'
import { loadLater } from '#web/load-later.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { scaleOf } from './chart-scale.ts'
import { MonthTable, ValueTable } from './chart-tables.tsx'
import { byAge, byCountry, byMaterial, type Charts, type ValueRow } from './value-rows.ts'

const loadCharts = () => import('./charts.tsx')
// Begun with the page itself: drawing waits for the numbers, not for the code as well.
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
