import type { CalendarDate } from './calendar-date.ts'
import { lastDayOf, monthAfter, monthOf } from './months.ts'

/** Days, both included, that are counted (1) or taken off (-1). */
export type Days = { readonly od: CalendarDate; readonly do: CalendarDate; readonly sign: 1 | -1 }
/** Months `YYYY-MM`, both included; null is without bound. */
export type Months = { readonly od: string | null; readonly do: string | null }

const dayOf = (day: CalendarDate) => Number(day.slice(8, 10))
const dateIn = (mesec: string, day: number) => `${mesec}-${String(day).padStart(2, '0')}` as CalendarDate

/**
 * Splits a period into whole months (null: none), whose sums are kept, and the days that correct them. A month from
 * which 15 days or fewer would have to be taken off is taken whole, and these are subtracted (sign -1); of any other month
 * the days are added (1). So never more than some thirty days are added up. A missing bound is no bound.
 */
export function monthsAndDays(
  od: CalendarDate | undefined,
  end: CalendarDate | undefined,
): { months: Months | null; days: Days[] } {
  if (od && end && od > end) return { months: null, days: [] }
  if (od && end && monthOf(od) === monthOf(end)) return withinMonth(od, end)
  const days: Days[] = []
  let first = od ? monthOf(od) : null
  let last = end ? monthOf(end) : null
  if (od && dayOf(od) > 1) {
    const mesec = monthOf(od)
    if (dayOf(od) > 16) {
      days.push({ od, do: dateIn(mesec, lastDayOf(mesec)), sign: 1 })
      first = monthAfter(mesec, 1)
    } else days.push({ od: dateIn(mesec, 1), do: dateIn(mesec, dayOf(od) - 1), sign: -1 })
  }
  if (end && dayOf(end) < lastDayOf(monthOf(end))) {
    const mesec = monthOf(end)
    if (dayOf(end) < 16) {
      days.push({ od: dateIn(mesec, 1), do: end, sign: 1 })
      last = monthAfter(mesec, -1)
    } else days.push({ od: dateIn(mesec, dayOf(end) + 1), do: dateIn(mesec, lastDayOf(mesec)), sign: -1 })
  }
  return { months: first && last && first > last ? null : { od: first, do: last }, days }
}

function withinMonth(od: CalendarDate, end: CalendarDate): { months: Months | null; days: Days[] } {
  const mesec = monthOf(od)
  if (dayOf(end) - dayOf(od) < 15) return { months: null, days: [{ od, do: end, sign: 1 }] }
  const days: Days[] = []
  if (dayOf(od) > 1) days.push({ od: dateIn(mesec, 1), do: dateIn(mesec, dayOf(od) - 1), sign: -1 })
  if (dayOf(end) < lastDayOf(mesec))
    days.push({ od: dateIn(mesec, dayOf(end) + 1), do: dateIn(mesec, lastDayOf(mesec)), sign: -1 })
  return { months: { od: mesec, do: mesec }, days }
}
