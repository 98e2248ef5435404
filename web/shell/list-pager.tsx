import { useEffect, useId } from 'react'
import { Pager } from '#web/ui/pager.tsx'
import { type CountForms, countText } from '#web/ui/plural.ts'

const LIMITS = [10, 25, 50, 100]

type ListPagerProps = {
  /** The answer of a list. */
  reply: { page: number; totalPages: number; total: number; results: readonly unknown[] }
  /** What is counted, as in 'Ukupno 67 materijala'. */
  counted: CountForms
  onPage: (page: number, how?: { replace: boolean }) => void
  /** What is paged, where the screen behind has pages too. */
  of?: string
  limit?: number
  /** Lets the user choose how many rows a page has. */
  onLimit?: (limit: number) => void
}

/** The pager of a list: how many there are, rows per page, pages. A page that no longer exists leads to the last one. */
export function ListPager({ reply, counted, onPage, of, limit, onLimit }: ListPagerProps) {
  const { page, totalPages, total } = reply
  const limitId = useId()
  const beyond = page > totalPages && total > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: one step back for each answer that turned out too short
  useEffect(() => {
    if (beyond) onPage(totalPages, { replace: true })
  }, [beyond, totalPages])

  return (
    <Pager page={page} totalPages={totalPages} onPage={onPage} of={of}>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="num">Ukupno {countText(total, counted)}</span>
        {onLimit && (
          <span className="flex items-center gap-1.5 print:hidden">
            <label htmlFor={limitId}>Redova po stranici</label>
            <select
              id={limitId}
              className="num h-7 rounded-control border border-line-strong bg-panel px-1 text-ink"
              value={limit}
              onChange={(event) => onLimit(Number(event.currentTarget.value))}
            >
              {[...new Set([...LIMITS, limit ?? 10])].map((rows) => (
                <option key={rows}>{rows}</option>
              ))}
            </select>
          </span>
        )}
      </span>
    </Pager>
  )
}
