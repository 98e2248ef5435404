import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Figure = { readonly label: string; readonly value: ReactNode; readonly sub?: ReactNode; readonly bad?: boolean }

/** The figures of rows in one line: the rows themselves begin at once below. */
export const FiguresLine = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="flex flex-wrap gap-x-6 gap-y-1">
    {figures.map(({ label, value, sub, bad }) => (
      <div key={label} className="flex items-baseline gap-x-1.5">
        <dt className="text-ink-2">{label}</dt>
        <dd className="flex items-baseline gap-x-1.5">
          <strong className={`num font-semibold ${bad ? 'text-bad' : ''}`}>{value}</strong>
          {sub && <span className="text-ink-3 text-sm">{sub}</span>}
        </dd>
      </div>
    ))}
  </dl>
)

/** A placeholder as high as the figures. */
export const FiguresLineSkeleton = () => (
  <div className="flex h-5 items-center">
    <Skeleton className="w-120 max-w-full" />
  </div>
)
