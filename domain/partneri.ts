import { searchText } from './search-text.ts'

/** A firm as a document names it; '' for what the document has no field for, or nothing in. */
export type Zapis = {
  readonly naziv: string
  readonly grad: string
  readonly drzava: string
  readonly pib: string
  readonly mb: string
}
/** A firm of the register, with all its keys and tax numbers, old ones too. */
export type KnownFirm = {
  readonly id: number
  readonly kljucevi: readonly string[]
  readonly pibovi: readonly string[]
}

/** The key of a firm without a tax number: name and city as search folds them. */
export const firmKey = ({ naziv, grad }: Pick<Zapis, 'naziv' | 'grad'>): string =>
  `${searchText(naziv)}\n${searchText(grad)}`

/** Fewer digits are no tax number of any country, but a mark for one that is missing. */
const FEWEST_DIGITS = 5

/** Whether a tax number tells firms apart: `/`, `0` and `00000000` stand in for one that nobody knew. */
export function tellsApart(pib: string): boolean {
  const digits = pib.replace(/\D/g, '')
  return digits.length >= FEWEST_DIGITS && new Set(digits).size > 1
}

/** A tax number as it is compared: `RS 104-052-135`, `104 052 135` and `104052135` are one. */
export const pibKey = (pib: string): string =>
  pib
    .toUpperCase()
    .replace(/[^A-Z\d]/g, '')
    .replace(/^RS(?=\d{9}$)/, '')

/**
 * Which of the `known` firms a document means: that of the same PIB, or else that of the same name and city, unless both
 * have a PIB and these differ; of several the oldest. Null for a firm that is new.
 */
export function firmOf<T extends KnownFirm>(zapis: Zapis, known: readonly T[]): T | null {
  const byAge = known.toSorted((one, other) => one.id - other.id)
  const hasPib = tellsApart(zapis.pib)
  const samePib = hasPib ? byAge.find(({ pibovi }) => hasSamePib(pibovi, zapis.pib)) : undefined
  if (samePib) return samePib
  const key = firmKey(zapis)
  return byAge.find(({ kljucevi, pibovi }) => kljucevi.includes(key) && !(hasPib && pibovi.some(tellsApart))) ?? null
}

/** Whether one of these tax numbers is that one, in whatever spelling. */
export const hasSamePib = (pibovi: readonly string[], pib: string): boolean =>
  pibovi.some((one) => pibKey(one) === pibKey(pib))
