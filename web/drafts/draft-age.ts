import { formatDate } from '#domain/calendar-date.ts'
import { localDay, localTime } from '#web/ui/local-time.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Younger drafts are saved 'upravo', so that nothing counts while one types. */
const JUST_NOW_MS = 5 * SECOND_MS

/** How long ago a draft was saved: 'upravo', 'pre 7 s', 'pre 5 min', 'pre 2 h'. A clock that was set back counts as now. */
export function ageText(ageMs: number): string {
  const age = Math.max(ageMs, 0)
  if (age < JUST_NOW_MS) return 'upravo'
  if (age < MINUTE_MS) return `pre ${Math.floor(age / SECOND_MS)} s`
  if (age < HOUR_MS) return `pre ${Math.floor(age / MINUTE_MS)} min`
  return `pre ${Math.floor(age / HOUR_MS)} h`
}

/** In how many milliseconds `ageText` will say something else. */
export function untilNextAge(ageMs: number): number {
  const age = Math.max(ageMs, 0)
  if (age < JUST_NOW_MS) return JUST_NOW_MS - age
  const step = age < MINUTE_MS ? SECOND_MS : age < HOUR_MS ? MINUTE_MS : HOUR_MS
  return step - (age % step)
}

/** When a draft was saved, by the clock of this machine: '20.11.2026. u 14:05'. */
export function savedAtText(savedAt: number): string {
  return `${formatDate(localDay(savedAt))} u ${localTime(savedAt)}`
}
