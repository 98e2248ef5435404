import { type CalendarDate, dayIn, dayNumber, lastDayOf, monthAfter, monthOf } from './calendar-date.ts'

/** Days, both included, that are counted (1) or taken off (-1). */
export type Days = { readonly od: CalendarDate; readonly do: CalendarDate; readonly sign: 1 | -1 }
/** Months `YYYY-MM`, both included; null is without bound. */
export type Months = { readonly od: string | null; readonly do: string | null }

/**
 * Splits a period into full months (null: none), whose sums are kept, and the days that correct them: at each end the
 * smaller part of a month, 15 days at most, is added (sign 1) or subtracted from the full month (-1). A missing bound
 * is no bound.
 *
 *     10.01. to 20.03. = January to March − 01.01. to 09.01. − 21.03. to 31.03.
 *     20.01. to 10.03. = February + 20.01. to 31.01. + 01.03. to 10.03.
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
  if (od && dayNumber(od) > 1) {
    const mesec = monthOf(od)
    if (dayNumber(od) > 16) {
      days.push({ od, do: dayIn(mesec, lastDayOf(mesec)), sign: 1 })
      first = monthAfter(mesec, 1)
    } else days.push({ od: dayIn(mesec, 1), do: dayIn(mesec, dayNumber(od) - 1), sign: -1 })
  }
  if (end && dayNumber(end) < lastDayOf(monthOf(end))) {
    const mesec = monthOf(end)
    if (dayNumber(end) < 16) {
      days.push({ od: dayIn(mesec, 1), do: end, sign: 1 })
      last = monthAfter(mesec, -1)
    } else days.push({ od: dayIn(mesec, dayNumber(end) + 1), do: dayIn(mesec, lastDayOf(mesec)), sign: -1 })
  }
  return { months: first && last && first > last ? null : { od: first, do: last }, days }
}

function withinMonth(od: CalendarDate, end: CalendarDate): { months: Months | null; days: Days[] } {
  const mesec = monthOf(od)
  if (dayNumber(end) - dayNumber(od) < 15) return { months: null, days: [{ od, do: end, sign: 1 }] }
  const days: Days[] = []
  if (dayNumber(od) > 1) days.push({ od: dayIn(mesec, 1), do: dayIn(mesec, dayNumber(od) - 1), sign: -1 })
  if (dayNumber(end) < lastDayOf(mesec))
    days.push({ od: dayIn(mesec, dayNumber(end) + 1), do: dayIn(mesec, lastDayOf(mesec)), sign: -1 })
  return { months: { od: mesec, do: mesec }, days }
}
