import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { FieldError } from '#contract/errors.ts'
import type { Checked } from '#web/screens/form-errors.ts'
import {
  type Draft,
  type DraftInvoice,
  hasErrors,
  type KeyedLine,
  NO_ERRORS,
  newKey,
  openedDraft,
  type TypedHead,
} from './draft.ts'
import { type DraftAction, type DraftDispatch, reduceDraft } from './draft-reducer.ts'
import { placedErrors, recheckedErrors } from './place-errors.ts'
import { useUndo } from './use-undo.ts'

/** A line of a record as a draft keeps it. */
export type TypedLine = Readonly<Record<string, string>>
export type RecordLine = TypedLine & KeyedLine
/** The content of a record's form, as a draft keeps it: its fields, and the lines of one list. */
export type RecordContent = Readonly<Record<string, string | readonly TypedLine[]>>
export type RecordDraft = Draft<TypedHead, RecordLine>
export type RecordDispatch = DraftDispatch<TypedHead, RecordLine>

/** The key of the one group of lines that the form of a record has. */
export const LINES = 'stavke'

type RecordState = { readonly draft: RecordDraft; readonly refused: boolean }

/** Only these change what is checked. */
const CHANGES: ReadonlySet<string> = new Set(['changeHead', 'addLines', 'changeLine', 'removeLine', 'undo', 'putBack'])

/**
 * The form of a record on the reducer of documents: its fields are the head, and `list` names those that are lines. Once
 * it was refused, what is changed is checked at once.
 */
export function useRecord<D extends RecordContent>(
  check: (content: D) => Checked<unknown>,
  opened: () => D,
  list: string | undefined,
) {
  const contentOf = useCallback((draft: RecordDraft) => contentIn(draft, list) as D, [list])

  function reduce(state: RecordState, action: DraftAction<TypedHead, RecordLine>): RecordState {
    const draft = reduceDraft(state.draft, action)
    if (action.do === 'showErrors') return { draft, refused: state.refused || hasErrors(action.errors) }
    if (action.do === 'reopen') return { draft, refused: false }
    if (!state.refused || !CHANGES.has(action.do)) return { ...state, draft }
    const fresh = placedErrors(check(contentOf(draft)).errors ?? [], draft)
    return { ...state, draft: { ...draft, errors: recheckedErrors(draft.errors, fresh, action) } }
  }

  const [{ draft }, dispatch] = useReducer(reduce, undefined, () => ({
    draft: openedRecord(opened(), list),
    refused: false,
  }))
  /** How often a submit was refused: each time the first wrong field gets the focus. */
  const [refusals, setRefusals] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(draft)
  latest.current = draft
  useEffect(() => {
    if (refusals > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  return {
    draft,
    dispatch: dispatch as RecordDispatch,
    latest,
    undo: useUndo(draft, dispatch as RecordDispatch),
    /** Around the fields. */
    box,
    refusals,
    wrong: hasErrors(draft.errors),
    content: () => contentOf(latest.current),
    show: (content: D) => dispatch({ do: 'reopen', draft: openedRecord(content, list) }),
    /** Shows what the server said of the fields; the first wrong one has the focus. */
    refuse(errors: readonly FieldError[]) {
      dispatch({ do: 'showErrors', errors: placedErrors(errors, latest.current) })
      setRefusals((count) => count + 1)
    },
    /** The body to be sent; null where something is wrong, which is then shown. */
    checked<B>(): B | null {
      const { body, errors } = check(contentOf(latest.current))
      dispatch({ do: 'showErrors', errors: errors ? placedErrors(errors, latest.current) : NO_ERRORS })
      if (errors) setRefusals((count) => count + 1)
      return errors ? null : (body as B)
    },
  }
}

function openedRecord(content: RecordContent, list: string | undefined): RecordDraft {
  const entries = Object.entries(content).filter(([name]) => name !== list)
  const lines = list ? (content[list] as readonly TypedLine[]) : []
  const group: DraftInvoice<RecordLine> = {
    key: LINES,
    broj_fakture: '',
    open: true,
    lines: lines.map((line) => ({ ...line, key: newKey() })),
  }
  return openedDraft(Object.fromEntries(entries) as TypedHead, list ? [group] : [])
}

function contentIn({ head, invoices }: RecordDraft, list: string | undefined): RecordContent {
  const lines = invoices.flatMap((group) => group.lines).map(({ key: _, ...line }) => line as TypedLine)
  return list ? { ...head, [list]: lines } : head
}
