import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { DEFAULT_RATES } from '#domain/currency.ts'
import type { Micro } from '#domain/decimal.ts'
import { documentRate } from './rate.ts'

const rates = [...DEFAULT_RATES, { valuta: 'EUR', vazi_od: '2026-06-01' as CalendarDate, kurs: 118_000_000 as Micro }]
const saved = { valuta: 'EUR', datum: '2026-07-01' as CalendarDate, kurs: 117_100_000 as Micro }

test('the rate of the day, without a day that of today and none of the future', () => {
  const on = (today: string) => documentRate(rates, { valuta: 'EUR', datum: '' }, null, today as CalendarDate)
  assert.equal(documentRate(rates, { valuta: 'EUR', datum: '31.5.2026' }, null), 117_500_000)
  assert.equal(documentRate(rates, { valuta: 'EUR', datum: '1.6.2026' }, null), 118_000_000)
  assert.deepEqual([on('2026-05-31'), on('2026-06-01')], [117_500_000, 118_000_000])
  assert.equal(documentRate(rates, { valuta: 'GBP', datum: '' }, null), null)
})

test('a document keeps its rate while currency and date stay', () => {
  assert.equal(documentRate(rates, { valuta: 'EUR', datum: '01.07.2026.' }, saved), 117_100_000)
  assert.equal(documentRate(rates, { valuta: 'EUR', datum: '02.07.2026.' }, saved), 118_000_000)
  assert.equal(documentRate(rates, { valuta: 'USD', datum: '01.07.2026.' }, saved), 107_200_000)
})
