import type { CalendarDate } from './calendar-date.ts'
import type { Micro } from './decimal.ts'

/** From `vazi_od` on, one unit of `valuta` is `kurs` RSD. */
export type Rate = { readonly valuta: string; readonly vazi_od: CalendarDate; readonly kurs: Micro }

/** Unknown currencies of old data are converted 1:1, and the screens say so (decisions §2). */
export const ONE_TO_ONE = 1_000_000 as Micro

/** Every currency that is not RSD has a rate of its own; 1 means that none was known. */
export const isUnknownCurrency = (valuta: string, kurs: Micro): boolean => valuta !== 'RSD' && kurs === ONE_TO_ONE

/** The rates that hold until somebody enters others (spec §9). */
export const DEFAULT_RATES: readonly Rate[] = [
  { valuta: 'RSD', vazi_od: '1990-01-01' as CalendarDate, kurs: ONE_TO_ONE },
  { valuta: 'EUR', vazi_od: '1990-01-01' as CalendarDate, kurs: 117_500_000 as Micro },
  { valuta: 'USD', vazi_od: '1990-01-01' as CalendarDate, kurs: 107_200_000 as Micro },
]

/** The rate of a currency on a day: the newest row not after it. Null for a currency without any. */
export function rateOn(rates: readonly Rate[], valuta: string, datum: CalendarDate): Micro | null {
  let found: Rate | null = null
  for (const rate of rates) {
    if (rate.valuta !== valuta || rate.vazi_od > datum) continue
    if (!found || rate.vazi_od > found.vazi_od) found = rate
  }
  return found?.kurs ?? null
}
