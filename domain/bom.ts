import { divideHalfUp, formatMicro, MAX_ENTERED, MICRO, type Micro, NO_QUANTITY, subtract } from './decimal.ts'

/** The percents of waste and loss are of the net quantity, or of all that is taken. */
export const OSNOVI_OTPADA = ['neto', 'bruto'] as const

/**
 * One row of a normativ: how much of a material one piece needs, and how many percent go as waste and are lost: of this
 * net quantity, or of all that is taken (`bruto`).
 */
export type Norm = {
  readonly potrebna_kolicina: Micro
  readonly otpad_procenat: Micro
  readonly gubitak_procenat: Micro
  readonly osnov_otpada: (typeof OSNOVI_OTPADA)[number]
}

/** A norm without waste and loss. */
export const NO_WASTE = { otpad_procenat: NO_QUANTITY, gubitak_procenat: NO_QUANTITY, osnov_otpada: 'neto' } as const

const WHOLE = BigInt(100 * MICRO)

/** Whether percents of waste and loss can be true: neither is below 0, and they leave something. */
export const isWaste = ({ otpad_procenat, gubitak_procenat }: Pick<Norm, 'otpad_procenat' | 'gubitak_procenat'>) =>
  otpad_procenat >= 0 && gubitak_procenat >= 0 && otpad_procenat + gubitak_procenat < WHOLE

/** Whether a part of the taken quantity is not in the product (waste or loss). */
export const hasWaste = ({ otpad_procenat, gubitak_procenat }: Pick<Norm, 'otpad_procenat' | 'gubitak_procenat'>) =>
  otpad_procenat > 0 || gubitak_procenat > 0

/** `kolicina` pieces × the norm, net of waste and loss, rounded half up to 6 places. */
export const netQuantity = (kolicina: Micro, { potrebna_kolicina }: Pick<Norm, 'potrebna_kolicina'>): Micro =>
  Number(divideHalfUp(BigInt(kolicina) * BigInt(potrebna_kolicina), BigInt(MICRO))) as Micro

/**
 * The need of `kolicina` pieces for a material (decisions §1, customs §4.2): pieces × norm × (1 + p / 100), or
 * ÷ (1 − p / 100) where the percents p of waste and loss are of the gross quantity; rounded half up to 6 places once,
 * and 0 where that leaves nothing. Null above MAX_ENTERED.
 */
export function requiredQuantity(kolicina: Micro, norm: Norm): Micro | null {
  const beside = BigInt(norm.otpad_procenat) + BigInt(norm.gubitak_procenat)
  const [times, by] = norm.osnov_otpada === 'neto' ? [WHOLE + beside, WHOLE] : [WHOLE, WHOLE - beside]
  const needed = divideHalfUp(BigInt(kolicina) * BigInt(norm.potrebna_kolicina) * times, BigInt(MICRO) * by)
  return needed <= BigInt(MAX_ENTERED) ? (Number(needed) as Micro) : null
}

/** Pieces that come of one unit of a material, when one takes `bruto` of it; 6 places, half up, and 0 for none. */
export const yieldOf = (bruto: Micro): Micro =>
  bruto === NO_QUANTITY ? NO_QUANTITY : (Number(divideHalfUp(BigInt(MICRO) ** 2n, BigInt(bruto))) as Micro)

/** The three parts of a drawn quantity: in the product, gone as waste, lost. */
export type Parts = { readonly ugradjeno: Micro; readonly otpad: Micro; readonly gubitak: Micro }

/** The waste in the covered part of a need; `manjak` of the need is lacking. */
export function wasteOf(kolicina: Micro, norm: Norm, manjak: Micro): Micro {
  const whole = requiredQuantity(kolicina, norm) ?? NO_QUANTITY
  return partsOf([subtract(whole, manjak)], kolicina, norm)[0]?.otpad ?? NO_QUANTITY
}

/** Whether a part of the drawn quantity is not in the product (waste or loss). */
const hasWasteDrawn = ({ otpad, gubitak }: Pick<Parts, 'otpad' | 'gubitak'>) => otpad > 0 || gubitak > 0

/** The parts above zero in words; empty where all of the quantity stands in the product. */
export const partsText = (parts: Parts): string =>
  hasWasteDrawn(parts)
    ? [['ugrađeno', parts.ugradjeno] as const, ['otpad', parts.otpad] as const, ['gubitak', parts.gubitak] as const]
        .filter(([, part]) => part > 0)
        .map(([name, part]) => `${name} ${formatMicro(part)}`)
        .join(' · ')
    : ''

/**
 * Divides the draws of one need, in the order in which they were drawn, by cumulated rounding (customs §4.2): the parts
 * of a draw add up to it, and those of all draws to the net quantity, waste and loss of the need.
 */
export function partsOf(draws: readonly Micro[], kolicina: Micro, norm: Norm): Parts[] {
  const whole = BigInt(requiredQuantity(kolicina, norm) ?? 0)
  const net = BigInt(netQuantity(kolicina, norm))
  const lost = BigInt(norm.gubitak_procenat)
  const beside = BigInt(norm.otpad_procenat) + lost
  if (beside === 0n || whole === 0n)
    return draws.map((ugradjeno) => ({ ugradjeno, otpad: NO_QUANTITY, gubitak: NO_QUANTITY }))
  const until = (drawn: bigint) => {
    const ugradjeno = divideHalfUp(net * drawn, whole)
    return { ugradjeno, gubitak: divideHalfUp((drawn - ugradjeno) * lost, beside) }
  }
  let drawn = 0n
  let before = until(drawn)
  return draws.map((draw) => {
    drawn += BigInt(draw)
    const now = until(drawn)
    const ugradjeno = now.ugradjeno - before.ugradjeno
    const gubitak = now.gubitak - before.gubitak
    before = now
    return {
      ugradjeno: Number(ugradjeno) as Micro,
      otpad: Number(BigInt(draw) - ugradjeno - gubitak) as Micro,
      gubitak: Number(gubitak) as Micro,
    }
  })
}
