import type { CalendarDate } from './calendar-date.ts'
import type { Micro } from './decimal.ts'

/** A rate of tax in percent with the day from which it holds (null: from the beginning); no `stopa`: none is reckoned. */
export type StopaPdv = { readonly od: CalendarDate | null; readonly stopa: Micro | null }

const begins = ({ od }: StopaPdv) => od ?? ''

/** The rate of a day, of rates in the order of their days; null where none holds. */
export const stopaPdvOn = (stope: readonly StopaPdv[], dan: CalendarDate): Micro | null =>
  stope.findLast((one) => begins(one) <= dan)?.stopa ?? null

/**
 * The rates after the newest one is set: those before its day stay, the others go. The same rate of another day is the
 * newest one moved there.
 */
export function withStopaPdv(stope: readonly StopaPdv[], set: StopaPdv): StopaPdv[] {
  const older = stope.at(-1)?.stopa === set.stopa ? stope.slice(0, -1) : stope
  return [...older.filter((one) => begins(one) < begins(set)), set]
}

/** Whether every day up to `dan` has the same rate by both. */
export function sameStopaPdv(a: readonly StopaPdv[], b: readonly StopaPdv[], dan: CalendarDate): boolean {
  const days = ['0001-01-01', ...[...a, ...b].map(begins)].filter((day) => day !== '' && day <= dan) as CalendarDate[]
  return days.every((day) => stopaPdvOn(a, day) === stopaPdvOn(b, day))
}
