import { ListFilter } from 'lucide-react'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { passFocus } from './pass-focus.ts'

type FilterPanelProps = {
  /** Some filter is set: shows 'Aktivni' and 'Obriši sve'. */
  active: boolean
  onClear: () => void
  defaultOpen?: boolean
  /** Right of the buttons, always in sight. */
  right?: ReactNode
  /** Fields; they stand in a grid of two to six columns. */
  children: ReactNode
}

/** Filters behind 'Prikaži filtere' / 'Sakrij filtere' (spec §2). Closed filters still hold, and the badge says so. */
export function FilterPanel({ active, onClear, defaultOpen = false, right, children }: FilterPanelProps) {
  const [open, setOpen] = useState(defaultOpen)
  // Mounted again, fields also forget typed text that could not be read.
  const [cleared, setCleared] = useState(0)
  const id = useId()
  return (
    <section aria-label="Filteri">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          aria-expanded={open}
          aria-controls={id}
          icon={<ListFilter aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Sakrij filtere' : 'Prikaži filtere'}
        </Button>
        {active && <Badge tone="accent">Aktivni</Badge>}
        {active && (
          <Button
            ref={passFocus}
            variant="ghost"
            onClick={() => {
              onClear()
              setCleared(cleared + 1)
            }}
          >
            Obriši sve
          </Button>
        )}
        {right && <div className="ml-auto flex flex-wrap items-center gap-2">{right}</div>}
      </div>
      <div
        id={id}
        hidden={!open}
        className="mt-3 grid grid-cols-2 gap-x-3 gap-y-3 rounded-panel border border-line bg-panel p-4 not-[[hidden]]:grid md:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]"
      >
        <Fragment key={cleared}>{children}</Fragment>
      </div>
    </section>
  )
}
