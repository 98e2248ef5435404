import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localToday } from './local-today.ts'

test('today is the day of the calendar on the wall, not of Greenwich', () => {
  assert.equal(localToday(new Date(2026, 0, 5, 0, 30)), '2026-01-05')
  assert.equal(localToday(new Date(2026, 11, 31, 23, 59)), '2026-12-31')
})
