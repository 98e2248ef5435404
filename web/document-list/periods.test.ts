import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { usualPeriods } from './periods.ts'

test('the usual periods follow the calendar', () => {
  const periods = Object.fromEntries(
    usualPeriods('2026-03-31' as CalendarDate).map(({ text, period }) => [text, [period.datum_od, period.datum_do]]),
  )
  assert.deepEqual(periods, {
    'Ovaj mesec': ['2026-03-01', '2026-03-31'],
    'Prošli mesec': ['2026-02-01', '2026-02-28'],
    '1. kvartal 2026.': ['2026-01-01', '2026-03-31'],
    '4. kvartal 2025.': ['2025-10-01', '2025-12-31'],
    '3. kvartal 2025.': ['2025-07-01', '2025-09-30'],
    '2. kvartal 2025.': ['2025-04-01', '2025-06-30'],
    '1. kvartal 2025.': ['2025-01-01', '2025-03-31'],
    '1. polugodište 2026.': ['2026-01-01', '2026-06-30'],
    '2. polugodište 2025.': ['2025-07-01', '2025-12-31'],
    '1. polugodište 2025.': ['2025-01-01', '2025-06-30'],
    'Poslednjih 12 meseci': ['2025-03-31', '2026-03-31'],
    '2026. godina': ['2026-01-01', '2026-12-31'],
    '2025. godina': ['2025-01-01', '2025-12-31'],
  })
})
