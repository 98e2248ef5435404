import { useNavigate } from 'react-router'
import { Bar, BarChart, LabelList, Rectangle, Tooltip, XAxis, YAxis } from 'recharts'
import type { Para } from '#domain/decimal.ts'
import { inUnits, rsdOf, type Scale, shareText, shortened } from './chart-scale.ts'
import { ChartTooltip } from './chart-tooltip.tsx'
import type { ValueRow } from './value-rows.ts'

const BAR_PX = 8
/** From the lower edge of a name to its bar. */
const NAME_GAP_PX = 5
const SIDE_PX = 16
/** About the width of a letter of 12 px, and what the value at the right end needs. */
const CHARACTER_PX = 6.2
const VALUE_PX = 64

type ValueChartProps = { rows: readonly ValueRow[]; total: Para; scale: Scale; title: string }

/** Lying bars under their names, the longest first or in the order given; arrows walk through them; a bar leads to its rows. */
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
