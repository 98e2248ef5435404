import type { CalendarDate } from '#domain/calendar-date.ts'

/** The day of the calendar on the wall where the browser stands. */
export function localToday(now = new Date()): CalendarDate {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}` as CalendarDate
}
