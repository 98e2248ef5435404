import type { CalendarDate } from './calendar-date.ts'
import type { Micro } from './decimal.ts'

/** A line of an import document with what is left of it (decisions §1). */
export type Lot = {
  readonly id: number
  readonly c4_id: number
  readonly datum: CalendarDate
  readonly preostalo: Micro
}

/** The need of one line of an export for one material. */
export type Requirement = {
  readonly c1_stavka_id: number
  readonly c1_id: number
  readonly datum: CalendarDate
  readonly kolicina: Micro
}

/** "This C1 item used this much of that C4 item": the row that the product exists for. */
export type Draw = { readonly c1_stavka_id: number; readonly c4_stavka_id: number; readonly kolicina: Micro }
export type Shortage = { readonly c1_stavka_id: number; readonly manjak: Micro }

/** Stands for the id of a new row: it will be the highest, so the row stands behind everything of the same day. */
export const LAST_ID = Number.MAX_SAFE_INTEGER

/** Where a requirement stands in its material's queue. */
export type Position = Pick<Requirement, 'datum' | 'c1_id' | 'c1_stavka_id'>

/** Oldest import first: C4 date, C4 id, item id. */
export const compareLots = (a: Omit<Lot, 'preostalo'>, b: Omit<Lot, 'preostalo'>): number =>
  a.datum < b.datum ? -1 : a.datum > b.datum ? 1 : a.c4_id - b.c4_id || a.id - b.id

/** Oldest export first: C1 date, C1 id, item id. */
export const comparePositions = (a: Position, b: Position): number =>
  a.datum < b.datum ? -1 : a.datum > b.datum ? 1 : a.c1_id - b.c1_id || a.c1_stavka_id - b.c1_stavka_id

/**
 * Discharges the requirements of ONE material from its lots, both already in FIFO order. Each requirement takes from
 * the oldest lot that has something left and is not dated after it; the uncovered rest is a shortage, and a shortage
 * takes nothing from what comes later. Pure: nothing given in is changed. Because both queues are in date order,
 * consumed lots are always a prefix, so the algorithm is one head that moves forward.
 */
export function discharge(
  lots: readonly Lot[],
  requirements: readonly Requirement[],
): { draws: Draw[]; shortages: Shortage[] } {
  const draws: Draw[] = []
  const shortages: Shortage[] = []
  let head = 0
  let left = lots[0]?.preostalo ?? 0
  for (const { c1_stavka_id, datum, kolicina } of requirements) {
    let needed: number = kolicina
    while (needed > 0) {
      const lot = lots[head]
      if (lot === undefined || lot.datum > datum) break
      if (left > 0) {
        const taken = needed < left ? needed : left
        draws.push({ c1_stavka_id, c4_stavka_id: lot.id, kolicina: taken as Micro })
        needed -= taken
        left -= taken
      }
      if (left === 0) left = lots[++head]?.preostalo ?? 0
    }
    if (needed > 0) shortages.push({ c1_stavka_id, manjak: needed as Micro })
  }
  return { draws, shortages }
}
