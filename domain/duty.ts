import { divideHalfUp, MICRO, type Micro, type Para } from './decimal.ts'

const WHOLE = BigInt(100 * MICRO)

/** The part of an amount that falls on `part` of `whole`, rounded half up to the para. */
export const shareOf = (amount: Para, part: Micro, whole: Micro): Para =>
  Number(divideHalfUp(BigInt(amount) * BigInt(part), BigInt(whole))) as Para

/** A rate in percent of an amount, rounded half up to the para. */
const atRate = (amount: bigint, rate: Micro): bigint => divideHalfUp(amount * BigInt(rate), WHOLE)

/**
 * Duty on a customs value in RSD and the tax on both, at rates in percent (customs §7.3). For information: which rate
 * applies, and whether anything is owed, is for customs to say.
 */
export function dutyOf(value: Para, stopa_carine: Micro, stopa_pdv: Micro): { iznos_carine: Para; iznos_pdv: Para } {
  const duty = atRate(BigInt(value), stopa_carine)
  const tax = atRate(BigInt(value) + duty, stopa_pdv)
  return { iznos_carine: Number(duty) as Para, iznos_pdv: Number(tax) as Para }
}
