import { useNavigate } from 'react-router'
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import type { dashboardEndpoints } from '#contract/dashboard.ts'
import type { Reply } from '#web/api.ts'
import { inUnits, rsdOf, type Scale } from './chart-scale.ts'
import { ChartTooltip, Swatch } from './chart-tooltip.tsx'
import { documentsOf } from './month-documents.ts'
import { monthWithYear, shortMonth } from './month-name.ts'

type Month = Reply<typeof dashboardEndpoints.dashboardCharts>['po_mesecima'][number]

const SERIES = [
  { key: 'uvoz_rsd', name: 'Uvoz', vrsta: 'c4', color: 'var(--color-series-1)' },
  { key: 'izvoz_rsd', name: 'Izvoz', vrsta: 'c1', color: 'var(--color-series-2)' },
] as const
const TICK = { fill: 'var(--color-ink-3)', fontSize: 11 }

/** Import and export side by side, month by month; arrows walk through the months, a bar leads to its documents. */
export function MonthChart({ months, scale, title }: { months: readonly Month[]; scale: Scale; title: string }) {
  const navigate = useNavigate()
  return (
    <div className="flex h-full flex-col px-2 pt-3 pb-1">
      <ul className="flex gap-4 px-2 text-ink-2 text-xs">
        {SERIES.map(({ key, name, color }) => (
          <li key={key} className="flex items-center gap-1.5">
            <Swatch color={color} />
            {name}
          </li>
        ))}
      </ul>
      <BarChart
        responsive
        className="min-h-0 w-full flex-1"
        data={months}
        title={title}
        barCategoryGap="24%"
        barGap={1}
        margin={{ top: 12, right: 8, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line-quiet)" />
        <XAxis
          dataKey="mesec"
          tickFormatter={shortMonth}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          interval="equidistantPreserveStart"
        />
        <YAxis
          width="auto"
          tickFormatter={(rsd: number) => inUnits(rsd, scale)}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          tickCount={5}
        />
        <Tooltip
          cursor={{ fill: 'var(--color-hover)' }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const month = payload[0]?.payload as Month | undefined
            if (!active || !month) return null
            const rows = SERIES.map(({ key, name, color }) => ({ name, color, value: month[key] }))
            return <ChartTooltip title={monthWithYear(month.mesec)} rows={rows} />
          }}
        />
        {SERIES.map(({ key, name, vrsta, color }) => (
          <Bar
            key={key}
            className="cursor-pointer"
            onClick={({ payload }) => navigate(documentsOf(vrsta, (payload as Month).mesec))}
            name={name}
            dataKey={(month: Month) => rsdOf(month[key])}
            fill={color}
            radius={[2, 2, 0, 0]}
            maxBarSize={18}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </div>
  )
}
