import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarDate } from './calendar-date.ts'
import { monthsAndDays } from './period.ts'

const DAY_MS = 86_400_000
/** Over the end of a leap February and of a year. */
const DAYS = Array.from({ length: 430 }, (_, i) =>
  new Date(Date.UTC(2023, 10, 20) + i * DAY_MS).toISOString().slice(0, 10),
)

/** How often each day is counted. */
function counted(od: string | undefined, end: string | undefined) {
  const { months, days } = monthsAndDays(od as CalendarDate, end as CalendarDate)
  return DAYS.map((day) => {
    const mesec = day.slice(0, 7)
    const whole = months && (!months.od || months.od <= mesec) && (!months.do || mesec <= months.do) ? 1 : 0
    return days.reduce((sum, span) => (span.od <= day && day <= span.do ? sum + span.sign : sum), whole)
  })
}

test('every day of a period is counted once, every other not at all', () => {
  const bounds = [undefined, ...DAYS.slice(40, 200).filter((_, i) => i % 3 !== 1), ...DAYS.slice(395, 410)]
  for (const od of bounds) {
    for (const end of bounds) {
      const expected = DAYS.map((day) => ((!od || od <= day) && (!end || day <= end) ? 1 : 0))
      assert.deepEqual(counted(od, end), expected, `${od} to ${end}`)
    }
  }
})

test('no more than thirty days are left beside the months', () => {
  for (const od of DAYS)
    for (const end of [DAYS[29], DAYS[100], DAYS[429], undefined]) {
      const { days } = monthsAndDays(od as CalendarDate, end as CalendarDate | undefined)
      const count = days.reduce((sum, span) => sum + (Date.parse(span.do) - Date.parse(span.od)) / DAY_MS + 1, 0)
      assert.ok(count <= 30, `${od} to ${end}: ${count} days`)
    }
})

test('a whole month, a whole year and everything need no days', () => {
  assert.deepEqual(monthsAndDays(undefined, undefined), { months: { od: null, do: null }, days: [] })
  for (const [od, end] of [
    ['2024-02-01', '2024-02-29'],
    ['2024-01-01', '2024-12-31'],
  ] as const)
    assert.deepEqual(monthsAndDays(od as CalendarDate, end as CalendarDate), {
      months: { od: od.slice(0, 7), do: end.slice(0, 7) },
      days: [],
    })
})
