import type { CalendarDate } from '#domain/calendar-date.ts'

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The calendar day of a moment (milliseconds since 1970) where the server stands. */
export function dayOf(moment: number): CalendarDate {
  const date = new Date(moment)
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}` as CalendarDate
}

/** The time of a moment there, as 14:05. */
export function timeOf(moment: number): string {
  const date = new Date(moment)
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}
