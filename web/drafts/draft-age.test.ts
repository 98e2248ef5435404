import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageText, savedAtText, untilNextAge } from './draft-age.ts'

test('the age of a draft is said in seconds, minutes, hours', () => {
  const said = [-5, 0, 4_999, 5_000, 59_999, 60_000, 3_599_999, 3_600_000, 90_000_000].map(ageText)
  assert.deepEqual(said, [
    'upravo',
    'upravo',
    'upravo',
    'pre 5 s',
    'pre 59 s',
    'pre 1 min',
    'pre 59 min',
    'pre 1 h',
    'pre 25 h',
  ])
})

test('it is said anew exactly when it changes', () => {
  for (const age of [-5, 0, 1, 4_999, 5_000, 59_999, 60_000, 61_500, 3_599_999, 3_600_000, 7_000_000]) {
    const next = Math.max(age, 0) + untilNextAge(age)
    assert.notEqual(ageText(next), ageText(age))
    assert.equal(ageText(next - 1), ageText(age))
  }
})

test('the moment of a draft is written as documents write it', () => {
  assert.equal(savedAtText(new Date(2026, 1, 3, 4, 5).getTime()), '03.02.2026. u 04:05')
})
