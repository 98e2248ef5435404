import { codeKey } from '#domain/one-form.ts'
import { type Notation, provenNotation } from '#domain/sheet-number.ts'
import {
  type DraftErrors,
  type DraftInvoice,
  type DraftLine,
  type FieldSentences,
  newKey,
  nextOrdinal,
} from '#web/drafts/draft.ts'
import type { Lookup } from '#web/drafts/use-lookups.ts'
import type { PasteColumn, PastedRow } from './clipboard.ts'

/** The change of a line by a pasted row; by column, the sentences about unreadable and guessed values. */
export type ReadRow<L> = {
  readonly change: Partial<L>
  readonly errors: FieldSentences
  readonly guessed: FieldSentences
}

/** The notation that all pasted cells of a column prove; null where they prove none: each number is a guess. */
export type NotationIn = (column: string) => Notation | null

export type PasteTarget<L extends DraftLine> = {
  readonly newLine: (redni_broj: number) => L
  readonly isUntouched: (line: L) => boolean
  readonly readRow: (row: PastedRow, line: L, notationIn: NotationIn) => ReadRow<L>
}

/** How pasted tables become lines of one kind of document. */
export type PasteKind<L extends DraftLine> = PasteTarget<L> & {
  readonly columns: readonly PasteColumn[]
  /** The texts for the lookup of the goods of a row: their ID, then their name; and the unit pasted with it. */
  readonly lookedUp: (row: PastedRow) => Pick<Lookup, 'id' | 'naziv' | 'unit'>
}

export type Pasted<L extends DraftLine> = {
  readonly invoices: readonly DraftInvoice<L>[]
  readonly errors: SentencesOfLines
  readonly guessed: SentencesOfLines
  /** The lines that were written, with their rows, in order. */
  readonly written: readonly { readonly line: string; readonly row: PastedRow }[]
}

type SentencesOfLines = DraftErrors['lines']
type PastedOver<L extends DraftLine> = {
  readonly invoices: readonly DraftInvoice<L>[]
  readonly errors: DraftErrors
  readonly guessed: SentencesOfLines
}

/** A number made up by the form; the number of the pasted rows replaces it. */
const MADE_UP = /^F-\d{10,}$/

/**
 * The invoices after pasting. Rows without headings overwrite the lines from the given one on, as in a spreadsheet.
 * Rows with headings are records: they take untouched lines, else become new lines, in the invoice of their
 * `broj_fakture`. Bad cells keep their text and get a sentence (decisions §5: a bad row never stops the good ones).
 */
export function pasteRows<L extends DraftLine>(
  { invoices, errors, guessed }: PastedOver<L>,
  at: { readonly invoice: string; readonly line: string },
  { rows, byHeadings }: { readonly rows: readonly PastedRow[]; readonly byHeadings: boolean },
  target: PasteTarget<L>,
): Pasted<L> {
  const here = invoices.find(({ key }) => key === at.invoice)
  if (!here) return { invoices, errors: errors.lines, guessed, written: [] }
  const notations = new Map<string, Notation | null>()
  const notationIn = (column: string) => {
    const known = notations.get(column)
    if (known !== undefined) return known
    const notation = provenNotation(rows.map((row) => row[column]))
    notations.set(column, notation)
    return notation
  }
  const writer = new Writer(target, errors.lines, guessed, notationIn)
  if (!byHeadings) {
    const start = here.lines.findIndex(({ key }) => key === at.line)
    const lines = [...here.lines]
    rows.forEach((row, index) => {
      const place = Math.max(start, 0) + index
      lines[place] = writer.write(lines[place] ?? target.newLine(nextOrdinal(lines)), row)
    })
    return { invoices: invoices.map((one) => (one === here ? { ...one, lines } : one)), ...writer.result() }
  }

  const result = [...invoices]
  for (const [number, group] of Map.groupBy(rows, ({ broj_fakture = '' }) => broj_fakture)) {
    const place = invoiceFor(result, number, at.invoice, target)
    const invoice = result[place]
    if (invoice) result[place] = { ...invoice, open: true, lines: withRecords(invoice.lines, group, target, writer) }
  }
  return { invoices: result, ...writer.result() }
}

/** The place of the invoice of a record: the one with its number, else the one pasted into, else a new one. */
function invoiceFor<L extends DraftLine>(
  invoices: DraftInvoice<L>[],
  number: string,
  here: string,
  { isUntouched }: PasteTarget<L>,
): number {
  const current = invoices.findIndex(({ key }) => key === here)
  if (number === '') return current
  const named = invoices.findIndex(({ broj_fakture }) => codeKey(broj_fakture) === codeKey(number))
  if (named >= 0) return named
  const one = invoices[current]
  if (one?.lines.every(isUntouched) && (one.broj_fakture.trim() === '' || MADE_UP.test(one.broj_fakture))) {
    invoices[current] = { ...one, broj_fakture: number }
    return current
  }
  return invoices.push({ key: newKey(), broj_fakture: number, open: true, lines: [] }) - 1
}

function withRecords<L extends DraftLine>(
  lines: readonly L[],
  rows: readonly PastedRow[],
  { isUntouched, newLine }: PasteTarget<L>,
  writer: Writer<L>,
): L[] {
  const result = [...lines]
  let free = result.findIndex(isUntouched)
  for (const row of rows) {
    const untouched = free >= 0 ? result[free] : undefined
    if (untouched && isUntouched(untouched)) {
      result[free] = writer.write(untouched, row)
      free += 1
    } else {
      result.push(writer.write(newLine(nextOrdinal(result)), row))
    }
  }
  return result
}

/** Writes rows into lines and notes what could not be read. */
class Writer<L extends DraftLine> {
  readonly #target: PasteTarget<L>
  readonly #errors: Map<string, FieldSentences>
  readonly #guessed: Map<string, FieldSentences>
  readonly #notationIn: NotationIn
  readonly #written: { line: string; row: PastedRow }[] = []

  constructor(target: PasteTarget<L>, errors: SentencesOfLines, guessed: SentencesOfLines, notationIn: NotationIn) {
    this.#target = target
    this.#errors = new Map(errors)
    this.#guessed = new Map(guessed)
    this.#notationIn = notationIn
  }

  write(line: L, row: PastedRow): L {
    const { change, errors, guessed } = this.#target.readRow(row, line, this.#notationIn)
    for (const [said, now] of [
      [this.#errors, errors],
      [this.#guessed, guessed],
    ] as const) {
      const kept = Object.entries(said.get(line.key) ?? {}).filter(([field]) => !(field in change))
      const all = { ...Object.fromEntries(kept), ...now }
      if (Object.keys(all).length > 0) said.set(line.key, all)
      else said.delete(line.key)
    }
    this.#written.push({ line: line.key, row })
    return { ...line, ...change }
  }

  result() {
    return { errors: this.#errors, guessed: this.#guessed, written: this.#written }
  }
}
