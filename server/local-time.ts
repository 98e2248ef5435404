import type { CalendarDate } from '#domain/calendar-date.ts'

// The books keep the days of an office in Serbia, wherever the machine stands; TZ names another zone. Node reads the
// zone again once it is set, and the processes that it starts inherit it.
process.env.TZ ||= 'Europe/Belgrade'

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The calendar day of a moment (milliseconds since 1970) in the zone of the books. */
export function dayOf(moment: number): CalendarDate {
  const date = new Date(moment)
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}` as CalendarDate
}

/** The time of a moment there, as 14:05. */
export function timeOf(moment: number): string {
  const date = new Date(moment)
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** The first moment of a day there, or of the one `later` days behind it. */
export function startOfDay(day: CalendarDate, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}
