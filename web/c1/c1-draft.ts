import { type C1Body, type C1Document, type C1Stavka, c1Body } from '#contract/c1.ts'
import { DEFAULT_BROJ_FAKTURE } from '#contract/documents.ts'
import { formatDate } from '#domain/calendar-date.ts'
import {
  type Draft,
  type DraftInvoice,
  type DraftLine,
  type FieldSentences,
  newKey,
  openedDraft,
} from '#web/documents/draft.ts'
import { type CheckedDraft, checkDraft, dateErrors, wireDate } from '#web/documents/draft-check.ts'
import type { DraftDispatch } from '#web/documents/draft-reducer.ts'
import { NO_PARTNERS, type Partners } from '#web/documents/partners.ts'
import { typedNumber, wireNumber } from '#web/ui/number-text.ts'

/** The fields of a C1 above its invoices, as they are typed. */
export type C1Head = Partners & {
  tip_dokumenta: string
  broj_c1: string
  datum: string
}

/** A line as it is typed. `proizvod` is what its cell shows: the chosen name, or text that is no product (yet). */
export type C1Line = DraftLine & {
  readonly proizvod_id: string
  readonly proizvod: string
  readonly jedinica_mere: string
  readonly hs_code: string
  readonly cena: string
  /** The stored line: while the product is the same, its copy of the normativ counts and not today's (decisions §1). */
  readonly stored: C1Stavka | null
}

export type C1Draft = Draft<C1Head, C1Line>
export type C1Dispatch = DraftDispatch<C1Head, C1Line>

export const NO_C1: C1Head = {
  tip_dokumenta: '',
  broj_c1: '',
  datum: '',
  ...NO_PARTNERS,
}

/** A new line starts with quantity 1 and price 1 (spec §9). */
export const newC1Line = (redni_broj: number): C1Line => ({
  key: newKey(),
  id: null,
  redni_broj: String(redni_broj),
  proizvod_id: '',
  proizvod: '',
  jedinica_mere: '',
  hs_code: '',
  kolicina: '1',
  cena: '1',
  stored: null,
})

/** The form as it opens: empty, or with a stored document, its lines grouped by invoice in their saved order. */
export function openC1Draft(document: C1Document | null): C1Draft {
  if (!document) return openedDraft<C1Head, C1Line>(NO_C1, [])
  const head = Object.fromEntries(
    (Object.keys(NO_C1) as (keyof C1Head)[]).map((field) => [field, document[field] ?? '']),
  ) as C1Head
  const invoices = [...Map.groupBy(document.stavke, ({ broj_fakture }) => broj_fakture || DEFAULT_BROJ_FAKTURE)]
  return openedDraft<C1Head, C1Line>(
    { ...head, datum: formatDate(document.datum) },
    invoices.map(([broj_fakture, stavke]): DraftInvoice<C1Line> => {
      return { key: newKey(), broj_fakture, open: true, lines: stavke.map(lineOf) }
    }),
  )
}

const lineOf = (stavka: C1Stavka): C1Line => ({
  key: newKey(),
  id: stavka.id,
  redni_broj: String(stavka.redni_broj),
  proizvod_id: stavka.proizvod_id,
  proizvod: stavka.proizvod_naziv,
  jedinica_mere: stavka.jedinica_mere,
  hs_code: stavka.hs_code,
  kolicina: typedNumber(stavka.kolicina),
  cena: typedNumber(stavka.cena),
  stored: stavka,
})

/** A line to which nobody has given anything; it is dropped (decisions §3). */
export const isUntouchedC1Line = (line: C1Line): boolean =>
  line.id === null && line.proizvod === '' && line.kolicina === '1' && line.cena === '1'

/** What is said of text in the product's cell that is no product of the catalogue. */
export const unknownProduct = (text: string): string => `Proizvod „${text}“ nije u katalogu.`

/** The body to be sent, without its PDF, or every error at its field (spec §5). */
export const checkC1 = (draft: Pick<C1Draft, 'head' | 'invoices'>): CheckedDraft<C1Body> =>
  checkDraft(draft, {
    schema: c1Body,
    wireHead: (head: C1Head) => ({ ...head, datum: wireDate(head.datum) }),
    wireLine: (line: C1Line) => ({
      redni_broj: line.redni_broj.trim(),
      proizvod_id: line.proizvod_id,
      kolicina: wireNumber(line.kolicina),
      cena: wireNumber(line.cena),
    }),
    isUntouched: isUntouchedC1Line,
    headErrors: ({ datum }) => dateErrors(datum),
    lineErrors: ({ proizvod_id, proizvod }): FieldSentences =>
      proizvod_id === '' && proizvod.trim() !== '' ? { proizvod_id: unknownProduct(proizvod.trim()) } : {},
  })
