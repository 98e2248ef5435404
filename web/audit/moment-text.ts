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
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}
