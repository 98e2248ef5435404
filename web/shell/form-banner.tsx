import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

type FormBannerProps = { title?: ReactNode; children: ReactNode }

/** What is wrong with a form as a whole, above its fields. It comes into sight and is read out when it appears. */
export function FormBanner({ title, children }: FormBannerProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div
      ref={box}
      role="alert"
      className="mb-4 flex scroll-m-5 items-start gap-2.5 rounded-control bg-bad-soft px-3 py-2.5 text-bad"
    >
      <CircleAlert className="mt-0.5 size-4 flex-none" aria-hidden />
      <div className="min-w-0 whitespace-pre-line">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}
