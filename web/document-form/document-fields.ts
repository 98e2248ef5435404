import type { z } from 'zod'
import { OF_ONE_DOCUMENT } from '#contract/carina.ts'
import { DEFAULT_BROJ_FAKTURE, documentTexts } from '#contract/documents.ts'
import { type FieldTable, namesIn } from '#contract/form-fields.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { repeatedLines } from '#domain/invoice.ts'
import { codeKey } from '#domain/one-form.ts'
import {
  type Draft,
  type DraftErrors,
  type DraftInvoice,
  type DraftLine,
  type FieldSentences,
  hasErrors,
  NO_ERRORS,
  newInvoiceNumber,
  newKey,
  type Origins,
  openedDraft,
  type TypedHead,
} from '#web/drafts/draft.ts'
import { type LinePlace, placeErrors } from '#web/drafts/place-errors.ts'
import { badDays, emptyIn, readIn, shapeIn, typedIn, typedValue, wireIn } from '#web/drafts/typed-fields.ts'
import type { KeptLine, LineFields } from '#web/grid/line-fields.ts'
import { documentFacts, keptDocumentShape, keptName } from './kept-document.ts'
import type { SavedRate } from './rate.ts'
import type { DocumentKeeping } from './use-kept-document.tsx'

type StoredDocument = SavedRate & {
  readonly id: number
  readonly verzija: number
  readonly pdf_fajl: string | null
  readonly stavke: readonly { readonly id: number; readonly redni_broj: number; readonly broj_fakture: string }[]
}

/** The shapes of one kind of document: stored, its head and lines as typed, the body and the answer. */
export type DocumentTypes = {
  stored: StoredDocument
  head: TypedHead & { readonly datum: string }
  line: DraftLine
  body: { pdf_fajl?: string | null | undefined; datum: CalendarDate }
  saved: unknown
}

type DocumentDescription<D extends DocumentTypes> = {
  /** The kind of form, under which drafts are kept. */
  readonly kind: string
  readonly schema: z.ZodType<D['body']>
  readonly head: FieldTable
  readonly line: LineFields<D['line']>
  readonly numberOf: (document: D['head'] | D['stored'] | D['body']) => string
  /** `lineOf` and `lineFrom` make a line from a stored one or a draft, where it holds more than its fields. */
  readonly lineOf?: (stored: D['stored']['stavke'][number]) => D['line']
  /** The fields that a copied line begins without. */
  readonly ownOfLine?: readonly string[]
  readonly lineFrom?: (kept: KeptLine, key: string, document: D['stored'] | null) => D['line']
}

/** The fields that a copy of a document begins without, beside its number. */
const OWN: readonly string[] = ['datum', ...OF_ONE_DOCUMENT]

const defaultsIn = (head: FieldTable): Origins =>
  new Map(namesIn(head).flatMap((name) => (head[name]?.empty === '' ? [] : [[name, 'default'] as const])))

const blank = (names: readonly string[] = []) => Object.fromEntries(names.map((name) => [name, '']))

