import { useCallback, useReducer } from 'react'
import { type Draft, type FieldSentences, NO_ERRORS, openedDraft, type TypedHead } from './draft.ts'
import { type DraftAction, reduceDraft } from './draft-reducer.ts'

/** A small form without lines or a kept draft, on the reducer of documents: what is changed loses its error. */
export function useTypedFields<H extends TypedHead>(empty: H) {
  const [draft, dispatch] = useReducer(
    (before: Draft<H, never>, action: DraftAction<H, never>) => reduceDraft(before, action),
    empty,
    (head) => openedDraft<H, never>(head, []),
  )
  return {
    values: draft.head,
    errors: draft.errors.head,
    change: useCallback((change: Partial<H>) => dispatch({ do: 'changeHead', change }), []),
    refuse: useCallback((head: FieldSentences) => dispatch({ do: 'showErrors', errors: { ...NO_ERRORS, head } }), []),
  }
}
