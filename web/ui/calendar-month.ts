import { type CalendarDate, formatDate, monthsBefore, parseHastyDate, parseIsoDate } from '#domain/calendar-date.ts'

const DAY_MS = 86_400_000

/** Months and weekdays in Serbian Latin; `sr-RS` would print Cyrillic (decisions §2). UTC, as a day has no zone. */
const monthText = new Intl.DateTimeFormat('sr-Latn-RS', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const dayText = new Intl.DateTimeFormat('sr-Latn-RS', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

const utc = (date: CalendarDate): Date => new Date(`${date}T00:00:00Z`)
const dateOf = (time: number): CalendarDate | null => parseIsoDate(new Date(time).toISOString())

export const WEEKDAYS = ['pon', 'uto', 'sre', 'čet', 'pet', 'sub', 'ned'] as const

/** `februar 2026.` */
export const monthHeading = (date: CalendarDate): string => monthText.format(utc(date))
/** `nedelja, 1. februar 2026.`, for screen readers. */
export const dayName = (date: CalendarDate): string => dayText.format(utc(date))

/** The day `days` away; the same day where that would leave the years the books know. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  dateOf(utc(date).getTime() + days * DAY_MS) ?? date

/** The same day `months` away, or that month's last day; the same day where that would leave those years. */
export const addMonths = (date: CalendarDate, months: number): CalendarDate =>
  parseIsoDate(monthsBefore(date, -months)) ?? date

/** How many days the date lies after its week's Monday. */
export const daysSinceMonday = (date: CalendarDate): number => (utc(date).getUTCDay() + 6) % 7

/** The weeks, Monday first, that show the month of a date; days of its neighbours fill the corners. */
export function monthWeeks(date: CalendarDate): CalendarDate[][] {
  const first = `${date.slice(0, 8)}01` as CalendarDate
  const start = utc(first).getTime() - daysSinceMonday(first) * DAY_MS
  const weeks: CalendarDate[][] = []
  for (let week = 0; week < 6; week++) {
    const days = WEEKDAYS.map((_, day) => new Date(start + (week * 7 + day) * DAY_MS).toISOString().slice(0, 10))
    if (week > 0 && days[0]?.slice(0, 7) !== date.slice(0, 7)) break
    weeks.push(days as CalendarDate[])
  }
  return weeks
}

/** Typed text → `01.02.2026.`, read on a day; text that is no day stays as it is, for the error. */
export function keptDate(text: string, today: CalendarDate): string {
  const date = parseHastyDate(text, today)
  return date === null ? text.trim() : formatDate(date)
}
