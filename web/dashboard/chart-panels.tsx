import { type ComponentProps, lazy } from 'react'
import { ChartPanel } from './chart-panel.tsx'
import { scaleOf } from './chart-scale.ts'
import { MonthTable, ValueTable } from './chart-tables.tsx'
import { dashboardTexts } from './dashboard-texts.ts'
import { byAge, byCountry, byMaterial, type Charts, type ValueRow } from './value-rows.ts'

const loadCharts = () => import('./charts.tsx')
// Begun with the page itself: drawing waits for the numbers, not for the code as well.
void loadCharts().catch(() => undefined)
const MonthChart = lazy(async () => ({ default: (await loadCharts()).MonthChart }))
const ValueChart = lazy(async () => ({ default: (await loadCharts()).ValueChart }))

const MONTHS_TITLE = 'Uvoz i izvoz po mesecima'
const MONTHS_HEIGHT_PX = 250

/** What the panels know: the numbers, or that they are still coming, or that they will not come. */
export type ChartsProps = { charts: Charts | undefined; failed: boolean; className?: string }

type State = ComponentProps<typeof ChartPanel>['state']

const stateOf = (charts: Charts | undefined, failed: boolean, isEmpty: boolean): State =>
  charts ? (isEmpty ? 'empty' : 'ready') : failed ? 'failed' : 'loading'

/** Imports and exports of the last twelve months. */
export function MonthPanel({ charts, failed, className }: ChartsProps) {
  const months = charts?.po_mesecima ?? []
  const amounts = months.flatMap(({ uvoz_rsd, izvoz_rsd }) => [uvoz_rsd, izvoz_rsd])
  const scale = scaleOf(amounts)
  const state = stateOf(charts, failed, !amounts.some((amount) => amount > 0))
  return (
    <ChartPanel
      className={className}
      title={MONTHS_TITLE}
      unit={state === 'ready' ? scale.unit : 'RSD'}
      height={MONTHS_HEIGHT_PX}
      state={state}
      emptyText={failed ? dashboardTexts.notLoaded : dashboardTexts.noChart}
      chart={<MonthChart months={months} scale={scale} title={MONTHS_TITLE} />}
      table={<MonthTable months={months} title={MONTHS_TITLE} />}
    />
  )
}

const VALUES = {
  material: { title: 'Zalihe po materijalu', rowsOf: byMaterial, nameWidth: 170 },
  country: { title: 'Zalihe po zemlji porekla', rowsOf: byCountry, nameWidth: 100 },
  age: { title: 'Starost zaliha', rowsOf: byAge, nameWidth: 90 },
} as const

type ValuePanelProps = ChartsProps & { of: keyof typeof VALUES; height: number }

/** What remains in stock, by material, country of origin or age. */
export function ValuePanel({ of, charts, failed, height, className }: ValuePanelProps) {
  const { title, rowsOf, nameWidth } = VALUES[of]
  const rows: readonly ValueRow[] = charts ? rowsOf(charts) : []
  const scale = scaleOf(rows.map(({ value }) => value))
  const state = stateOf(charts, failed, !rows.some(({ value }) => value > 0))
  return (
    <ChartPanel
      className={className}
      title={title}
      unit={state === 'ready' ? scale.unit : 'RSD'}
      height={height}
      state={state}
      emptyText={failed ? dashboardTexts.notLoaded : dashboardTexts.noChart}
      chart={<ValueChart rows={rows} scale={scale} title={title} nameWidth={nameWidth} />}
      table={<ValueTable of={of} rows={rows} title={title} />}
    />
  )
}
