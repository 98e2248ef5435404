import type { z } from 'zod'
import { documentTexts } from '#contract/documents.ts'
import type { FieldTable } from '#contract/form-fields.ts'
import { repeatedLines } from '#domain/invoice.ts'
import { codeKey } from '#domain/one-form.ts'
import {
  type DraftErrors,
  type DraftInvoice,
  type DraftLine,
  type FieldSentences,
  hasErrors,
  NO_ERRORS,
  type TypedHead,
} from '#web/drafts/draft.ts'
import { type LinePlace, placeErrors } from '#web/drafts/place-errors.ts'
import { badDays, wireIn } from '#web/drafts/typed-fields.ts'
import type { LineFields } from '#web/grid/line-fields.ts'

type DraftForm<L extends DraftLine, S extends z.ZodType> = {
  /** The body as the contract has it; its sentences are those of the form. */
  readonly schema: S
  readonly head: FieldTable
  readonly line: Pick<LineFields<L>, 'isUntouched' | 'wireLine' | 'lineErrors'>
}

export type CheckedDraft<Body> = { readonly places: readonly LinePlace[] } & (
  | { readonly body: Body; readonly errors: null }
  | { readonly body: null; readonly errors: DraftErrors }
)

const draftTexts = {
  repeatedInvoice: 'Broj fakture se ponavlja.',
  repeatedOrdinal: 'Redni broj se ponavlja u ovoj fakturi.',
} as const

/**
 * The content of the form as the body to be sent, or all that is wrong with it, each sentence at its field. The check
 * is the contract's own, so browser and server say the same; `places` leads the server's errors back to their cells.
 */
export function checkDraft<H extends TypedHead, L extends DraftLine, S extends z.ZodType>(
  { head, invoices }: { readonly head: H; readonly invoices: readonly DraftInvoice<L>[] },
  form: DraftForm<L, S>,
): CheckedDraft<z.output<S>> {
  const kept = invoices.map((one) => ({ ...one, lines: one.lines.filter((line) => !form.line.isUntouched(line)) }))
  const places = kept.flatMap(({ key, lines }) => lines.map((line) => ({ invoice: key, line: line.key })))
  const wire = {
    ...wireIn(form.head, head),
    stavke: kept.flatMap(({ broj_fakture, lines }) =>
      lines.map((line) => ({ ...form.line.wireLine(line), id: line.id, broj_fakture })),
    ),
  }
  const parsed = form.schema.safeParse(wire)
  const issues = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message }))
  const errors = mergeErrors(placeErrors(issues, places), ownErrors(head, kept, form))
  if (hasErrors(errors)) return { places, body: null, errors }
  if (!parsed.success) throw parsed.error
  return { places, body: parsed.data, errors: null }
}

/**
 * Errors that only the form knows: invoices without lines, numbers that occur twice, lines that could not be looked up.
 */
function ownErrors<L extends DraftLine, S extends z.ZodType>(
  head: TypedHead,
  kept: readonly DraftInvoice<L>[],
  form: DraftForm<L, S>,
): DraftErrors {
  const invoices = new Map<string, string>()
  const lines = new Map<string, FieldSentences>()
  const numbers = new Set<string>()
  for (const invoice of kept) {
    const number = codeKey(invoice.broj_fakture)
    if (invoice.lines.length === 0) invoices.set(invoice.key, documentTexts.emptyInvoice)
    if (number === '') invoices.set(invoice.key, 'Broj fakture: obavezno polje.')
    else if (numbers.has(number)) invoices.set(invoice.key, draftTexts.repeatedInvoice)
    numbers.add(number)
    for (const line of invoice.lines) {
      const own = form.line.lineErrors(line)
      if (Object.keys(own).length > 0) lines.set(line.key, own)
    }
    const ordinals = invoice.lines.map(({ redni_broj }) => ({ broj_fakture: '', redni_broj: Number(redni_broj) }))
    for (const at of repeatedLines(ordinals)) {
      const line = invoice.lines[at]
      if (line?.redni_broj.trim())
        lines.set(line.key, { ...lines.get(line.key), redni_broj: draftTexts.repeatedOrdinal })
    }
  }
  return { ...NO_ERRORS, head: badDays(form.head, head), invoices, lines }
}

/** The sentences of `second` win; 'no invoice' is not said where invoices say by themselves what is wrong. */
function mergeErrors(first: DraftErrors, second: DraftErrors): DraftErrors {
  const lines = new Map(first.lines)
  for (const [key, sentences] of second.lines) lines.set(key, { ...lines.get(key), ...sentences })
  const invoices = new Map([...first.invoices, ...second.invoices])
  return {
    head: { ...first.head, ...second.head },
    invoices,
    lines,
    stavke: invoices.size > 0 ? null : first.stavke,
  }
}
