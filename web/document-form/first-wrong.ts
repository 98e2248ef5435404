import type { CellPlace, Draft, DraftLine } from '#web/drafts/draft.ts'

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
