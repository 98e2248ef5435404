import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'

type FoldProps = { title: string; open: boolean; toggle: (open: boolean) => void; children: ReactNode }

/** A part of a form or a preview that few need: its title opens it. */
export function Fold({ title, open, toggle, children }: FoldProps) {
  const id = useId()
  return (
    <div className="mt-2">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => toggle(!open)}
        className="-ml-1 flex min-h-7 items-center gap-1 rounded-control px-1 text-left text-ink-2 text-sm hover:text-ink"
      >
        <ChevronDown className={`size-4 flex-none text-ink-3 ${open ? '' : '-rotate-90'}`} aria-hidden />
        {title}
      </button>
      <fieldset id={id} aria-label={title} hidden={!open} className="mt-1">
        {open && children}
      </fieldset>
    </div>
  )
}
