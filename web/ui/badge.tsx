import type { ReactNode } from 'react'

export type BadgeTone = 'neutral' | 'accent' | 'good' | 'warning' | 'bad'

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-band text-ink-2',
  accent: 'bg-accent-soft text-accent',
  good: 'bg-good-soft text-good',
  warning: 'bg-warning-soft text-warning',
  bad: 'bg-bad-soft text-bad',
}

/** One or two words on a soft ground: 'DA', 'Dolazni', 'Aktivni', a count. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`num inline-flex h-5 items-center whitespace-nowrap rounded-full px-2 font-medium text-xs ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
