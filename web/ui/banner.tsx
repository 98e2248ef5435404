import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const TONES = {
  bad: { box: 'bg-bad-soft text-bad', Icon: CircleAlert },
  warning: { box: 'bg-warning-soft text-warning', Icon: TriangleAlert },
  info: { box: 'bg-accent-soft text-accent', Icon: Info },
}

type BannerProps = {
  tone?: 'bad' | 'warning' | 'info'
  title: string
  children?: ReactNode
}

/** A message that stays where it concerns: a form that was refused, data that could not be loaded, a shortage. */
export function Banner({ tone = 'bad', title, children }: BannerProps) {
  const { box, Icon } = TONES[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`flex flex-wrap items-start gap-2.5 rounded-panel px-3 py-2.5 ${box}`}
    >
      <Icon className="mt-0.5 size-4 flex-none" aria-hidden />
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{title}</p>
        {children && <div className="mt-0.5 text-ink-2 text-sm">{children}</div>}
      </div>
    </div>
  )
}
