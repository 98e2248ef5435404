import { useEffect, useId } from 'react'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { rememberRows } from './rows-per-page.ts'

const LIMITS = [10, 25, 50, 100]

type ListPagerProps = {
  /** The answer of a list. */
  reply: { page: number; totalPages: number; total: number; results: readonly unknown[] }
  /** The name of the counted things, as in 'Broj materijala: 67'. */
  counted: string
  onPage: (page: number, how?: { replace: boolean }) => void
  /** The name of the paged list, where the screen behind has pages too. */
  of?: string
  /** Lets the user choose how many rows a page has, and remembers it for this list. */
  rows?: { of: string; limit: number; onChoose: (rows: number) => void }
}

/** Whether a list needs its pager: it has more than one page, or the shown page lies past the only one. */
export const isPaged = ({ page, totalPages }: ListPagerProps['reply']): boolean => totalPages > 1 || page > 1

/** The pager of a list: its count, rows per page, pages. A page that no longer exists leads to the last one. */
export function ListPager({ reply, counted, onPage, of, rows }: ListPagerProps) {
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
        <span className="num">{`Broj ${counted}: ${total}`}</span>
        {rows && (
          <span className="flex items-center gap-1.5 print:hidden">
            <label htmlFor={limitId}>Redova po stranici</label>
            <Select
              id={limitId}
              className="num w-18"
              options={[...new Set([...LIMITS, rows.limit])].map(String)}
              value={String(rows.limit)}
              onChange={(event) => {
                const chosen = Number(event.currentTarget.value)
                rememberRows(rows.of, chosen)
                rows.onChoose(chosen)
              }}
            />
          </span>
        )}
      </span>
    </Pager>
  )
}
