import { type CalendarDate, daysInMonth } from './calendar-date.ts'

/** A calendar month with its first and last day; `mesec` is `YYYY-MM`. */
export type Month = { readonly mesec: string; readonly od: CalendarDate; readonly do: CalendarDate }

const twoDigits = (value: number) => String(value).padStart(2, '0')
/** The day of a month `YYYY-MM` that has this number. */
export const dayIn = (mesec: string, day: number): CalendarDate => `${mesec}-${twoDigits(day)}` as CalendarDate
/** The number of a day within its month. */
export const dayNumber = (date: CalendarDate): number => Number(date.slice(8, 10))
/** The month `YYYY-MM` of a day. */
export const monthOf = (date: CalendarDate): string => date.slice(0, 7)
/** The month `months` after `YYYY-MM`, or before it where `months` is negative. */
export function monthAfter(mesec: string, months: number): string {
  const number = Number(mesec.slice(0, 4)) * 12 + Number(mesec.slice(5, 7)) - 1 + months
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${twoDigits((number % 12) + 1)}`
}
/** The number of the last day of a month `YYYY-MM`. */
export const lastDayOf = (mesec: string): number => daysInMonth(Number(mesec.slice(0, 4)), Number(mesec.slice(5, 7)))

/**
 * The same day `months` earlier (later where negative), or the last day of that month where it is shorter: three months
 * before 31.05. is 28.02. A day on or before it is at least that old.
 */
export function monthsBefore(date: CalendarDate, months: number): CalendarDate {
  const mesec = monthAfter(monthOf(date), -months)
  return dayIn(mesec, Math.min(dayNumber(date), lastDayOf(mesec)))
}

/** The day before, in whatever month that is. */
export function dayBefore(date: CalendarDate): CalendarDate {
  const day = dayNumber(date)
  if (day > 1) return dayIn(monthOf(date), day - 1)
  const mesec = monthAfter(monthOf(date), -1)
  return dayIn(mesec, lastDayOf(mesec))
}

/** The day after, in whatever month that is. */
export function dayAfter(date: CalendarDate): CalendarDate {
  const mesec = monthOf(date)
  const day = dayNumber(date)
  return day < lastDayOf(mesec) ? dayIn(mesec, day + 1) : dayIn(monthAfter(mesec, 1), 1)
}

/** The calendar months up to and including the one of `date`, oldest first. */
export function lastMonths(date: CalendarDate, count: number): Month[] {
  return Array.from({ length: count }, (_, index) => {
    const mesec = monthAfter(monthOf(date), index - (count - 1))
    return { mesec, od: dayIn(mesec, 1), do: dayIn(mesec, lastDayOf(mesec)) }
  })
}

/** A part of a year as it is called, with its first and last day. */
export type PartOfYear = { readonly naziv: string; readonly od: CalendarDate; readonly do: CalendarDate }
const PARTS = { 3: 'kvartal', 6: 'polugodište' } as const

/** Quarters (3 months) or half-years (6) up to and including the one of `date`, newest first: '3. kvartal 2026.' */
export function partsOfYears(date: CalendarDate, months: 3 | 6, count: number): PartOfYear[] {
  const begun = (Number(date.slice(5, 7)) - 1) % months
  return Array.from({ length: count }, (_, back) => {
    const first = monthAfter(monthOf(date), -begun - back * months)
    const last = monthAfter(first, months - 1)
    const naziv = `${Math.ceil(Number(last.slice(5)) / months)}. ${PARTS[months]} ${Number(first.slice(0, 4))}.`
    return { naziv, od: dayIn(first, 1), do: dayIn(last, lastDayOf(last)) }
  })
}