/** Derives from the tables of a document's fields how its form opens, is checked, and is kept as a draft. */
export function documentFields<D extends DocumentTypes>(of: DocumentDescription<D>) {
  const { head, line, lineOf = line.lineOf } = of
  const lineFrom = of.lineFrom ?? ((kept: KeptLine, key: string) => ({ ...kept, key }) as unknown as D['line'])
  const empty = emptyIn(head) as unknown as D['head']
  const byDefault = defaultsIn(head)

  /** The form as it opens: empty, or with a stored document, its lines grouped by invoice in their saved order. */
  function openDraft(document: D['stored'] | null): Draft<D['head'], D['line']> {
    if (!document) return openedDraft(empty, [], byDefault)
    const invoices = Map.groupBy(document.stavke, ({ broj_fakture }) => broj_fakture || DEFAULT_BROJ_FAKTURE)
    return openedDraft(
      typedIn(head, document as never) as unknown as D['head'],
      [...invoices].map(([broj_fakture, stavke]) => {
        return { key: newKey(), broj_fakture, open: true, lines: stavke.map((stavka) => lineOf(stavka)) }
      }),
    )
  }

  /** A new document filled like a stored one, without its number, day, PDF and JCI; its invoices get new numbers. */
  function openLike(document: D['stored']): Draft<D['head'], D['line']> {
    const [stored, own] = [openDraft(document), blank(of.ownOfLine)] as const
    const invoices: DraftInvoice<D['line']>[] = []
    for (const { lines } of stored.invoices) {
      const copies = lines.map((one) => lineFrom({ ...line.keepLine(one), ...own, id: null }, newKey(), null))
      const broj_fakture = newInvoiceNumber(Date.now(), invoices)
      invoices.push({ key: newKey(), broj_fakture, open: true, lines: copies })
    }
    const ofOne = Object.entries(empty).filter(([name]) => OWN.includes(name) || name === `broj_${of.kind}`)
    const copied: D['head'] = { ...stored.head, ...Object.fromEntries(ofOne) }
    const filled = Object.entries(copied).filter(([, text]) => text !== '')
    return openedDraft(copied, invoices, new Map(filled.map(([name]) => [name, 'choice'])))
  }

  /** Proposed values as typed text, by field; values that a field cannot hold are left out. */
  function proposed(values: Readonly<Record<string, unknown>>): Partial<D['head']> {
    const typed = Object.entries(values).flatMap(([name, value]) => {
      const field = head[name]
      const text = field && typedValue(field, value)
      const fits = text !== undefined && (!field?.choices.length || field.choices.includes(String(text)))
      return fits ? [[name, text]] : []
    })
    return Object.fromEntries(typed)
  }

  const keeping: DocumentKeeping<D> = {
    kind: of.kind,
    shape: keptDocumentShape(shapeIn(head) as unknown as z.ZodType<D['head']>, line.shape),
    openDraft,
    keepLine: line.keepLine,
    lineFrom,
    nameOf: (kept) => keptName(of.numberOf(kept.head), kept),
    factsOf: (kept) =>
      documentFacts(kept, { head: (typed) => readIn(head, typed), line: line.factsOf, lineName: line.nameOf }),
  }

  return {
    head,
    line,
    numberOf: of.numberOf,
    empty,
    openDraft,
    openLike,
    proposed,
    keeping,
    /** The body to be sent, without its PDF, or every error at its field (spec §5). */
    check: (draft: Pick<Draft<D['head'], D['line']>, 'head' | 'invoices'>): CheckedDraft<D['body']> =>
      checkDraft(draft, { schema: of.schema, head, line }),
  }
}
export type DocumentFields<D extends DocumentTypes> = ReturnType<typeof documentFields<D>>

type DraftForm<L extends DraftLine, S extends z.ZodType> = {
  /** The body as the contract has it; its sentences are those of the form. */
  readonly schema: S
  readonly head: FieldTable
  readonly line: Pick<LineFields<L>, 'isUntouched' | 'wireLine' | 'lineErrors'>
}

type CheckedDraft<Body> = { readonly places: readonly LinePlace[] } & (
  | { readonly body: Body; readonly errors: null }
  | { readonly body: null; readonly errors: DraftErrors }
)

const draftTexts = {
  repeatedInvoice: 'Broj fakture se ponavlja.',
  repeatedOrdinal: 'Redni broj se ponavlja u ovoj fakturi.',
} as const

/**
 * The content of the form as the body to be sent, or all errors, each sentence at its field. The check is the
 * contract's own, so browser and server say the same; `places` leads the server's errors back to their cells.
 */
function checkDraft<H extends TypedHead, L extends DraftLine, S extends z.ZodType>(
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

/** Errors that only the form knows: invoices without lines, repeated numbers, lines that no lookup has found. */
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

/** The sentences of `second` win; 'no invoice' is left out where invoices have errors of their own. */
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
