import {
  ADD_INVOICE,
  type CellPlace,
  type Draft,
  type DraftErrors,
  type DraftInvoice,
  type FieldSentences,
  hasErrors,
  type KeyedLine,
  NO_ERRORS,
  numberOf,
  type Origins,
} from './draft.ts'
import { undone, withBefore, withPutBack, withRemoved, withTyped } from './undo.ts'

/** The events of a form. Keys come with the action, so that the reducer stays a pure function. */
export type DraftAction<H, L extends KeyedLine> =
  /** `follows`: the fields that a choice in another one filled. */
  | { readonly do: 'changeHead'; readonly change: Partial<H>; readonly follows?: readonly string[] | undefined }
  /** Never replaces a typed or chosen value, and is no change of the form. */
  | { readonly do: 'proposeHead'; readonly change: Partial<H> }
  | { readonly do: 'addInvoice'; readonly invoice: DraftInvoice<L> }
  | { readonly do: 'renameInvoice'; readonly invoice: string; readonly broj_fakture: string }
  | { readonly do: 'toggleInvoice'; readonly invoice: string }
  | { readonly do: 'removeInvoice'; readonly invoice: string }
  /** New lines at the end of an invoice; `column` is the cell of the first one that gets the focus. */
  | { readonly do: 'addLines'; readonly invoice: string; readonly lines: readonly L[]; readonly column: string }
  | { readonly do: 'changeLine'; readonly line: string; readonly change: Partial<L> }
  /** The same in several lines; taken back by one Ctrl + Z. */
  | { readonly do: 'changeLines'; readonly lines: readonly string[]; readonly change: Partial<L> }
  | { readonly do: 'removeLine'; readonly line: string; readonly column: string }
  /**
   * All invoices, after an import, or after pasting at `pastedAt`; `errors` are about text that could not be read,
   * `guessed` about guessed values.
   */
  | {
      readonly do: 'replaceInvoices'
      readonly invoices: readonly DraftInvoice<L>[]
      readonly errors?: DraftErrors['lines']
      readonly guessed?: Draft<H, L>['guessed']
      readonly pastedAt?: CellPlace
    }
  /** Takes the last change of many lines or removal back, unless something was typed since. */
  | { readonly do: 'undo' }
  /** Puts back the line or invoice removed under this key, even if something was typed since. */
  | { readonly do: 'putBack'; readonly key: string }
  /** Found goods for lines that still show the text that was looked up. */
  | { readonly do: 'settleLines'; readonly settled: ReadonlyMap<string, SettledLine<L>> }
  /** Another state of the form: a draft that goes on, or the document as somebody else saved it. */
  | { readonly do: 'reopen'; readonly draft: Draft<H, L> }
  | { readonly do: 'showErrors'; readonly errors: DraftErrors }
  | { readonly do: 'goTo'; readonly place: CellPlace }
  /** The focus is where `goTo` wanted it: a grid that opens again must not take it back there. */
  | { readonly do: 'arrived'; readonly place: CellPlace }

type ActionOf<K extends string, H, L extends KeyedLine> = Extract<DraftAction<H, L>, { readonly do: K }>

export type SettledLine<L> = {
  readonly isCurrent: (line: L) => boolean
  readonly change: (line: L) => Partial<L>
  readonly errors: FieldSentences
  /** Converts the numbers pasted beside the text into the unit of the found goods. */
  readonly converted?: (line: L) => Settled<L>
}
type Settled<L> = { readonly change: Partial<L>; readonly errors: FieldSentences; readonly guessed: FieldSentences }

export type DraftDispatch<H, L extends KeyedLine> = (action: DraftAction<H, L>) => void

/** After these actions a return to the form before a paste would lose something. */
const TYPED: ReadonlySet<string> = new Set<DraftAction<never, KeyedLine>['do']>([
  'changeHead',
  'addInvoice',
  'renameInvoice',
  'addLines',
  'changeLine',
])

