import type { ReactNode } from 'react'

/** A setting, and what it does beside it; below it where there is no room. */
export const Setting = ({ sentence, children }: { sentence: ReactNode; children: ReactNode }) => (
  <div className="grid items-center gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
    <div>{children}</div>
    <p className="text-ink-2 text-sm">{sentence}</p>
  </div>
)
