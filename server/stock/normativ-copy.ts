import type { Micro } from '#domain/decimal.ts'

/** What one piece needs of a material. */
export type Norm = { readonly materijal_id: string; readonly potrebna_kolicina: Micro }

/** The normativ of a line as `c1_stavka` holds it: JSON pairs of material and quantity, by the material's ID. */
export const normativText = (norms: readonly Norm[]): string =>
  JSON.stringify(
    norms
      .map(({ materijal_id, potrebna_kolicina }) => [materijal_id, potrebna_kolicina] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Reads what `normativText` wrote, in its order. */
export const normativOf = (text: string): Norm[] =>
  (JSON.parse(text) as [string, Micro][]).map(([materijal_id, potrebna_kolicina]) => ({
    materijal_id,
    potrebna_kolicina,
  }))