/** The form after an action. A change removes the errors of its part (spec §2); the rest stays the same object. */
export function reduceDraft<H, L extends KeyedLine>(draft: Draft<H, L>, action: DraftAction<H, L>): Draft<H, L> {
  const next = reduced(draft, action)
  return TYPED.has(action.do) ? withTyped(next) : next
}

function reduced<H, L extends KeyedLine>(draft: Draft<H, L>, action: DraftAction<H, L>): Draft<H, L> {
  switch (action.do) {
    case 'changeHead':
      return {
        ...draft,
        changed: true,
        head: { ...draft.head, ...action.change },
        origins: changedOrigins(draft.origins, action),
        errors: { ...draft.errors, head: without(draft.errors.head, Object.keys(action.change)) },
      }
    case 'proposeHead':
      return proposedHead(draft, action.change)
    case 'addInvoice':
      return {
        ...withInvoices(draft, [...draft.invoices, action.invoice], { ...draft.errors, stavke: null }),
        goTo: numberOf(action.invoice.key),
      }
    case 'renameInvoice':
      return renamedInvoice(draft, action)
    case 'toggleInvoice':
      return {
        ...draft,
        invoices: draft.invoices.map((one) => (one.key === action.invoice ? { ...one, open: !one.open } : one)),
      }
    case 'removeInvoice':
      return removedInvoice(draft, action.invoice)
    case 'addLines':
      return addedLines(draft, action)
    case 'changeLine':
      return changedLines(draft, [action.line], action.change)
    case 'changeLines':
      return withBefore(changedLines(draft, action.lines, action.change), draft)
    case 'removeLine':
      return removedLine(draft, action.line, action.column)
    case 'replaceInvoices':
      return replacedInvoices(draft, action)
    case 'undo':
      return undone(draft)
    case 'putBack':
      return withPutBack(draft, action.key)
    case 'settleLines':
      return settledLines(draft, action.settled)
    case 'reopen':
      return action.draft
    case 'showErrors':
      return {
        ...draft,
        errors: action.errors,
        refused: draft.refused || hasErrors(action.errors),
        invoices: openedWhereWrong(draft.invoices, action.errors),
      }
    case 'goTo':
      return { ...draft, goTo: action.place, invoices: openedAt(draft.invoices, action.place) }
    case 'arrived':
      return draft.goTo === action.place ? { ...draft, goTo: null } : draft
  }
}

/** A changed field is the user's own, unless it follows from a choice. */
const changedOrigins = (
  origins: Origins,
  { change, follows = [] }: Pick<ActionOf<'changeHead', object, never>, 'change' | 'follows'>,
): Origins =>
  new Map([
    ...origins,
    ...Object.keys(change).map((name) => [name, follows.includes(name) ? 'choice' : 'user'] as const),
  ])

function proposedHead<H, L extends KeyedLine>(draft: Draft<H, L>, change: Partial<H>): Draft<H, L> {
  const isFree = (name: string) => {
    const origin = draft.origins.get(name)
    return origin === undefined ? draft.head[name as keyof H] === '' : origin === 'default' || origin === 'proposal'
  }
  const taken = Object.entries(change).filter(([name]) => isFree(name))
  if (taken.length === 0) return draft
  const names = taken.map(([name]) => name)
  return {
    ...draft,
    head: { ...draft.head, ...Object.fromEntries(taken) },
    origins: new Map([...draft.origins, ...names.map((name) => [name, 'proposal'] as const)]),
    errors: { ...draft.errors, head: without(draft.errors.head, names) },
  }
}

function withInvoices<H, L extends KeyedLine>(
  draft: Draft<H, L>,
  invoices: readonly DraftInvoice<L>[],
  errors: DraftErrors,
): Draft<H, L> {
  return { ...draft, invoices, errors, changed: true }
}

