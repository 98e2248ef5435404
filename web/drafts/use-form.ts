import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { toastSuccess } from '#web/ui/toast.tsx'
import { type Draft, type DraftErrors, hasErrors, type KeyedLine } from './draft.ts'
import { type DraftAction, reduceDraft } from './draft-reducer.ts'
import { firstWrong } from './place-errors.ts'
import { canUndo, isRemoval } from './undo.ts'

/** `count`: how often a submit was refused; `said`: the server's sentence if the server refused. */
export type Refusal = { readonly count: number; readonly said: string | null }

const NOT_REFUSED: Refusal = { count: 0, said: null }

type FormOptions<H, L extends KeyedLine> = {
  reduce?: (before: Draft<H, L>, action: DraftAction<H, L>) => Draft<H, L>
  /** The cells of its lines from left to right, where these stand in a grid outside `box`. */
  columns?: readonly string[]
}
const NO_COLUMNS: readonly string[] = []

/**
 * A form on the reducer of drafts. `latest` is its content between two renders. `refuse` shows the errors and moves
 * the focus to the first wrong field in `box`, or else to the first wrong cell. A message names the last removal and
 * offers to take it back.
 */
export function useForm<H, L extends KeyedLine>(
  open: () => Draft<H, L>,
  { reduce = reduceDraft, columns = NO_COLUMNS }: FormOptions<H, L> = {},
) {
  const [draft, dispatch] = useReducer(reduce, undefined, open)
  const [refusal, setRefusal] = useState(NOT_REFUSED)
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(draft)
  latest.current = draft

  const wrong = hasErrors(draft.errors)
  // The server's sentence ends with the errors: a later one, e.g. in a pasted cell, is not the server's.
  useEffect(() => {
    if (!wrong) setRefusal(NOT_REFUSED)
  }, [wrong])
  useEffect(() => {
    if (refusal.count === 0) return
    const field = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const place = field ? null : firstWrong(latest.current, columns)
    field?.focus()
    if (place) dispatch({ do: 'goTo', place })
  }, [refusal, columns])

  const last = draft.done.at(-1)
  const removed = last && isRemoval(last) ? last : undefined
  useEffect(() => {
    if (!removed) return
    const { key, at, line, invoice } = removed
    const what = line ? `Stavka ${at + 1}` : `Faktura ${invoice.broj_fakture.trim() || 'bez broja'}`
    return toastSuccess(`${what} je uklonjena.`, {
      text: 'Vrati',
      onChoose: () => dispatch({ do: 'putBack', key }),
    })
  }, [removed])

  const refuse = useCallback((errors: DraftErrors, said: string | null = null) => {
    dispatch({ do: 'showErrors', errors })
    if (hasErrors(errors)) setRefusal(({ count }) => ({ count: count + 1, said }))
  }, [])

  return {
    draft,
    dispatch,
    latest,
    box,
    refuse,
    /** Null once everything wrong has been changed. */
    refusal: wrong && refusal.count > 0 ? refusal : null,
    /** Ctrl + Z; undefined where the browser handles it. */
    undo: canUndo(draft) ? () => dispatch({ do: 'undo' }) : undefined,
  }
}
