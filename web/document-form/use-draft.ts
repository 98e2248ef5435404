import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { ApiError } from '#web/api.ts'
import {
  type CellPlace,
  type Draft,
  type DraftErrors,
  type DraftLine,
  hasErrors,
  NO_ERRORS,
} from '#web/drafts/draft.ts'
import { type DraftAction, reduceDraft } from '#web/drafts/draft-reducer.ts'
import { type LinePlace, placeErrors } from '#web/drafts/place-errors.ts'

/** `count`: how often a submit was refused; `said`: the sentence of the server where it was the server that refused. */
export type RefusedSubmit = { readonly count: number; readonly said: string | null }

const NOT_REFUSED: RefusedSubmit = { count: 0, said: null }

/**
 * The form of a document: its draft, the way to change it, and what happens to errors: they are shown, their invoices
 * open, and the first wrong field gets the focus.
 */
export function useDraft<H, L extends DraftLine>(open: () => Draft<H, L>, columns: readonly string[]) {
  const [draft, dispatch] = useReducer(
    (before: Draft<H, L>, action: DraftAction<H, L>) => reduceDraft(before, action),
    undefined,
    open,
  )
  const [refusal, setRefusal] = useState(NOT_REFUSED)
  const latest = useRef(draft)
  latest.current = draft

  const refuse = useCallback((errors: DraftErrors, said: string | null = null) => {
    dispatch({ do: 'showErrors', errors })
    setRefusal(({ count }) => ({ count: count + 1, said }))
  }, [])

  /** Puts the errors that the server named at their cells. */
  const refuseByServer = useCallback(
    ({ errors, message }: ApiError, places: readonly LinePlace[]) => {
      if (errors.length > 0) refuse(placeErrors(errors, places), message)
    },
    [refuse],
  )

  /** Errors of an earlier submit must not be read beside those of this one. */
  const forgetErrors = useCallback(() => dispatch({ do: 'showErrors', errors: NO_ERRORS }), [])

  const wrong = hasErrors(draft.errors)
  // A later error, e.g. in a cell that is pasted, is nothing that the server said.
  useEffect(() => {
    if (!wrong) setRefusal(NOT_REFUSED)
  }, [wrong])

  useEffect(() => {
    if (refusal.count === 0) return
    const first = firstWrong(latest.current, columns)
    if (first === 'head') {
      document.querySelector<HTMLElement>('[data-document-head] [aria-invalid="true"]')?.focus()
    } else if (first) {
      dispatch({ do: 'goTo', place: first })
    }
  }, [refusal, columns])

  return {
    draft,
    dispatch,
    refuse,
    refuseByServer,
    forgetErrors,
    /** Null once everything that was wrong has been changed. */
    refusal: wrong && refusal.count > 0 ? refusal : null,
    /** The draft as it is now, for what comes back later. */
    latest,
  }
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
