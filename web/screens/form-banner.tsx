import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '#web/ui/banner.tsx'

/** A fault of a form that belongs to no field, above them all. It scrolls into sight and is read out. */
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
