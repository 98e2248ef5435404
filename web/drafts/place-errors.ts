import type { FieldError } from '#contract/errors.ts'
import {
  type CellPlace,
  type Draft,
  type DraftErrors,
  type FieldSentences,
  type KeyedLine,
  numberOf,
  type TypedHead,
} from './draft.ts'
import type { DraftAction } from './draft-reducer.ts'

/** The place in the form of a line of the body, by its place in `stavke`. */
export type LinePlace = { readonly invoice: string; readonly line: string }

/** Errors as the contract and the server name their fields (`stavke.3.kolicina`) at their places in the form. */
export function placeErrors(errors: readonly FieldError[], places: readonly LinePlace[]): DraftErrors {
  const head: Record<string, string> = {}
  const invoices = new Map<string, string>()
  const lines = new Map<string, FieldSentences>()
  let stavke: string | null = null
  for (const { field, message } of errors) {
    const [, index, name = ''] = /^stavke\.(\d+)(?:\.(\w+))?/.exec(field) ?? []
    const place = index === undefined ? undefined : places[Number(index)]
    const sentence = bareSentence(message)
    if (place && name === 'broj_fakture') invoices.set(place.invoice, invoices.get(place.invoice) ?? sentence)
    else if (place) lines.set(place.line, { [name]: sentence, ...lines.get(place.line) })
    else if (field === 'stavke') stavke = stavke === null ? sentence : `${stavke}\n${sentence}`
    else head[field] ??= sentence.replace(/^[^:]+: (obavezno polje)\.$/, 'Obavezno polje')
  }
  return { head, invoices, lines, stavke }
}

/** 'Stavka 4: količina …' → 'Količina …': in the form the sentence stands at its line. */
function bareSentence(message: string): string {
  const bare = message.replace(/^Stavka \d+: /, '')
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}

/** The place of the first error of the lines from above: an invoice's number or a cell. */
export function firstWrong<H, L extends KeyedLine>(
  { errors, invoices }: Pick<Draft<H, L>, 'errors' | 'invoices'>,
  columns: readonly string[],
): CellPlace | null {
  for (const invoice of invoices) {
    if (errors.invoices.has(invoice.key)) return numberOf(invoice.key)
    for (const { key } of invoice.lines) {
      const wrong = errors.lines.get(key)
      if (wrong) return { line: key, column: columns.find((column) => column in wrong) ?? columns[0] ?? '' }
    }
  }
  return null
}

/** Errors as the contract and the server name the fields of a record, at their places in its form. */
export function placedErrors<L extends KeyedLine>(
  errors: readonly FieldError[],
  { head, invoices }: Draft<TypedHead, L>,
): DraftErrors {
  const places = invoices.flatMap(({ key, lines }) => lines.map((line) => ({ invoice: key, line: line.key })))
  // A field that the record does not have is its list of lines, under any name.
  const inForm = errors.map(({ field, message }) => {
    const [name = '', ...rest] = field.split('.')
    return { field: [name in head ? name : 'stavke', ...rest].join('.'), message }
  })
  return placeErrors(inForm, places)
}

/**
 * Errors after a change in a form that was refused before: those of `fresh` for the changed and the wrong fields, so
 * that numbers of lines stay right. The server's own errors stay until their fields are changed.
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
