import type { FieldError } from '#contract/errors.ts'
import {
  type Draft,
  type DraftErrors,
  type FieldSentences,
  type KeyedLine,
  NO_ERRORS,
  type TypedHead,
} from './draft.ts'
import type { DraftAction } from './draft-reducer.ts'

type RecordDraft<L extends KeyedLine> = Draft<TypedHead, L>
type LineErrors = ReadonlyMap<string, FieldSentences>

/** Errors as the contract and the server name their fields (`normativi.3.kolicina`) at their places in the form. */
export function placedErrors<L extends KeyedLine>(errors: readonly FieldError[], draft: RecordDraft<L>): DraftErrors {
  const lines = linesOf(draft)
  const head: Record<string, string> = {}
  const ofLines = new Map<string, FieldSentences>()
  let stavke: string | null = null
  for (const { field, message } of errors) {
    const [list, index, name = ''] = field.split('.')
    const line = lines[Number(index)]
    if (index !== undefined && line) ofLines.set(line.key, { [name]: message, ...ofLines.get(line.key) })
    else if (list !== undefined && list in draft.head) head[list] ??= message
    else if (draft.invoices.length > 0) stavke ??= message
  }
  return { ...NO_ERRORS, head, lines: ofLines, stavke }
}

/**
 * What is said after a change in a form that was refused before: `fresh` of what was changed, and of what was wrong
 * already, so that numbers of lines stay right. What the server alone said stays until it is written over.
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
  return { ...said, lines: sameWhereEqual(said.lines, lines), stavke: fresh.stavke }
}

const linesOf = <L extends KeyedLine>({ invoices }: RecordDraft<L>) => invoices.flatMap(({ lines }) => lines)

function told(said: FieldSentences = {}, fresh: FieldSentences = {}, changed: readonly string[] = []): FieldSentences {
  const fields = new Set([...Object.keys(said), ...changed])
  return Object.fromEntries(
    [...fields].flatMap((field) => {
      const sentence = fresh[field] ?? said[field]
      return sentence === undefined ? [] : [[field, sentence]]
    }),
  )
}

/** Lines about which the same is said keep their object, so that they need not be drawn. */
const sameWhereEqual = (before: LineErrors, now: Map<string, FieldSentences>): LineErrors =>
  new Map(
    [...now].map(([key, sentences]) => {
      const known = before.get(key)
      return [key, known && JSON.stringify(known) === JSON.stringify(sentences) ? known : sentences]
    }),
  )
