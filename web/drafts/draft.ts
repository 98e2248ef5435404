/** A line of a form. */
export type KeyedLine = {
  /** Tells lines apart in the form; it goes nowhere else. */
  readonly key: string
}

/** Fields that lines of C4 and C1 share in the form; everything typed is text until it is checked. */
export type DraftLine = KeyedLine & {
  /** Identity of the stored line, so that its lot stays the same (decisions §1); null for a new line. */
  readonly id: number | null
  readonly redni_broj: string
  readonly kolicina: string
}

/** The fields above the invoices as they are typed, by name. */
export type TypedHead = { readonly [field: string]: string }

/** An invoice is a group of lines with one number (spec §3); `open` says whether its lines are shown. */
export type DraftInvoice<L extends KeyedLine> = {
  readonly key: string
  readonly broj_fakture: string
  readonly open: boolean
  readonly lines: readonly L[]
}

/** Sentences by field. */
export type FieldSentences = Readonly<Record<string, string>>

export type DraftErrors = {
  /** By field of the document. */
  readonly head: FieldSentences
  /** By key of the invoice. */
  readonly invoices: ReadonlyMap<string, string>
  /** By key of the line, then by field. */
  readonly lines: ReadonlyMap<string, FieldSentences>
  /** About all invoices, each sentence on a line. */
  readonly stavke: string | null
}

/** The place for the focus: a cell of a line, or the number of an invoice by its key. A new object asks again. */
export type CellPlace = { readonly line: string; readonly column: string }

/** The number of an invoice. */
export const numberOf = (invoice: string): CellPlace => ({ line: invoice, column: 'broj_fakture' })
/** 'Dodaj fakturu', where no invoice is left. */
export const ADD_INVOICE: CellPlace = { line: 'dodaj', column: 'broj_fakture' }

/** The place after the head of a document: the given cell of the first line, or the place that adds one. */
export function firstPlace(invoices: readonly DraftInvoice<KeyedLine>[], column: string): CellPlace {
  const [invoice] = invoices
  if (!invoice) return ADD_INVOICE
  const [line] = invoice.lines
  return line ? { line: line.key, column } : numberOf(invoice.key)
}

/** The source of the content of a head field: a new form's default, a chosen firm, a proposal, or the user. */
export type Origin = 'default' | 'choice' | 'proposal' | 'user'
/** By name of the field; a field without an origin is as the form opened. */
export type Origins = ReadonlyMap<string, Origin>

/** The fields that were filled in by themselves. */
export const filledIn = (origins: Origins): ReadonlySet<string> =>
  new Set([...origins].filter(([, origin]) => origin !== 'user').map(([name]) => name))

export type Draft<H, L extends KeyedLine> = {
  readonly head: H
  readonly origins: Origins
  readonly invoices: readonly DraftInvoice<L>[]
  readonly errors: DraftErrors
  /** Guesses of an import or paste, by key of the line, then by field. A guess does not stop a save. */
  readonly guessed: ReadonlyMap<string, FieldSentences>
  /** Something was typed since the form was opened. */
  readonly changed: boolean
  /** A submit was refused since. */
  readonly refused: boolean
  /** Null as soon as the focus is there. */
  readonly goTo: CellPlace | null
  /** Changes that can be taken back, the last at the end (`undo.ts`). */
  readonly done: readonly Done<H, L>[]
  /** Something was typed since the last of them: Ctrl + Z is then the browser's. */
  readonly typed: boolean
}

/** A removed line or invoice and its place; `changed` is that of the form before it. */
export type Removed<L extends KeyedLine> = { readonly key: string; readonly at: number; readonly changed: boolean } & (
  | { readonly invoice: DraftInvoice<L>; readonly line?: undefined; readonly column?: undefined }
  /** `invoice` is that of the removed line, `column` the cell that gets the focus. */
  | { readonly invoice: DraftInvoice<L>; readonly line: L; readonly column: string }
)

/** `before`, the form before a change of many lines, can return until something is typed; a removal always. */
export type Done<H, L extends KeyedLine> = { readonly before: Draft<H, L> } | Removed<L>

export const NO_ERRORS: DraftErrors = { head: {}, invoices: new Map(), lines: new Map(), stavke: null }

/** Whether any sentence stands anywhere in the form. */
export const hasErrors = ({ head, invoices, lines, stavke }: DraftErrors): boolean =>
  Object.keys(head).length > 0 || invoices.size > 0 || lines.size > 0 || stavke !== null

let lastKey = 0

/** A key for a new line or invoice. */
export const newKey = (): string => `k${++lastKey}`

/** A form as it opens. */
export const openedDraft = <H, L extends KeyedLine>(
  head: H,
  invoices: readonly DraftInvoice<L>[],
  origins: Origins = new Map(),
): Draft<H, L> => ({
  head,
  origins,
  invoices,
  errors: NO_ERRORS,
  guessed: new Map(),
  changed: false,
  refused: false,
  goTo: null,
  done: [],
  typed: false,
})

/** The number of a new invoice: 'F-' and a timestamp (spec §3), unlike all of `taken`. */
export function newInvoiceNumber(now: number, taken: readonly { readonly broj_fakture: string }[]): string {
  const numbers = new Set(taken.map(({ broj_fakture }) => broj_fakture))
  let stamp = now
  while (numbers.has(`F-${stamp}`)) stamp += 1
  return `F-${stamp}`
}

/** An invoice without lines, with a number unlike all of `taken`. */
export const newInvoice = (taken: readonly { readonly broj_fakture: string }[]): DraftInvoice<never> => ({
  key: newKey(),
  broj_fakture: newInvoiceNumber(Date.now(), taken),
  open: true,
  lines: [],
})

/** The `redni_broj` of the next line of an invoice: one above the highest. */
export const nextOrdinal = (lines: readonly { readonly redni_broj: string }[]): number =>
  Math.max(0, ...lines.map(({ redni_broj }) => Math.trunc(Number(redni_broj)) || 0)) + 1

/** A line to be added to others: it gets the next `redni_broj` if one of them has its own. */
export function withFreeOrdinal<L extends object>(line: L, lines: readonly L[]): L {
  const numbered = [line, ...lines].filter((one): one is L & { redni_broj: string } => 'redni_broj' in one)
  const [{ redni_broj = '' } = {}, ...others] = numbered
  const taken = redni_broj.trim() !== '' && others.some((other) => Number(other.redni_broj) === Number(redni_broj))
  return taken ? { ...line, redni_broj: String(nextOrdinal(others)) } : line
}

/** The lines without the only one of a new record while it is untouched. */
export const withoutFirst = <L extends TypedHead>(lines: readonly L[], newLine: L): readonly L[] =>
  lines.length === 1 && lines[0] && isUntouched(lines[0], newLine) ? [] : lines

/** Whether a line is as it began, so that nothing is lost without it. */
export const isUntouched = (line: TypedHead, newLine: TypedHead): boolean =>
  Object.entries(newLine).every(([name, text]) => line[name] === text)
