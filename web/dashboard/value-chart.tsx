import { Bar, BarChart, LabelList, Rectangle, Tooltip, XAxis, YAxis } from 'recharts'
import { sum } from '#domain/decimal.ts'
import { inUnits, rsdOf, type Scale, shareText, shortened } from './chart-scale.ts'
import { ChartTooltip } from './chart-tooltip.tsx'
import type { ValueRow } from './value-rows.ts'

const CHARACTER_PX = 6.4
const VALUE_PX = 52

type ValueChartProps = { rows: readonly ValueRow[]; scale: Scale; title: string; nameWidth: number }

/** Lying bars, one per name, the longest first or in the order given; arrows walk through them. */
export function ValueChart({ rows, scale, title, nameWidth }: ValueChartProps) {
  const total = sum(rows.map(({ value }) => value))
  return (
    <BarChart
      responsive
      className="h-full w-full px-2 py-2"
      layout="vertical"
      data={rows}
      title={title}
      barCategoryGap="22%"
      margin={{ top: 0, right: VALUE_PX, bottom: 0, left: 8 }}
    >
      <XAxis type="number" hide domain={[0, 'dataMax']} />
      <YAxis
        type="category"
        dataKey="name"
        width={nameWidth}
        interval={0}
        tickLine={false}
        axisLine={false}
        tick={({ y, payload }) => <Name y={Number(y)} name={String(payload.value)} width={nameWidth} />}
      />
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
        dataKey={(row: ValueRow) => rsdOf(row.value)}
        shape={(bar) => <Rectangle {...bar} radius={[0, 2, 2, 0]} fill={colorOf(bar.payload as ValueRow)} />}
        maxBarSize={16}
        isAnimationActive={false}
      >
        <LabelList
          position="right"
          fill="var(--color-ink-2)"
          fontSize={12}
          formatter={(rsd) => inUnits(Number(rsd), scale, 2)}
        />
      </Bar>
    </BarChart>
  )
}

/** What is not one of its kind, but all the others together, stands back. */
const colorOf = ({ rest }: ValueRow) => (rest ? 'var(--color-line-strong)' : 'var(--color-series-1)')

/** Names begin at the left edge and never break into lines. */
const Name = ({ y, name, width }: { y: number; name: string; width: number }) => (
  <text x={8} y={y} dy="0.36em" fill="var(--color-ink-2)" fontSize={12}>
    <title>{name}</title>
    {shortened(name, Math.floor(width / CHARACTER_PX))}
  </text>
)