function replacedInvoices<H, L extends KeyedLine>(
  draft: Draft<H, L>,
  { invoices, errors = new Map(), guessed, pastedAt }: ActionOf<'replaceInvoices', H, L>,
): Draft<H, L> {
  const next = {
    ...withInvoices(draft, invoices, { ...NO_ERRORS, head: draft.errors.head, lines: errors }),
    // A paste gives the guesses of all lines, an import only those of its own lines.
    guessed: pastedAt && guessed ? guessed : new Map([...draft.guessed, ...(guessed ?? [])]),
  }
  return pastedAt ? withBefore(next, { ...draft, goTo: pastedAt }) : withTyped(next)
}

/** The focus goes to the first of the new lines. */
function addedLines<H, L extends KeyedLine>(
  draft: Draft<H, L>,
  { invoice, lines, column }: ActionOf<'addLines', H, L>,
): Draft<H, L> {
  const invoices = draft.invoices.map((one) =>
    one.key === invoice ? { ...one, open: true, lines: [...one.lines, ...lines] } : one,
  )
  return {
    ...withInvoices(draft, invoices, withoutInvoice(draft.errors, invoice)),
    goTo: lines[0] ? { line: lines[0].key, column } : draft.goTo,
  }
}

function changedLines<H, L extends KeyedLine>(
  draft: Draft<H, L>,
  keys: readonly string[],
  change: Partial<L>,
): Draft<H, L> {
  const wanted = new Set(keys)
  const fields = Object.keys(change)
  const invoices = draft.invoices.map((one) => {
    if (!one.lines.some(({ key }) => wanted.has(key))) return one
    return { ...one, lines: one.lines.map((line) => (wanted.has(line.key) ? { ...line, ...change } : line)) }
  })
  const errors = withoutLineFields(draft.errors, keys, fields)
  return { ...withInvoices(draft, invoices, errors), guessed: withoutFields(draft.guessed, keys, fields) }
}

function renamedInvoice<H, L extends KeyedLine>(
  draft: Draft<H, L>,
  { invoice, broj_fakture }: ActionOf<'renameInvoice', H, L>,
): Draft<H, L> {
  const invoices = draft.invoices.map((one) => (one.key === invoice ? { ...one, broj_fakture } : one))
  const lines = draft.invoices.find(({ key }) => key === invoice)?.lines ?? []
  const keys = lines.map(({ key }) => key)
  const guessed = withoutFields(draft.guessed, keys, ['broj_fakture'])
  return { ...withInvoices(draft, invoices, withoutInvoice(draft.errors, invoice)), guessed }
}

/** The focus goes to the number of the invoice in the place of the removed one. */
function removedInvoice<H, L extends KeyedLine>(draft: Draft<H, L>, invoice: string): Draft<H, L> {
  const at = draft.invoices.findIndex(({ key }) => key === invoice)
  const gone = draft.invoices[at]
  if (!gone) return draft
  const next = draft.invoices[at + 1] ?? draft.invoices[at - 1]
  const left = {
    ...withInvoices(draft, draft.invoices.toSpliced(at, 1), withoutInvoice(draft.errors, invoice)),
    goTo: next ? numberOf(next.key) : ADD_INVOICE,
  }
  return withRemoved(left, { key: invoice, at, changed: draft.changed, invoice: gone })
}

/** The focus goes to the same column of the line in the place of the removed one, or to the invoice's number. */
function removedLine<H, L extends KeyedLine>(draft: Draft<H, L>, line: string, column: string): Draft<H, L> {
  const invoice = draft.invoices.find((one) => one.lines.some(({ key }) => key === line))
  const at = invoice?.lines.findIndex(({ key }) => key === line) ?? -1
  const gone = invoice?.lines[at]
  if (!invoice || !gone) return draft
  const next = invoice.lines[at + 1] ?? invoice.lines[at - 1]
  const invoices = draft.invoices.map((one) => (one === invoice ? { ...one, lines: one.lines.toSpliced(at, 1) } : one))
  const left = {
    ...withInvoices(draft, invoices, withoutLineFields(draft.errors, [line])),
    goTo: next ? { line: next.key, column } : numberOf(invoice.key),
  }
  return withRemoved(left, { key: line, at, changed: draft.changed, invoice, line: gone, column })
}

