// Recharts weighs more than the dashboard itself: this module is loaded on its own, and only it imports recharts.
import { useNavigate } from 'react-router'
import { Bar, BarChart, CartesianGrid, LabelList, Rectangle, Tooltip, XAxis, YAxis } from 'recharts'
import type { dashboardEndpoints } from '#contract/dashboard.ts'
import type { Para } from '#domain/decimal.ts'
import type { Reply } from '#web/api.ts'
import { Money } from '#web/ui/number.tsx'
import {
  documentsOf,
  inUnits,
  monthWithYear,
  rsdOf,
  type Scale,
  shareText,
  shortened,
  shortMonth,
} from './chart-scale.ts'
import type { ValueRow } from './value-rows.ts'

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

type TooltipRow = { name: string; value: Para; color?: string; note?: string }

/** The text for the bar under the pointer or the focus: exact amounts, never those of the axis. */
function ChartTooltip({ title, rows }: { title: string; rows: readonly TooltipRow[] }) {
  return (
    <div className="rounded-control border border-line-strong bg-panel px-3 py-2 text-sm shadow-popover">
      <p className="mb-1 font-semibold">{title}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5">
        {rows.map(({ name, value, color, note }) => (
          <div key={name} className="contents">
            <dt className="flex items-center gap-1.5 text-ink-2">
              {color && <Swatch color={color} />}
              {name}
            </dt>
            <dd className="text-right">
              <Money value={value} currency="RSD" />
              {note && <span className="num ml-2 text-ink-3">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The colour of a series beside its name. */
const Swatch = ({ color }: { color: string }) => (
  <span aria-hidden className="drawn size-2.5 flex-none rounded-[2px]" style={{ background: color }} />
)

const BAR_PX = 8
/** From the lower edge of a name to its bar. */
const NAME_GAP_PX = 5
const SIDE_PX = 16
/** About the width of a letter of 12 px, and the room for the value at the right end. */
const CHARACTER_PX = 6.2
const VALUE_PX = 64

type ValueChartProps = { rows: readonly ValueRow[]; total: Para; scale: Scale; title: string }

/** Lying bars under their names, in the given order; arrows walk through them; a bar leads to its rows. */
export function ValueChart({ rows, total, scale, title }: ValueChartProps) {
  const navigate = useNavigate()
  return (
    <BarChart
      responsive
      className="h-full w-full"
      layout="vertical"
      data={rows}
      title={title}
      margin={{ top: 14, right: SIDE_PX, bottom: 4, left: SIDE_PX }}
    >
      <XAxis type="number" hide domain={[0, 'dataMax']} />
      <YAxis type="category" dataKey="key" hide />
      <Tooltip
        cursor={{ fill: 'var(--color-hover)' }}
        isAnimationActive={false}
        content={({ active, payload }) => {
          const row = payload[0]?.payload as ValueRow | undefined
          if (!active || !row) return null
          const shown = { name: row.detail ?? 'Vrednost', value: row.value, note: shareText(row.value, total) }
          return <ChartTooltip title={row.name} rows={[shown]} />
        }}
      />
      <Bar
        onClick={({ payload }) => {
          const { to } = payload as ValueRow
          if (to) navigate(to)
        }}
        dataKey={(row: ValueRow) => rsdOf(row.value)}
        background={{ fill: 'var(--color-band)', radius: 2 }}
        barSize={BAR_PX}
        isAnimationActive={false}
        shape={(bar) => {
          const row = bar.payload as ValueRow
          return <Rectangle {...bar} radius={2} fill={colorOf(row)} className={row.to ? 'cursor-pointer' : ''} />
        }}
      >
        <LabelList
          content={({ index, y, parentViewBox }) => {
            const row = rows[index ?? -1]
            const width = parentViewBox && 'width' in parentViewBox ? parentViewBox.width : 0
            return row ? <RowLabel row={row} y={Number(y)} width={width} scale={scale} /> : null
          }}
        />
      </Bar>
    </BarChart>
  )
}

/** The bar of all the others together is paler. */
const colorOf = ({ rest }: ValueRow) => (rest ? 'var(--color-line-strong)' : 'var(--color-series-1)')

type RowLabelProps = { row: ValueRow; y: number; width: number; scale: Scale }

/** `width` is the chart's. The name over the left end of its bar, the value over the right end of all bars. */
function RowLabel({ row, y, width, scale }: RowLabelProps) {
  const name = shortened(row.name, Math.floor((width - 2 * SIDE_PX - VALUE_PX) / CHARACTER_PX))
  return (
    <g fontSize={12}>
      <text x={SIDE_PX} y={y - NAME_GAP_PX} fill="var(--color-ink)">
        <title>{row.name}</title>
        {name}
        {row.code && name === row.name && <tspan fill="var(--color-ink-3)">{` ${row.code}`}</tspan>}
      </text>
      <text x={width - SIDE_PX} y={y - NAME_GAP_PX} textAnchor="end" fill="var(--color-ink-2)" className="num">
        {inUnits(rsdOf(row.value), scale, 2)}
      </text>
    </g>
  )
}
