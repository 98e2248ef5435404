import { type CalendarDate, dayBefore } from './calendar-date.ts'
import { type Micro, subtract } from './decimal.ts'

/** The part of an import that had left before the firm began these books (`vec_razduzeno` of its lines). */
export const PRE_POCETKA = 'Razduženo pre početka'

/**
 * The day that counts for it: the one before the change-over, so that the books open with what was left (customs §4.13);
 * the day of the import where that is the same day.
 */
export const startDay = (datum: CalendarDate, dan_prelaska: CalendarDate): CalendarDate =>
  dan_prelaska > datum ? dayBefore(dan_prelaska) : datum

/** The account's column for the quantity that a document took of a named lot, by its kind (customs §5). */
export const KOLONA_RAZDUZENJA = {
  'Povraćaj neprerađene robe': 'vraceno',
  'Stavljanje u slobodan promet': 'slobodan_promet',
  Uništenje: 'unisteno',
  'Ustupanje državi': 'ostalo',
  Prenos: 'ostalo',
  // Not in the column of losses: those are of the normativ, and exports add up to them.
  Gubitak: 'ostalo',
  'Manjak po popisu': 'manjak_popisa',
  [PRE_POCETKA]: 'razduzeno_pre_pocetka',
} as const
export type VrstaRazduzenja = keyof typeof KOLONA_RAZDUZENJA

/** A lot, and the quantity that all draws that name it take, of whatever day (customs §4.3). */
export type NamedLot = { readonly kolicina: Micro; readonly izuzeto: Micro }

/** The part of a lot that is left for FIFO: no draw names it. */
export const capacityOf = ({ kolicina, izuzeto }: NamedLot): Micro => subtract(kolicina, izuzeto)

/**
 * How much of a lot may be named on a day: what exports up to that day (`drawn`) and other documents, of whatever day,
 * leave of it; `own` is what the document that is being changed names so far. An export after that day moves to later
 * lots, so nothing is kept for it.
 */
export const limitOf = (lot: NamedLot, drawn: Micro, own: Micro): Micro => (capacityOf(lot) - drawn + own) as Micro

/**
 * How much of a shortage is proposed from each of these lots of its material, the oldest first: as much as may be named
 * of it (customs §4.9). The sum is below the shortage where the lots do not have it.
 */
export function proposedFrom(manjak: Micro, moguce: readonly Micro[]): Micro[] {
  let left = manjak
  return moguce.map((limit) => {
    const taken = left < limit ? left : limit
    left = subtract(left, taken)
    return taken
  })
}
