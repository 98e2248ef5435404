import type { FieldError } from '#contract/errors.ts'
import type { Checked } from '#web/screens/form-errors.ts'
import { type Draft, type DraftInvoice, type KeyedLine, newKey, openedDraft, type TypedHead } from './draft.ts'
import { type DraftAction, type DraftDispatch, reduceDraft } from './draft-reducer.ts'
import { placedErrors, recheckedErrors } from './place-errors.ts'
import { useForm } from './use-form.ts'

/** A line of a record as a draft keeps it. */
export type TypedLine = Readonly<Record<string, string>>
export type RecordLine = TypedLine & KeyedLine
/** The content of a record's form, as a draft keeps it: its fields, and the lines of one list. */
export type RecordContent = Readonly<Record<string, string | readonly TypedLine[]>>
export type RecordDraft = Draft<TypedHead, RecordLine>
export type RecordDispatch = DraftDispatch<TypedHead, RecordLine>

/** The key of the one group of lines that the form of a record has. */
export const LINES = 'stavke'

/** The actions that change checked content. */
const CHANGES: ReadonlySet<string> = new Set(['changeHead', 'addLines', 'changeLine', 'removeLine', 'undo', 'putBack'])

/**
 * The form of a record on the reducer of documents: its fields are the head, and `list` names the field of its
 * lines. Each change is checked at once after a refusal.
 */
export function useRecord<D extends RecordContent>(
  check: (content: D) => Checked<unknown>,
  opened: () => D,
  list: string | undefined,
) {
  const contentOf = (draft: RecordDraft) => contentIn(draft, list) as D

  function reduce(before: RecordDraft, action: DraftAction<TypedHead, RecordLine>): RecordDraft {
    const draft = reduceDraft(before, action)
    if (!draft.refused || !CHANGES.has(action.do)) return draft
    const fresh = placedErrors(check(contentOf(draft)).errors ?? [], draft)
    return { ...draft, errors: recheckedErrors(draft.errors, fresh, action) }
  }

  const form = useForm(() => openedRecord(opened(), list), { reduce })
  const { latest, dispatch } = form

  /** Shows the errors of the fields; `said` is the server's sentence about them. */
  const refuse = (errors: readonly FieldError[], said?: string) =>
    form.refuse(placedErrors(errors, latest.current), said)

  return {
    ...form,
    refuse,
    content: () => contentOf(latest.current),
    /** Puts stored or `typed` content into the form. */
    show: (content: D, typed: boolean) =>
      dispatch({ do: 'reopen', draft: { ...openedRecord(content, list), changed: typed } }),
    /** The body to be sent; null after showing the errors. */
    checked<B>(): B | null {
      const { body, errors } = check(contentOf(latest.current))
      refuse(errors ?? [])
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
