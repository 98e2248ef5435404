import type { CalendarDate } from '#domain/calendar-date.ts'

/**
 * The day of a moment (milliseconds since 1970) in the calendar on the wall where the browser stands; today, unless a
 * moment is given.
 */
export function localDay(ms = Date.now()): CalendarDate {
  const at = new Date(ms)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}` as CalendarDate
}