function settledLines<H, L extends KeyedLine>(
  draft: Draft<H, L>,
  settled: ReadonlyMap<string, SettledLine<L>>,
): Draft<H, L> {
  const isAwaited = (line: L) => settled.get(line.key)?.isCurrent(line) ?? false
  // A line taken back or written over meanwhile is no change of the form.
  if (!draft.invoices.some(({ lines }) => lines.some(isAwaited))) return draft
  const [errors, guessed] = [new Map(draft.errors.lines), new Map(draft.guessed)]
  const invoices = draft.invoices.map((one) => {
    if (!one.lines.some(({ key }) => settled.has(key))) return one
    const lines = one.lines.map((line) => {
      const found = settled.get(line.key)
      if (!found?.isCurrent(line)) return line
      const converted = found.converted?.(line)
      const change = { ...found.change(line), ...converted?.change }
      say(errors, line.key, Object.keys(change), { ...found.errors, ...converted?.errors })
      const before = guessed.get(line.key) ?? {}
      const more = Object.entries(converted?.guessed ?? {}).map(([field, now]) => [field, joined(before[field], now)])
      say(guessed, line.key, [], Object.fromEntries(more))
      return { ...line, ...change }
    })
    return { ...one, lines }
  })
  return { ...withInvoices(draft, invoices, { ...draft.errors, lines: errors }), guessed }
}

const joined = (...sentences: readonly (string | undefined)[]) => sentences.filter(Boolean).join(' ')

/** Adds sentences to a line; its sentences about `fields` are removed first. */
function say(said: Map<string, FieldSentences>, line: string, fields: readonly string[], more: FieldSentences) {
  const left = { ...without(said.get(line) ?? {}, fields), ...more }
  if (Object.keys(left).length > 0) said.set(line, left)
  else said.delete(line)
}

function openedWhereWrong<L extends KeyedLine>(invoices: readonly DraftInvoice<L>[], errors: DraftErrors) {
  return invoices.map((one) =>
    !one.open && (errors.invoices.has(one.key) || one.lines.some(({ key }) => errors.lines.has(key)))
      ? { ...one, open: true }
      : one,
  )
}

const openedAt = <L extends KeyedLine>(invoices: readonly DraftInvoice<L>[], { line }: CellPlace) =>
  invoices.map((one) => (!one.open && one.lines.some(({ key }) => key === line) ? { ...one, open: true } : one))

function without(sentences: Readonly<Record<string, string>>, fields: readonly string[]) {
  if (!fields.some((field) => field in sentences)) return sentences
  return Object.fromEntries(Object.entries(sentences).filter(([field]) => !fields.includes(field)))
}

function withoutInvoice(errors: DraftErrors, invoice: string): DraftErrors {
  if (!errors.invoices.has(invoice)) return errors
  const invoices = new Map(errors.invoices)
  invoices.delete(invoice)
  return { ...errors, invoices }
}

function withoutLineFields(errors: DraftErrors, keys: readonly string[], fields?: readonly string[]): DraftErrors {
  const lines = withoutFields(errors.lines, keys, fields)
  return lines === errors.lines ? errors : { ...errors, lines }
}

/** Removes the sentences of the lines about `fields`; without `fields` all of them. */
function withoutFields(said: DraftErrors['lines'], keys: readonly string[], fields?: readonly string[]) {
  const told = keys.filter((key) => said.has(key))
  if (told.length === 0) return said
  const left = new Map(said)
  for (const key of told) say(left, key, fields ?? Object.keys(said.get(key) ?? {}), {})
  return left
}
