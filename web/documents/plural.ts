/**
 * A count with its noun in the right form: 1 stavka, 2 stavke, 5 stavki, 11 stavki, 21 stavka. `forms` are those for
 * one, for two to four and for five and more.
 */
export function countText(count: number, forms: readonly [string, string, string]): string {
  const tens = count % 100
  const ones = count % 10
  const teen = tens >= 11 && tens <= 14
  const form = !teen && ones === 1 ? forms[0] : !teen && ones >= 2 && ones <= 4 ? forms[1] : forms[2]
  return `${count} ${form}`
}

export const STAVKE = ['stavka', 'stavke', 'stavki'] as const
export const FAKTURE = ['faktura', 'fakture', 'faktura'] as const
export const MATERIJALI = ['materijal', 'materijala', 'materijala'] as const
