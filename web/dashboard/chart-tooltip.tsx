import type { Para } from '#domain/decimal.ts'
import { Money } from '#web/ui/number.tsx'

export type TooltipRow = { name: string; value: Para; color?: string; note?: string }

/** The text for the bar under the pointer or the focus: exact amounts, never those of the axis. */
export function ChartTooltip({ title, rows }: { title: string; rows: readonly TooltipRow[] }) {
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
export const Swatch = ({ color }: { color: string }) => (
  <span aria-hidden className="drawn size-2.5 flex-none rounded-[2px]" style={{ background: color }} />
)
