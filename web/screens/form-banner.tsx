import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '#web/ui/banner.tsx'

/** What is wrong with a form as a whole, above its fields. It comes into sight and is read out when it appears. */
export function FormBanner({ title, children }: { title: string; children?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} className="mb-4 scroll-m-5">
      <Banner title={title}>{children}</Banner>
    </div>
  )
}
