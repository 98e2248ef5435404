import type { C1Stavka } from '#contract/c1.ts'
import { microToNumber } from '#domain/decimal.ts'

/** A directed draw of a line as the form keeps it: the quantity as it goes over the wire, the lot as people read it. */
export type Directed = {
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

/** A lot as it is called where it is chosen and shown. */
export const lotName = ({ broj_c4, broj_fakture, redni_broj }: Lot): string =>
  `${broj_c4} · ${broj_fakture} / ${redni_broj}`

/** The directed draws of a stored line, as the form keeps them. */
export const directedOf = (usmerenja: C1Stavka['usmerenja']): string =>
  directedText(
    usmerenja.map(({ materijal_id, ulaz_stavka_id, kolicina, razlog, ...lot }) => {
      return { materijal_id, ulaz_stavka_id, kolicina: microToNumber(kolicina), razlog, lot: lotName(lot) }
    }),
  )

/** The same as the body has it. */
export const directedBody = (text: string) => directedIn(text).map(({ lot: _, ...one }) => one)
