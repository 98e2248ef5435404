import type { ReactNode } from 'react'

type EmptyStateProps = {
  text: ReactNode
  hint?: ReactNode
  /** The first thing one can do here, e.g. a button. */
  action?: ReactNode
}

/** Says that there is nothing and offers the first action. */
export function EmptyState({ text, hint, action }: EmptyStateProps) {
  return (
    <div className="sticky left-0 flex max-w-[calc(100vw-2rem)] flex-col items-center gap-3 whitespace-normal px-4 py-10 text-center">
      <p className="text-ink-2">{text}</p>
      {hint && <p className="-mt-2 max-w-prose text-balance text-ink-3 text-sm">{hint}</p>}
      {action}
    </div>
  )
}
