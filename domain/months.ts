import { type CalendarDate, daysInMonth } from './calendar-date.ts'

/** A calendar month with its first and last day; `mesec` is `YYYY-MM`. */
export type Month = { readonly mesec: string; readonly od: CalendarDate; readonly do: CalendarDate }

const twoDigits = (value: number) => String(value).padStart(2, '0')
/** The month `YYYY-MM` of a day. */
export const monthOf = (date: CalendarDate): string => date.slice(0, 7)
/** The month so many months after `YYYY-MM`, or before it where `months` is negative. */
export function monthAfter(mesec: string, months: number): string {
  const number = Number(mesec.slice(0, 4)) * 12 + Number(mesec.slice(5, 7)) - 1 + months
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${twoDigits((number % 12) + 1)}`
}
/** The number of the last day of a month `YYYY-MM`. */
export const lastDayOf = (mesec: string): number => daysInMonth(Number(mesec.slice(0, 4)), Number(mesec.slice(5, 7)))

/**
 * The same day of the month so many months earlier, or the last day of that month where it is shorter:
 * three months before 31.05. is 28.02. What is dated on or before it is at least so many months old.
 */
export function monthsBefore(date: CalendarDate, months: number): CalendarDate {
  const mesec = monthAfter(monthOf(date), -months)
  return `${mesec}-${twoDigits(Math.min(Number(date.slice(8, 10)), lastDayOf(mesec)))}` as CalendarDate
}

/** The day before, in whatever month that is. */
export function dayBefore(date: CalendarDate): CalendarDate {
  const day = Number(date.slice(8, 10))
  if (day > 1) return `${date.slice(0, 8)}${twoDigits(day - 1)}` as CalendarDate
  const mesec = monthAfter(monthOf(date), -1)
  return `${mesec}-${lastDayOf(mesec)}` as CalendarDate
}

/** The calendar months up to and including the one of `date`, oldest first. */
export function lastMonths(date: CalendarDate, count: number): Month[] {
  return Array.from({ length: count }, (_, index) => {
    const mesec = monthAfter(monthOf(date), index - (count - 1))
    return { mesec, od: `${mesec}-01` as CalendarDate, do: `${mesec}-${lastDayOf(mesec)}` as CalendarDate }
  })
}
