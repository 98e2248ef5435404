import { type Random, roundTo } from './demo-random.ts'

/** Where a product has no price of its own: its material, and as much again for work, test and profit. */
const MARKUP = 1.55

const EUR: readonly (readonly [RegExp, number])[] = [
  [/^PRV035/, 0.062],
  [/^PRV050/, 0.085],
  [/^PRV075/, 0.118],
  [/^PRV150/, 0.224],
  [/^TRM063/, 0.0245],
  [/^TRM150/, 0.031],
  [/^TRM280/, 0.038],
  [/^TRM480/, 0.046],
  [/^TRM630/, 0.055],
  [/^BRT/, 0.019],
  [/^CEV06/, 0.19],
  [/^CEV10/, 0.27],
  [/^CEV16/, 0.41],
  [/^TRK19/, 0.028],
  [/^TRK25/, 0.075],
  [/^KLP/, 0.064],
  [/^VEZ/, 0.021],
  [/^OSG/, 0.095],
  [/^REL/, 1.18],
  [/^TERMO/, 0.35],
  [/^LEM/, 27.4],
  [/^MAST/, 18.9],
  [/^ALK/, 3.2],
  [/^GRAN/, 1890],
]
const PER_EUR = { EUR: 1, USD: 1.09, RSD: 117.2 } as const

/** The price of a material's unit in EUR; of a connector by its poles. */
export function materialPriceEur(id: string): number {
  const poles = /^KON(\d+)/.exec(id)?.[1]
  if (poles) return roundTo(0.06 + Number(poles) * 0.019, 3)
  return EUR.find(([pattern]) => pattern.test(id))?.[1] ?? 1
}

/** The same in the currency of an invoice, a few percent up or down. */
export function invoicedPrice(id: string, valuta: keyof typeof PER_EUR, random: Random): number {
  const price = materialPriceEur(id) * PER_EUR[valuta] * random.between(0.96, 1.05)
  return roundTo(price, valuta === 'RSD' ? 2 : 4)
}

/** The price of one product in EUR, from its normativ. */
export function productPriceEur(normativ: readonly { materijal_id: string; potrebna_kolicina: number }[]): number {
  const material = normativ.reduce((sum, item) => sum + materialPriceEur(item.materijal_id) * item.potrebna_kolicina, 0)
  return roundTo(material * MARKUP, 2)
}
