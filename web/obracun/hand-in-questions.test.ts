import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { questionsOf } from './hand-in-questions.ts'

const day = (text: string) => text as CalendarDate
const Q1 = { datum_od: day('2026-01-01'), datum_do: day('2026-03-31') }
const handed = { id: 1, broj: 'O-1', c4_ids: null, odobrenje_id: 7, ...Q1 }
const asked = (of: Partial<Parameters<typeof questionsOf>[0]>, dan = '2026-04-01') =>
  questionsOf({ c4_ids: null, odobrenje_id: 7, ...Q1, podneti: [], ispravlja: null, ...of }, day(dan)).map(
    ({ text }) => text,
  )

test('a period that is over, handed in for the first time or corrected as it was, is asked nothing about', () => {
  assert.deepEqual(asked({}), [])
  assert.deepEqual(asked({ podneti: [handed], ispravlja: handed }), [])
})

test('a period that is not over, one of the future, and one that was handed in before are asked about', () => {
  assert.deepEqual(asked({}, '2026-03-31'), ['Period još nije završen: traje do 31.03.2026.'])
  assert.deepEqual(asked({}, '2025-12-31'), ['Period je u budućnosti: počinje 01.01.2026.'])
  assert.deepEqual(asked({ podneti: [handed] }), [
    'Već je podnet obračun O-1 (01.01.2026. – 31.03.2026.), sa nekim od istih dana.',
  ])
})

test('a correction of another scope or another period is asked about', () => {
  assert.deepEqual(asked({ odobrenje_id: null, podneti: [handed], ispravlja: handed }), [
    'Obračun O-1, koji se ispravlja, je drugog obima.',
  ])
  assert.deepEqual(asked({ datum_do: day('2026-02-28'), podneti: [handed], ispravlja: handed }), [
    'Obračun O-1, koji se ispravlja, je za drugi period (01.01.2026. – 31.03.2026.).',
  ])
})
