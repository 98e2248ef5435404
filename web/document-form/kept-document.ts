import { z } from 'zod'
import { stavkiOf } from '#domain/count-words.ts'
import { type KeptPdf, pdfFact, pdfShape } from '#web/beside/pdf-choice.ts'
import type { Fact, RecordFacts } from '#web/drafts/differences.ts'
import { type Draft, type DraftInvoice, type DraftLine, newKey, openedDraft } from '#web/drafts/draft.ts'
import type { KeptLine } from '#web/grid/line-fields.ts'

/** The form of a document as a draft keeps it. */
export type KeptDocument<H, K> = {
  head: H
  invoices: { broj_fakture: string; open: boolean; lines: K[] }[]
  pdf: KeptPdf
}

/** The shape that a kept draft must have to be offered. */
export const keptDocumentShape = <H, K>(head: z.ZodType<H>, line: z.ZodType<K>): z.ZodType<KeptDocument<H, K>> =>
  z.object({
    head,
    invoices: z.array(z.object({ broj_fakture: z.string(), open: z.boolean(), lines: z.array(line) })),
    pdf: pdfShape,
  })

/** The content of the form, to be kept. */
export const keptDocument = <H, L extends DraftLine, K>(
  { head, invoices }: Pick<Draft<H, L>, 'head' | 'invoices'>,
  pdf: KeptPdf,
  keepLine: (line: L) => K,
): KeptDocument<H, K> => ({
  head,
  invoices: invoices.map(({ broj_fakture, open, lines }) => ({ broj_fakture, open, lines: lines.map(keepLine) })),
  pdf,
})

/** A form that goes on with a kept draft. */
export function draftFrom<H, L extends DraftLine, K>(
  { head, invoices }: KeptDocument<H, K>,
  lineFrom: (line: K, key: string) => L,
): Draft<H, L> {
  const opened = invoices.map(
    ({ broj_fakture, open, lines }): DraftInvoice<L> => ({
      key: newKey(),
      broj_fakture,
      open,
      lines: lines.map((line) => lineFrom(line, newKey())),
    }),
  )
  return { ...openedDraft(head, opened), changed: true }
}

/** Lines that the document no longer has become new ones: the server knows no line of that id any more. */
export const withoutGoneLines = <H, K extends { readonly id: number | null }>(
  kept: KeptDocument<H, K>,
  stored: readonly { readonly id: number }[],
): KeptDocument<H, K> => {
  const ids = new Set<number | null>(stored.map(({ id }) => id))
  return {
    ...kept,
    invoices: kept.invoices.map((one) => ({
      ...one,
      lines: one.lines.map((line) => (ids.has(line.id) ? line : { ...line, id: null })),
    })),
  }
}

/** The name of a draft in its offer: its number, if it has one yet, and how much is in it. */
export function keptName(broj: string, { invoices }: Pick<KeptDocument<unknown, unknown>, 'invoices'>): string {
  const count = invoices.reduce((sum, { lines }) => sum + lines.length, 0)
  return [broj.trim(), count > 0 ? stavkiOf(count) : ''].filter(Boolean).join(' · ')
}

/**
 * The content of a document, field by field as it is read, so that two states of it can be compared: its head, its PDF
 * and its stored lines. Lines that were never saved are left out: nobody else can have changed them.
 */
export function documentFacts<H>(
  { head, invoices, pdf }: KeptDocument<H, KeptLine>,
  of: {
    readonly head: (head: H) => Fact[]
    readonly line: (line: KeptLine) => Fact[]
    readonly lineName: (line: KeptLine) => string
  },
): RecordFacts {
  return {
    facts: [...of.head(head), pdfFact(pdf)],
    lines: invoices.flatMap(({ broj_fakture, lines }) =>
      lines
        .filter(({ id }) => id !== null)
        .map((line) => {
          const facts = of.line(line)
          return {
            id: String(line.id),
            name: `${broj_fakture.trim()}, stavka ${line.redni_broj} (${of.lineName(line)})`,
            summary: facts.map(({ label, text }) => `${label} ${text}`).join(', '),
            facts: [{ field: 'broj_fakture', label: 'Faktura', text: broj_fakture.trim() }, ...facts],
          }
        }),
    ),
  }
}
