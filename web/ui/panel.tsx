import { type ReactNode, useId } from 'react'

type PanelProps = {
  title?: ReactNode
  /** Right end of the head: a link, a button; not on paper, where nothing can be pressed. */
  right?: ReactNode
  /** Room around the content; off for tables and lists, which reach the edges. */
  padded?: boolean
  className?: string
  children: ReactNode
}

/**
 * A card told apart by a 1 px line, with a head if it has a title. `overflow-clip` cuts its corners and, other than
 * `overflow-hidden`, lets heads inside it stick to the page.
 */
export function Panel({ title, right, padded = false, className = '', children }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={`min-w-0 overflow-clip rounded-panel border border-line bg-panel ${className}`}
    >
      {(title || right) && (
        <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1.5">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {right && <div className="ml-auto flex items-center gap-2 text-sm print:hidden">{right}</div>}
        </header>
      )}
      <div className={padded ? 'p-4' : undefined}>{children}</div>
    </section>
  )
}
