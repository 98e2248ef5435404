import type { FieldError } from '#contract/errors.ts'
import type { DraftErrors, FieldSentences } from './draft.ts'

/** Where a line of the body stands in the form, by its place in `stavke`. */
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
