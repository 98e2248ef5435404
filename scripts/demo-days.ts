const DAY_MS = 24 * 60 * 60 * 1000

/** Days are counted from today, 0, backwards: -1 is yesterday. */
export type Day = number

/** The calendar text (`2026-02-01`) of a day, seen from `today`. */
export const dateOf = (today: string, day: Day): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + day * DAY_MS).toISOString().slice(0, 10)

/** The day itself, or the Friday before it: customs offices rest at the week's end. */
export function workday(today: string, day: Day): Day {
  const weekday = new Date(`${dateOf(today, day)}T00:00:00Z`).getUTCDay()
  return weekday === 0 ? day - 2 : weekday === 6 ? day - 1 : day
}
