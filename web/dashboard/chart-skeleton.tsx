import { Skeleton } from '#web/ui/skeleton.tsx'

const STANDING = [46, 62, 54, 78, 70, 88, 60, 82]
const LYING = [96, 58, 40, 31, 22]

/** Quiet bars where a chart is still coming, as high as the chart will be. */
export const ChartSkeleton = ({ bars, height }: { bars: 'standing' | 'lying'; height: number }) => (
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
