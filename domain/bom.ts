import { MAX_ENTERED, type Micro, multiplyMicro } from './decimal.ts'

/**
 * The need of `kolicina` pieces for a material of which one needs `potrebna_kolicina`: the product, rounded half up
 * to 6 places (decisions §1); so little that it rounds to nothing is 0. Null above MAX_ENTERED.
 */
export function requiredQuantity(kolicina: Micro, potrebna_kolicina: Micro): Micro | null {
  const product = multiplyMicro(kolicina, potrebna_kolicina)
  return product <= BigInt(MAX_ENTERED) ? (Number(product) as Micro) : null
}
