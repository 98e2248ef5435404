import { percentText, type RemainingTone, remainingTone } from './remaining.ts'

const BAR: Record<RemainingTone, string> = { good: 'bg-bar-good', warning: 'bg-bar-warning', bad: 'bg-bar-bad' }

type ProgressBarProps = {
  /** 0–100, see percentOf. */
  percent: number
  /** The measured thing, for screen readers. */
  label?: string
  className?: string
}

/** How much remains: green above 50 %, yellow above 25 %, else red, with the percent in words beside it. */
export function ProgressBar({ percent, label = 'Preostalo', className = '' }: ProgressBarProps) {
  const text = percentText(percent)
  return (
    <div className={`flex items-center gap-2.5 ${className}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: <meter> cannot be drawn alike in every browser */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={text}
        className="h-1.5 w-full min-w-16 overflow-hidden rounded-full bg-line"
      >
        <div className={`h-full rounded-full ${BAR[remainingTone(percent)]}`} style={{ width: `${percent}%` }} />
      </div>
      <span className="num w-12 flex-none whitespace-nowrap text-right text-ink-3">{text}</span>
    </div>
  )
}

/** How far a piece of work has come, e.g. an upload. */
export function WorkBar({ percent, label }: { percent: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className="h-1 w-full overflow-hidden rounded-full bg-line"
    >
      <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  )
}
