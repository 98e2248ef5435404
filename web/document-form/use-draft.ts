import { useEffect } from 'react'
import type { CellPlace, Draft, DraftLine } from '#web/drafts/draft.ts'
import { useForm } from '#web/drafts/use-form.ts'

/** The form of a document. A refused one opens the invoices that are wrong, and the first wrong field has the focus. */
export function useDraft<H, L extends DraftLine>(open: () => Draft<H, L>, columns: readonly string[]) {
  const form = useForm(open)
  const { refusal, latest, dispatch } = form
  useEffect(() => {
    if (!refusal) return
    const first = firstWrong(latest.current, columns)
    if (first === 'head') {
      document.querySelector<HTMLElement>('[data-document-head] [aria-invalid="true"]')?.focus()
    } else if (first) {
      dispatch({ do: 'goTo', place: first })
    }
  }, [refusal, latest, dispatch, columns])
  return form
}

/** Where the first error stands, reading from above: in the head, at an invoice's number, or in a cell. */
export function firstWrong<H, L extends DraftLine>(
  { errors, invoices }: Pick<Draft<H, L>, 'errors' | 'invoices'>,
  columns: readonly string[],
): 'head' | CellPlace | null {
  if (Object.keys(errors.head).length > 0) return 'head'
  for (const invoice of invoices) {
    if (errors.invoices.has(invoice.key)) return { line: invoice.key, column: 'broj_fakture' }
    for (const { key } of invoice.lines) {
      const wrong = errors.lines.get(key)
      if (wrong) return { line: key, column: columns.find((column) => column in wrong) ?? columns[0] ?? '' }
    }
  }
  return null
}
