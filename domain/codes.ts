/** Forms of the codes on customs papers and in the catalogue. The sentences about them stand in the contract. */

export const MIN_ID_CHARACTERS = 3
export const MAX_ID_CHARACTERS = 10

/** Units of measure in which goods are kept (spec §5, Material form). */
export const UNITS = ['kg', 'm', 'kom', 'l', 't'] as const
export type Unit = (typeof UNITS)[number]

/** ID of a material or a product: MIN_ID_CHARACTERS to MAX_ID_CHARACTERS upper-case English letters or digits (spec §5). */
export const isCode = (text: string): boolean =>
  text.length >= MIN_ID_CHARACTERS && text.length <= MAX_ID_CHARACTERS && /^[A-Z0-9]+$/.test(text)

/** Tariff number: 4–10 digits, then up to two groups of 1–2 digits, each after a point (spec §5): `8544.49.95`. */
export const isTariffNumber = (text: string): boolean => /^\d{4,10}(\.\d{1,2}){0,2}$/.test(text)

/** A tariff number as it is compared: `8544.42.90`, `8544 42 90` and `85444290` are one. */
export const tariffKey = (text: string): string => text.replace(/[\s.]/g, '')

/** The tariff number to store: the `said` one, or the `stored` one where both are one number in two spellings. */
export const tariffOver = (stored: string | undefined, said: string): string =>
  stored !== undefined && tariffKey(stored) === tariffKey(said) ? stored : said

/** Whether the text is one of UNITS, letter by letter. */
export const isUnit = (text: string): text is Unit => (UNITS as readonly string[]).includes(text)

/**
 * PIB, the tax number of a Serbian firm: 9 digits, the last a check digit by ISO 7064 MOD 11,10. On a document
 * for a warning only: foreign partners have other numbers and the field is optional (spec §3).
 */
export function isPib(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  let product = 10
  for (const digit of text.slice(0, 8)) product = (((product + Number(digit)) % 10 || 10) * 2) % 11
  return (11 - product) % 10 === Number(text[8])
}

const MB_WEIGHTS = [2, 7, 6, 5, 4, 3, 2]

/**
 * MB, the register number of a Serbian firm: 8 digits, the last a check digit modulo 11 with the weights 2, 7, 6 … 2;
 * where 10 would stand, 0 stands. For a warning only, like the PIB.
 */
export function isMaticniBroj(text: string): boolean {
  if (!/^\d{8}$/.test(text)) return false
  const sum = MB_WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return ((11 - (sum % 11)) % 11) % 10 === Number(text[7])
}
