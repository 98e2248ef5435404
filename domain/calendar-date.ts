/** A day as `YYYY-MM-DD` text, from field to column; it never passes through a time zone (decisions §2). */
export type CalendarDate = string & { readonly unit: 'day' }

/** Documents are dated within these years; anything else is a slip of the finger. */
const FIRST_YEAR = 1990
const LAST_YEAR = 2100

/** A day with time and zone needs half of this length; a longer text is no day. */
export const MAX_DAY_CHARACTERS = 60

/** How many days a month (1 to 12) of a year has. */
function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const isDay = (year: number, month: number, day: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)

const dayText = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` as CalendarDate

function fromParts(year: number, month: number, day: number): CalendarDate | null {
  return year >= FIRST_YEAR && year <= LAST_YEAR && isDay(year, month, day) ? dayText(year, month, day) : null
}

/** A day, with or without a time of it and a time zone behind. */
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](?:[01]\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i

const isoParts = (text: string) =>
  text.length > MAX_DAY_CHARACTERS
    ? undefined
    : (ISO.exec(text.trim())?.slice(1).map(Number) as [number, number, number] | undefined)

/** `YYYY-MM-DD` → the date, or null when no document can have that day. A time of day behind it is cut off. */
export function parseIsoDate(text: string): CalendarDate | null {
  const parts = isoParts(text)
  return parts ? fromParts(...parts) : null
}

/**
 * The same for the end of a period, of any year: a day that no document can have becomes the day before the first or
 * behind the last possible one.
 */
export function parsePeriodEnd(text: string): CalendarDate | null {
  const [year, month, day] = isoParts(text) ?? [0, 0, 0]
  if (!isDay(year, month, day)) return null
  if (year < FIRST_YEAR) return dayText(FIRST_YEAR - 1, 12, 31)
  return year > LAST_YEAR ? dayText(LAST_YEAR + 1, 1, 1) : dayText(year, month, day)
}

/** A time behind a day, as programs write it: `10:30`, `10:30:00.000`, `9:05 AM`, `10:30 h`. */
const TIME_BEHIND = /\s(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?\s?(?:[AP]M|h)?$/i

/**
 * A typed day: `1.2.26`, `01.02.2026`, `01.02.2026.`, `2026-02-01`, `01022026`. A time of day behind it is cut off. Null
 * when it is no day.
 */
export function parseTypedDate(text: string): CalendarDate | null {
  if (text.length > MAX_DAY_CHARACTERS) return null
  const bare = text.trim().replace(TIME_BEHIND, '').replace(/\s/g, '')
  const typed = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})\.?$/.exec(bare) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(bare)
  if (!typed) return parseIsoDate(text) ?? parseIsoDate(bare)
  const year = Number(typed[3])
  return fromParts(year < 100 ? 2000 + year : year, Number(typed[2]), Number(typed[1]))
}

/**
 * A day as somebody types it into a field on a day: whatever `parseTypedDate` reads, `d` or `danas` for that day,
 * `281126`, `28 11 26`, and without a year, which then is that of the day: `28.11`, `28/11.`, `28 11`, `2811`.
 */
export function parseHastyDate(text: string, today: CalendarDate): CalendarDate | null {
  if (text.length > MAX_DAY_CHARACTERS) return null
  const bare = text.trim().toLowerCase()
  if (bare === 'd' || bare === 'danas') return today
  const spaced = /^(\d{1,2})(?:\s*[./-]\s*|\s+)(\d{1,2})(?:[./-]?\s*|\s+)(\d{4}|\d{2})?\.?$/.exec(bare)
  const typed = spaced ?? /^(\d\d)(\d\d)(\d\d)?$/.exec(bare)
  if (!typed) return parseTypedDate(text)
  const year = typed[3] === undefined ? yearOf(today) : Number(typed[3])
  return fromParts(year < 100 ? 2000 + year : year, Number(typed[2]), Number(typed[1]))
}

/** Whether a typed day has two digits of its year alone, so that its century is assumed. */
export const isShortYear = (text: string): boolean =>
  text.length <= MAX_DAY_CHARACTERS &&
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2}\.?$/.test(text.trim().replace(TIME_BEHIND, '').replace(/\s/g, ''))

/** A month as people type it, `9.2026`, `09.2026.` → its first and last day; null when it is none. */
export function parseTypedMonth(text: string): readonly [CalendarDate, CalendarDate] | null {
  const typed = /^(\d{1,2})\.(\d{4})\.?$/.exec(text.trim())
  const [month, year] = [Number(typed?.[1]), Number(typed?.[2])]
  const [first, last] = [fromParts(year, month, 1), fromParts(year, month, daysInMonth(year, month))]
  return typed && first && last && [first, last]
}

/** A year as people type it, `2026`, `2026.` → its first and last day; null when it is none. */
export function parseTypedYear(text: string): readonly [CalendarDate, CalendarDate] | null {
  const year = Number(/^(\d{4})\.?$/.exec(text.trim())?.[1])
  const [first, last] = [fromParts(year, 1, 1), fromParts(year, 12, 31)]
  return first && last && [first, last]
}

/** `2026-02-01` → `01.02.2026.` */
export const formatDate = (date: CalendarDate): string =>
  `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}.`

/** `2026-02-01` → 2026. */
export const yearOf = (date: CalendarDate): number => Number(date.slice(0, 4))

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
