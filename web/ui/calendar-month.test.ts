import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { addDays, addMonths, dayName, daysSinceMonday, keptDate, monthHeading, monthWeeks } from './calendar-month.ts'

const day = (text: string) => text as CalendarDate
const TODAY = day('2026-11-28')

describe('calendar', () => {
  test('speaks Serbian Latin', () => {
    assert.equal(monthHeading(day('2026-02-01')), 'februar 2026.')
    assert.equal(dayName(day('2026-02-01')), 'nedelja, 1. februar 2026.')
  })

  test('weeks start on Monday and fill their corners', () => {
    const weeks = monthWeeks(day('2026-02-15'))
    assert.equal(weeks[0]?.[0], '2026-01-26')
    assert.equal(weeks[0]?.[6], '2026-02-01')
    assert.equal(weeks.at(-1)?.[6], '2026-03-01')
    assert.equal(monthWeeks(day('2027-02-10')).length, 4, 'a February that starts on Monday has four weeks')
    assert.equal(monthWeeks(day('2026-08-10')).length, 6)
  })

  test('moves by days and months', () => {
    assert.equal(addDays(day('2026-02-28'), 1), '2026-03-01')
    assert.equal(addDays(day('2026-03-29'), 1), '2026-03-30', 'summer time starts here')
    assert.equal(addMonths(day('2026-01-31'), 1), '2026-02-28')
    assert.equal(addMonths(day('2026-01-15'), -1), '2025-12-15')
    assert.equal(addMonths(day('2024-02-29'), 12), '2025-02-28')
    assert.equal(addMonths(day('2100-12-10'), 1), '2100-12-10', 'the books end here')
    assert.equal(daysSinceMonday(day('2026-02-01')), 6)
  })

  test('keeps a typed day in one spelling', () => {
    for (const text of ['1.2.26', '01.02.2026', '01.02.2026.', '2026-02-01', '01022026']) {
      assert.equal(keptDate(text, TODAY), '01.02.2026.')
    }
    assert.equal(keptDate(' 31.2.2026 ', TODAY), '31.2.2026')
    assert.equal(keptDate('', TODAY), '')
  })
})
