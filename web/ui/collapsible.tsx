import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'

type CollapsibleProps = {
  title: string
  /** In quieter ink beside the title: how many items, what sum. */
  meta?: ReactNode
  /** Buttons at the right end of the head; they do not open or close it. */
  right?: ReactNode
  open: boolean
  onToggle: (open: boolean) => void
  children: ReactNode
}

/** A sheet that opens and closes under its head: a C4 with its materials. */
export function Collapsible({ title, meta, right, open, onToggle, children }: CollapsibleProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="min-w-0 overflow-clip rounded-panel border border-line bg-panel"
    >
      <div className={`flex flex-wrap items-center gap-x-2 ${open ? 'bg-band' : ''}`}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => onToggle(!open)}
          className="-outline-offset-2 flex min-h-9 min-w-0 flex-1 items-center gap-2 px-3 py-1.5 text-left"
        >
          <ChevronDown className={`size-4 flex-none text-ink-3 ${open ? '' : '-rotate-90'}`} aria-hidden />
          <span className="min-w-0 flex-1">
            <span id={`${id}-title`} className="code font-semibold">
              {title}
            </span>
            {meta && <span className="num ml-2 text-ink-3">{meta}</span>}
          </span>
        </button>
        {right && <div className="ml-auto flex items-center gap-1 pr-2">{right}</div>}
      </div>
      <div id={id} hidden={!open} className="border-line border-t">
        {children}
      </div>
    </section>
  )
}
