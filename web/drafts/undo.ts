import { type Done, type Draft, type KeyedLine, numberOf, type Removed, withFreeOrdinal } from './draft.ts'

/** The form after a removal, which becomes the last change. */
export const withRemoved = <H, L extends KeyedLine>(draft: Draft<H, L>, removed: Removed<L>): Draft<H, L> => ({
  ...draft,
  done: [...draft.done, removed],
  typed: false,
})

/** The form after a change of many lines, e.g. a paste; undo returns to `before`. */
export const withBefore = <H, L extends KeyedLine>(draft: Draft<H, L>, before: Draft<H, L>): Draft<H, L> => ({
  ...draft,
  done: [...before.done, { before }],
  typed: false,
})

/** The form after typing: removals can still be put back; an earlier form would lose the typed text. */
export function withTyped<H, L extends KeyedLine>(draft: Draft<H, L>): Draft<H, L> {
  if (draft.done.length === 0 || (draft.typed && draft.done.every(isRemoval))) return draft
  return { ...draft, done: draft.done.filter(isRemoval), typed: true }
}

export const isRemoval = <H, L extends KeyedLine>(done: Done<H, L>): done is Removed<L> => !('before' in done)

/** Whether Ctrl + Z has anything of the form to take back. */
export const canUndo = <H, L extends KeyedLine>({ done, typed }: Draft<H, L>): boolean => done.length > 0 && !typed

/** The form without the last change; the same object where something was typed since. */
export function undone<H, L extends KeyedLine>(draft: Draft<H, L>): Draft<H, L> {
  const last = draft.done.at(-1)
  if (!last || draft.typed) return draft
  return isRemoval(last) ? { ...putBack(draft, last), changed: last.changed } : last.before
}

/** The form with the line or invoice removed under this key; the same object where it is back already. */
export function withPutBack<H, L extends KeyedLine>(draft: Draft<H, L>, key: string): Draft<H, L> {
  const removed = draft.done.filter(isRemoval).find((one) => one.key === key)
  if (!removed) return draft
  const back = putBack(draft, removed)
  return { ...back, done: back.done.filter(isRemoval) }
}

/** A line also brings its invoice back, if that was removed later. */
function putBack<H, L extends KeyedLine>(draft: Draft<H, L>, removed: Removed<L>): Draft<H, L> {
  const { invoice, at } = removed
  const left = { ...draft, done: draft.done.filter((one) => one !== removed), changed: true }
  if (removed.column === undefined) {
    return { ...left, invoices: draft.invoices.toSpliced(at, 0, invoice), goTo: numberOf(invoice.key) }
  }
  const { line, column } = removed
  if (!draft.invoices.some(({ key }) => key === invoice.key)) {
    const whole = { key: invoice.key, at: draft.invoices.length, changed: true, invoice: { ...invoice, lines: [] } }
    return putBack(
      putBack(draft, draft.done.filter(isRemoval).find(({ key }) => key === invoice.key) ?? whole),
      removed,
    )
  }
  const invoices = draft.invoices.map((one) =>
    one.key === invoice.key
      ? { ...one, open: true, lines: one.lines.toSpliced(at, 0, withFreeOrdinal(line, one.lines)) }
      : one,
  )
  return { ...left, invoices, goTo: { line: line.key, column } }
}
