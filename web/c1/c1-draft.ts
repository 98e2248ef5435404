import { C1_HEAD, C1_LINE, type C1Body, type C1Document, type C1Stavka, c1Body, type SavedC1 } from '#contract/c1.ts'
import { microToNumber } from '#domain/decimal.ts'
import { documentFields } from '#web/document-form/document-fields.ts'
import type { TypedOf } from '#web/drafts/typed-fields.ts'
import { type LineOf, lineFields } from '#web/grid/line-fields.ts'

export type C1Head = TypedOf<typeof C1_HEAD>
export type C1Line = LineOf<typeof C1_LINE, 'proizvod', 'jedinica_mere' | 'hs_code' | 'usmerenja'> & {
  /** The stored line: while the product is the same, its copy of the normativ counts, not today's (decisions §1). */
  readonly stored?: C1Stavka | null
}
export type C1Types = { stored: C1Document; head: C1Head; line: C1Line; body: C1Body; saved: SavedC1 }

const LINE_FIELDS = lineFields<C1Line>({
  table: C1_LINE,
  goods: 'proizvod',
  brought: ['jedinica_mere', 'hs_code', 'usmerenja'],
  // Directed draws belong to the materials of the former product.
  without: (_, text) => ({ proizvod_id: '', proizvod: text, jedinica_mere: '', hs_code: '', usmerenja: '' }),
})
export const C1_FIELDS = {
  ...LINE_FIELDS,
  wireLine: (line: C1Line) => {
    const wire = LINE_FIELDS.wireLine(line)
    return line.usmerenja === '' ? wire : { ...wire, usmerenja: directedBody(line.usmerenja) }
  },
}
export const { newLine: newC1Line, isUntouched: isUntouchedC1Line } = C1_FIELDS

/** How the form of a C1 opens, is checked, and is kept as a draft; the stored line comes from the document. */
export const C1 = documentFields<C1Types>({
  kind: 'c1',
  schema: c1Body,
  head: C1_HEAD,
  line: C1_FIELDS,
  numberOf: ({ broj_c1 }) => broj_c1,
  lineOf: (stored) => ({ ...C1_FIELDS.lineOf(stored), usmerenja: directedOf(stored.usmerenja), stored }),
  ownOfLine: ['usmerenja'],
  lineFrom: (kept, key, document) => {
    const stored = document?.stavke.find(({ id }) => id === kept.id) ?? null
    return { ...kept, key, stored } as unknown as C1Line
  },
})
export const { empty: NO_C1, openDraft: openC1Draft, check: checkC1, keeping: C1_KEEPING } = C1

/** A directed draw of a line as the form keeps it: the quantity as it is sent, the lot as people read it. */
type Directed = {
  readonly materijal_id: string
  readonly ulaz_stavka_id: number
  readonly kolicina: number
  readonly razlog: string
  readonly lot: string
}

/** Directed draws as one text of a draft line; '' for none. */
export const directedText = (list: readonly Directed[]): string => (list.length === 0 ? '' : JSON.stringify(list))

/** Reads what `directedText` wrote. */
export const directedIn = (text: string): readonly Directed[] => (text === '' ? [] : (JSON.parse(text) as Directed[]))

type Lot = { readonly broj_c4: string; readonly broj_fakture: string; readonly redni_broj: number }

/** The name of a lot where it is chosen and shown. */
export const lotName = ({ broj_c4, broj_fakture, redni_broj }: Lot): string =>
  `${broj_c4} · ${broj_fakture} / ${redni_broj}`

/** The directed draws of a stored line, as the form keeps them. */
const directedOf = (usmerenja: C1Stavka['usmerenja']): string =>
  directedText(
    usmerenja.map(({ materijal_id, ulaz_stavka_id, kolicina, razlog, ...lot }) => {
      return { materijal_id, ulaz_stavka_id, kolicina: microToNumber(kolicina), razlog, lot: lotName(lot) }
    }),
  )

/** The directed draws of a line as the body has them. */
const directedBody = (text: string) => directedIn(text).map(({ lot: _, ...one }) => one)
