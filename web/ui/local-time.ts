import type { CalendarDate } from '#domain/calendar-date.ts'

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The day of a moment (milliseconds since 1970) in the zone of the browser; today, unless a moment is given. */
export function localDay(ms = Date.now()): CalendarDate {
  const at = new Date(ms)
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}` as CalendarDate
}

/** The time of a moment in the zone of the browser: '18:05'. */
export function localTime(ms: number): string {
  const at = new Date(ms)
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}
