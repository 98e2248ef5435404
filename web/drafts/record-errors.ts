import type { FieldError } from '#contract/errors.ts'
import type { Draft, DraftErrors, FieldSentences, KeyedLine, TypedHead } from './draft.ts'
import type { DraftAction } from './draft-reducer.ts'
import { placeErrors } from './place-errors.ts'

/** Errors as the contract and the server name the fields of a record, at their places in its form. */
export function placedErrors<L extends KeyedLine>(
  errors: readonly FieldError[],
  { head, invoices }: Draft<TypedHead, L>,
): DraftErrors {
  const places = invoices.flatMap(({ key, lines }) => lines.map((line) => ({ invoice: key, line: line.key })))
  // A field that is none of the record is its list of lines, whatever that is called.
  const inForm = errors.map(({ field, message }) => {
    const [name = '', ...rest] = field.split('.')
    return { field: [name in head ? name : 'stavke', ...rest].join('.'), message }
  })
  return placeErrors(inForm, places)
}

/**
 * Errors after a change in a form that was refused before: `fresh` for what was changed, and for what was wrong
 * already, so that numbers of lines stay right. The server's own errors stay until their fields are written over.
 */
export function recheckedErrors<L extends KeyedLine>(
  said: DraftErrors,
  fresh: DraftErrors,
  action: DraftAction<TypedHead, L>,
): DraftErrors {
  if (action.do === 'changeHead') return { ...said, head: told(said.head, fresh.head, Object.keys(action.change)) }
  const changed = action.do === 'changeLine' ? new Map([[action.line, Object.keys(action.change)]]) : new Map()
  const lines = new Map<string, FieldSentences>()
  for (const key of new Set([...said.lines.keys(), ...changed.keys()])) {
    const sentences = told(said.lines.get(key), fresh.lines.get(key), changed.get(key))
    if (Object.keys(sentences).length > 0) lines.set(key, sentences)
  }
  return { ...said, lines, stavke: fresh.stavke }
}

function told(said: FieldSentences = {}, fresh: FieldSentences = {}, changed: readonly string[] = []): FieldSentences {
  const fields = new Set([...Object.keys(said), ...changed])
  return Object.fromEntries(
    [...fields].flatMap((field) => {
      const sentence = fresh[field] ?? said[field]
      return sentence === undefined ? [] : [[field, sentence]]
    }),
  )
}
