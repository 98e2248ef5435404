/** A day as `YYYY-MM-DD` text, from field to column; it never passes through a time zone (decisions §2). */
export type CalendarDate = string & { readonly unit: 'day' }

/** Documents are dated within these years; anything else is a slip of the finger. */
const FIRST_YEAR = 1990
const LAST_YEAR = 2100

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function fromParts(year: number, month: number, day: number): CalendarDate | null {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12) return null
  if (day < 1 || day > daysInMonth(year, month)) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` as CalendarDate
}

/** `YYYY-MM-DD` → the date, or null when there is no such day. A time of day behind it is cut off. */
export function parseIsoDate(text: string): CalendarDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text.trim())
  return match ? fromParts(Number(match[1]), Number(match[2]), Number(match[3])) : null
}

/** What people type: `1.2.26`, `01.02.2026`, `01.02.2026.`, `2026-02-01`, `01022026`. Null when it is no day. */
export function parseTypedDate(text: string): CalendarDate | null {
  const bare = text.replace(/\s/g, '')
  const typed = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})\.?$/.exec(bare) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(bare)
  if (!typed) return parseIsoDate(bare)
  const year = Number(typed[3])
  return fromParts(year < 100 ? 2000 + year : year, Number(typed[2]), Number(typed[1]))
}

/** A month as people type it, `9.2026`, `09.2026.` → its first and last day; null when it is none. */
export function parseTypedMonth(text: string): readonly [CalendarDate, CalendarDate] | null {
  const typed = /^(\d{1,2})\.(\d{4})\.?$/.exec(text.trim())
  const [month, year] = [Number(typed?.[1]), Number(typed?.[2])]
  const [first, last] = [fromParts(year, month, 1), fromParts(year, month, daysInMonth(year, month))]
  return typed && first && last && [first, last]
}

/** `2026-02-01` → `01.02.2026.` */
export const formatDate = (date: CalendarDate): string =>
  `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}.`

/** `2026-02-01` → 2026. */
export const yearOf = (date: CalendarDate): number => Number(date.slice(0, 4))
