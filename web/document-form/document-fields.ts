import type { z } from 'zod'
import { OF_ONE_DOCUMENT } from '#contract/carina.ts'
import { DEFAULT_BROJ_FAKTURE } from '#contract/documents.ts'
import { type FieldTable, namesIn } from '#contract/form-fields.ts'
import {
  type Draft,
  type DraftInvoice,
  newInvoiceNumber,
  newKey,
  type Origins,
  openedDraft,
} from '#web/drafts/draft.ts'
import { emptyIn, readIn, shapeIn, typedIn, typedValue } from '#web/drafts/typed-fields.ts'
import type { KeptLine, LineFields } from '#web/grid/line-fields.ts'
import type { DocumentTypes } from './document-types.ts'
import { type CheckedDraft, checkDraft } from './draft-check.ts'
import { documentFacts, keptDocumentShape, keptName } from './kept-document.ts'
import type { DocumentKeeping } from './use-kept-document.tsx'

type DocumentDescription<D extends DocumentTypes> = {
  /** The kind of form, under which drafts are kept. */
  readonly kind: string
  readonly schema: z.ZodType<D['body']>
  readonly head: FieldTable
  readonly line: LineFields<D['line']>
  readonly numberOf: (document: D['head'] | D['stored'] | D['body']) => string
  /** A stored line as the form shows it, and one that comes from a draft, where they hold more than their fields. */
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

/** All that follows from the tables of a document's fields: how its form opens, is checked, and is kept as a draft. */
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

  /** A new document filled like a stored one, but without its number, day, PDF and JCI; its invoices have new numbers. */
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

  /** Proposed values as they are typed: by field, where the field can hold them. */
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
