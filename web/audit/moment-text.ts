const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The day of a moment (milliseconds since 1970) where the user is, for telling days apart. */
export function dayKey(ms: number): string {
  const at = new Date(ms)
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
}

const LONG_DAY = new Intl.DateTimeFormat('sr-Latn-RS', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** 'petak, 20. novembar 2026.' */
export const dayText = (ms: number): string => LONG_DAY.format(ms)

/** '18:05' */
export function timeText(ms: number): string {
  const at = new Date(ms)
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}
