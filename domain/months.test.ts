import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CalendarDate, parseIsoDate } from './calendar-date.ts'
import { dayAfter, dayBefore, lastMonths, monthsBefore, partsOfYears } from './months.ts'

const day = (text: string) => text as CalendarDate

test('so many months earlier is the same day of that month, or its last one', () => {
  assert.equal(monthsBefore(day('2026-08-15'), 3), '2026-05-15')
  assert.equal(monthsBefore(day('2026-02-10'), 3), '2025-11-10')
  assert.equal(monthsBefore(day('2026-05-31'), 3), '2026-02-28')
  assert.equal(monthsBefore(day('2024-05-31'), 3), '2024-02-29')
  assert.equal(monthsBefore(day('2024-02-29'), 12), '2023-02-28')
  assert.equal(monthsBefore(day('2026-01-31'), 12), '2025-01-31')
  assert.equal(monthsBefore(day('2100-03-31'), 1), '2100-02-28')
})

test('the last months end with the month of the day and go back over the new year', () => {
  assert.deepEqual(lastMonths(day('2026-02-10'), 4), [
    { mesec: '2025-11', od: '2025-11-01', do: '2025-11-30' },
    { mesec: '2025-12', od: '2025-12-01', do: '2025-12-31' },
    { mesec: '2026-01', od: '2026-01-01', do: '2026-01-31' },
    { mesec: '2026-02', od: '2026-02-01', do: '2026-02-28' },
  ])
})

test('the day before goes back over months, years and 29 February', () => {
  assert.equal(dayBefore(day('2026-02-10')), '2026-02-09')
  assert.equal(dayBefore(day('2026-03-01')), '2026-02-28')
  assert.equal(dayBefore(day('2024-03-01')), '2024-02-29')
  assert.equal(dayBefore(day('2026-01-01')), '2025-12-31')
  assert.equal(dayBefore(day('1990-01-01')), '1989-12-31')
})

test('the day after goes on over months, years and 29 February', () => {
  for (const text of ['2026-02-10', '2026-02-28', '2024-02-28', '2024-02-29', '2025-12-31'])
    assert.equal(dayBefore(dayAfter(day(text))), text)
})

const anyDay = fc
  .tuple(fc.integer({ min: 1995, max: 2100 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, date]) =>
    parseIsoDate(`${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`),
  )
  .filter((date) => date !== null)

test('every answer is a day of the calendar, and a later day never gives an earlier one', () => {
  fc.assert(
    fc.property(anyDay, anyDay, fc.integer({ min: 0, max: 48 }), (a, b, months) => {
      const [earlier, later] = a < b ? [a, b] : [b, a]
      assert.equal(parseIsoDate(monthsBefore(earlier, months)), monthsBefore(earlier, months))
      assert.ok(monthsBefore(earlier, months) <= monthsBefore(later, months))
      assert.ok(monthsBefore(earlier, months) <= earlier)
    }),
  )
})

test('consecutive months leave no day between them', () => {
  fc.assert(
    fc.property(anyDay, (date) => {
      const months = lastMonths(date, 13)
      assert.ok(months.some(({ od, do: last }) => od <= date && date <= last))
      assert.equal(new Set(months.map(({ mesec }) => mesec)).size, 13)
      for (const month of months) assert.equal(parseIsoDate(month.do), month.do)
    }),
  )
})

test('quarters and half-years are whole, the newest first, over the turn of the year', () => {
  assert.deepEqual(partsOfYears(day('2026-05-31'), 3, 3), [
    { naziv: '2. kvartal 2026.', od: '2026-04-01', do: '2026-06-30' },
    { naziv: '1. kvartal 2026.', od: '2026-01-01', do: '2026-03-31' },
    { naziv: '4. kvartal 2025.', od: '2025-10-01', do: '2025-12-31' },
  ])
  assert.deepEqual(partsOfYears(day('2026-07-01'), 6, 2), [
    { naziv: '2. polugodište 2026.', od: '2026-07-01', do: '2026-12-31' },
    { naziv: '1. polugodište 2026.', od: '2026-01-01', do: '2026-06-30' },
  ])
})
