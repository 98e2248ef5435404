import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

/** Hundredths of the card's width that the characters of its number share: the longest one fills it, none leaves it. */
const FULL_WIDTH_CQI = 170

type StatCardProps = {
  label: string
  value: string | number | undefined
  unit?: string
  /** The quiet line under the number. */
  sub?: ReactNode
  loading?: boolean
  tone?: 'good' | 'bad'
}

/** One big number with its name; the unit in quieter ink. */
export function StatCard({ label, value, unit, sub, loading = false, tone }: StatCardProps) {
  const ink = tone === 'good' ? 'text-good' : tone === 'bad' ? 'text-bad' : ''
  return (
    <dl className="@container min-w-0 rounded-panel border border-line bg-panel px-4 py-3.5">
      <dt className="truncate text-ink-2 text-sm">{label}</dt>
      <dd className="mt-1 flex min-h-7.5 flex-wrap items-baseline gap-x-1.5">
        {loading ? (
          <Skeleton className="mt-2 h-5 w-24" />
        ) : (
          <>
            <span
              className={`num font-semibold leading-7.5 tracking-tight ${ink}`}
              style={{ fontSize: `min(clamp(17px, 11.5cqi, 24px), ${FULL_WIDTH_CQI / String(value).length}cqi)` }}
            >
              {value}
            </span>
            {unit && <span className="font-medium text-ink-3 text-sm">{unit}</span>}
          </>
        )}
      </dd>
      {sub && <dd className="mt-0.5 text-ink-3 text-xs">{sub}</dd>}
    </dl>
  )
}
