import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

type CollapsibleProps = {
  title: string
  /** In quieter ink beside the title: how many items, what sum. */
  meta?: ReactNode
  /** Buttons at the right end of the head; they do not open or close it. */
  right?: ReactNode
  /** An error in it, in words; it shows in the head too, since the body may be closed. */
  error?: string | undefined
  defaultOpen?: boolean
  /** With `onToggle` the owner says whether it is open. */
  open?: boolean
  onToggle?: (open: boolean) => void
  children: ReactNode
}

/** A sheet that opens and closes under its head: an invoice of a document, a C4 with its materials. */
export function Collapsible(props: CollapsibleProps) {
  const { title, meta, right, error, defaultOpen = false, onToggle, children } = props
  const [ownOpen, setOwnOpen] = useState(defaultOpen)
  const open = props.open ?? ownOpen
  const id = useId()

  function toggle() {
    setOwnOpen(!open)
    onToggle?.(!open)
  }

  return (
    <section
      aria-labelledby={`${id}-title`}
      className={`min-w-0 overflow-clip rounded-panel border bg-panel ${error ? 'border-bad' : 'border-line'}`}
    >
      <div className={`flex flex-wrap items-center gap-x-2 ${open ? 'bg-band' : ''}`}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={toggle}
          className="-outline-offset-2 flex min-h-9 min-w-0 flex-1 items-center gap-2 px-3 py-1.5 text-left"
        >
          <ChevronDown className={`size-4 flex-none text-ink-3 ${open ? '' : '-rotate-90'}`} aria-hidden />
          <span className="min-w-0 flex-1">
            <span id={`${id}-title`} className="code font-semibold">
              {title}
            </span>
            {meta && <span className="num ml-2 text-ink-3">{meta}</span>}
            {error && <span className="ml-2 text-bad text-xs">{error}</span>}
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
