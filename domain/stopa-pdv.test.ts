import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarDate } from './calendar-date.ts'
import type { Micro } from './decimal.ts'
import { type StopaPdv, sameStopaPdv, stopaPdvOn, withStopaPdv } from './stopa-pdv.ts'

const day = (text: string) => text as CalendarDate
const rate = (od: string | null, stopa: number | null): StopaPdv => ({
  od: od as CalendarDate | null,
  stopa: stopa as Micro | null,
})
const STOPE = [rate(null, 20), rate('2026-04-01', 18)]

test('a day has the rate that began last', () => {
  assert.deepEqual(
    ['2026-03-31', '2026-04-01'].map((dan) => stopaPdvOn(STOPE, day(dan))),
    [20, 18],
  )
  assert.equal(stopaPdvOn([rate('2026-04-01', 18)], day('2026-03-31')), null)
})

test('a new rate leaves the days before it, and the same rate of another day is moved', () => {
  assert.deepEqual(withStopaPdv(STOPE, rate('2026-07-01', null)), [...STOPE, rate('2026-07-01', null)])
  assert.deepEqual(withStopaPdv(STOPE, rate('2026-02-01', 10)), [STOPE[0], rate('2026-02-01', 10)])
  assert.deepEqual(withStopaPdv(STOPE, rate(null, 10)), [rate(null, 10)])
  assert.deepEqual(withStopaPdv(STOPE, rate('2026-05-01', 18)), [STOPE[0], rate('2026-05-01', 18)])
})

test('rates are the same up to a day where every day before it has the same', () => {
  assert.ok(sameStopaPdv(STOPE, [rate(null, 20)], day('2026-03-31')))
  assert.ok(!sameStopaPdv(STOPE, [rate(null, 20)], day('2026-04-01')))
  assert.ok(!sameStopaPdv(STOPE, [rate('2026-01-01', 20)], day('2026-03-31')))
  assert.ok(sameStopaPdv([], [rate('2026-04-01', 20)], day('2026-03-31')))
})
