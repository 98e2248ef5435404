import type { Micro } from '#domain/decimal.ts'

/** What a line of an export takes of a material from a lot that it names, and why (customs §4.4). */
export type Usmerenje = {
  readonly materijal_id: string
  readonly ulaz_stavka_id: number
  readonly kolicina: Micro
  readonly razlog: string
}

type Stored = readonly [materijal_id: string, ulaz_stavka_id: number, kolicina: Micro, razlog: string]

const compare = (a: Usmerenje, b: Usmerenje) =>
  a.materijal_id === b.materijal_id ? a.ulaz_stavka_id - b.ulaz_stavka_id : a.materijal_id < b.materijal_id ? -1 : 1

/** In the order in which they are stored and answered, whatever the one they were sent in: by material and lot. */
export const usmerenjaInOrder = <T extends Usmerenje>(usmerenja: readonly T[]): T[] => usmerenja.toSorted(compare)

/** They as `c1_stavka` holds them: JSON by material and lot, '' for none. */
export const usmerenjaText = (usmerenja: readonly Usmerenje[] = []): string =>
  usmerenja.length === 0
    ? ''
    : JSON.stringify(
        usmerenjaInOrder(usmerenja).map(({ materijal_id, ulaz_stavka_id, kolicina, razlog }) => [
          materijal_id,
          ulaz_stavka_id,
          kolicina,
          razlog,
        ]),
      )

/** Reads what `usmerenjaText` wrote, in its order. */
export const usmerenjaOf = (text: string): Usmerenje[] =>
  text === ''
    ? []
    : (JSON.parse(text) as Stored[]).map(([materijal_id, ulaz_stavka_id, kolicina, razlog]) => {
        return { materijal_id, ulaz_stavka_id, kolicina, razlog }
      })
