/** A noun as it follows one, two to four, and five and more. */
export type CountForms = readonly [string, string, string]

/** A count with its noun in the right form: 1 stavka, 2 stavke, 5 stavki, 11 stavki, 21 stavka. */
export function countText(count: number, forms: CountForms): string {
  const tens = count % 100
  const ones = count % 10
  const teen = tens >= 11 && tens <= 14
  const form = !teen && ones === 1 ? forms[0] : !teen && ones >= 2 && ones <= 4 ? forms[1] : forms[2]
  return `${count} ${form}`
}

export const STAVKE = ['stavka', 'stavke', 'stavki'] as const
export const FAKTURE = ['faktura', 'fakture', 'faktura'] as const
export const MATERIJALI = ['materijal', 'materijala', 'materijala'] as const
export const PROIZVODI = ['proizvod', 'proizvoda', 'proizvoda'] as const
export const DOKUMENTI = ['dokument', 'dokumenta', 'dokumenata'] as const
export const ULAZNI_DOKUMENTI = ['ulazni dokument', 'ulazna dokumenta', 'ulaznih dokumenata'] as const
export const IZLAZNI_DOKUMENTI = ['izlazni dokument', 'izlazna dokumenta', 'izlaznih dokumenata'] as const
export const C4_DOKUMENTI = ['C4 dokument', 'C4 dokumenta', 'C4 dokumenata'] as const
export const TRANSAKCIJE = ['transakcija', 'transakcije', 'transakcija'] as const
export const REDOVI = ['red', 'reda', 'redova'] as const
export const IZMENE = ['izmena', 'izmene', 'izmena'] as const
