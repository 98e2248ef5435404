import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { FieldError } from '#contract/errors.ts'
import type { Draft, DraftErrors, DraftLine } from './draft.ts'
import { hasErrors, type LinePlace, placeErrors } from './draft-check.ts'
import { type DraftAction, reduceDraft } from './draft-reducer.ts'
import { firstWrong } from './first-wrong.ts'

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
  const [refusals, setRefusals] = useState(0)
  const latest = useRef(draft)
  latest.current = draft

  const refuse = useCallback((errors: DraftErrors) => {
    dispatch({ do: 'showErrors', errors })
    setRefusals((count) => count + 1)
  }, [])

  /** Puts the server's errors at their cells; false when it named none. */
  const refuseByServer = useCallback(
    (errors: readonly FieldError[], places: readonly LinePlace[]) => {
      if (errors.length > 0) refuse(placeErrors(errors, places))
      return errors.length > 0
    },
    [refuse],
  )

  useEffect(() => {
    if (refusals === 0) return
    const wrong = firstWrong(latest.current, columns)
    if (wrong === 'head') {
      document.querySelector<HTMLElement>('[data-document-head] [aria-invalid="true"]')?.focus()
    } else if (wrong) {
      dispatch({ do: 'goTo', place: wrong })
    }
  }, [refusals, columns])

  return {
    draft,
    dispatch,
    refuse,
    refuseByServer,
    /** 0 once everything that was wrong has been changed. */
    refusals: hasErrors(draft.errors) ? refusals : 0,
    /** The draft as it is now, for what comes back later. */
    latest,
  }
}
