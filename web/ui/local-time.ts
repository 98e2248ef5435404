import type { CalendarDate } from '#domain/calendar-date.ts'

const twoDigits = (value: number) => String(value).padStart(2, '0')

/**
 * The day of a moment (milliseconds since 1970) in the calendar on the wall where the browser stands; today, unless a
 * moment is given.
 */
export function localDay(ms = Date.now()): CalendarDate {
  const at = new Date(ms)
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}` as CalendarDate
}

/** The time on that wall's clock at a moment: '18:05'. */
export function localTime(ms: number): string {
  const at = new Date(ms)
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}
