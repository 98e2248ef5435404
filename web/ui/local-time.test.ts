import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localDay, localTime } from './local-time.ts'

test('a day is that of the calendar on the wall, not of Greenwich', () => {
  const dayAt = (...at: [number, number, number, number, number]) => localDay(new Date(...at).getTime())
  assert.equal(dayAt(2026, 0, 5, 0, 30), '2026-01-05')
  assert.equal(dayAt(2026, 11, 31, 23, 59), '2026-12-31')
})

test('a time has two digits for hours and minutes', () => {
  assert.equal(localTime(new Date(2026, 10, 20, 8, 5, 59).getTime()), '08:05')
})
