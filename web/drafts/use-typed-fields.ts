import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { type Draft, type FieldSentences, NO_ERRORS, openedDraft, type TypedHead } from './draft.ts'
import { type DraftAction, reduceDraft } from './draft-reducer.ts'

/**
 * A small form without lines or a kept draft, on the reducer of documents: what is changed loses its error, and the first
 * wrong field in `box` has the focus each time the form is refused.
 */
export function useTypedFields<H extends TypedHead>(empty: H) {
  const [draft, dispatch] = useReducer(
    (before: Draft<H, never>, action: DraftAction<H, never>) => reduceDraft(before, action),
    empty,
    (head) => openedDraft<H, never>(head, []),
  )
  const [refusals, setRefusals] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  return {
    box,
    values: draft.head,
    errors: draft.errors.head,
    change: useCallback((change: Partial<H>) => dispatch({ do: 'changeHead', change }), []),
    refuse: useCallback((head: FieldSentences) => {
      dispatch({ do: 'showErrors', errors: { ...NO_ERRORS, head } })
      if (Object.keys(head).length > 0) setRefusals((count) => count + 1)
    }, []),
  }
}
