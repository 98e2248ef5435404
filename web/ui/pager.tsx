import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type PagerProps = {
  /** From 1. */
  page: number
  totalPages: number
  onPage: (page: number) => void
  /** The name of the paged list, for screen readers: a window over a list has pages of its own. */
  of?: string
  /** Left of the page number, e.g. how many rows there are. */
  children?: ReactNode
}

/** 'Prethodna' / 'Sledeća' and 'Stranica X od Y'; the buttons are disabled at the ends (spec §2). */
export function Pager({ page, totalPages, onPage, of, children }: PagerProps) {
  const last = Math.max(totalPages, 1)
  return (
    <nav
      aria-label={of ? `Stranice: ${of}` : 'Stranice'}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-3 text-sm"
    >
      {children && <div className="mr-auto">{children}</div>}
      <div className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:w-full">
        <span className="num ml-auto" aria-live="polite">
          Stranica {page} od {last}
        </span>
        <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button disabled={page <= 1} onClick={() => onPage(page - 1)} icon={<ChevronLeft aria-hidden />}>
            Prethodna
          </Button>
          <Button disabled={page >= last} onClick={() => onPage(page + 1)}>
            Sledeća
            <ChevronRight aria-hidden />
          </Button>
        </div>
      </div>
    </nav>
  )
}
