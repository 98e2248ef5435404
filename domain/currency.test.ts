import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CalendarDate } from './calendar-date.ts'
import { DEFAULT_RATES, isUnknownCurrency, ONE_TO_ONE, type Rate, rateOn } from './currency.ts'
import { type Micro, parseMicro } from './decimal.ts'

const day = (text: string) => text as CalendarDate
const rate = (valuta: string, vazi_od: string, kurs: string): Rate => ({
  valuta,
  vazi_od: day(vazi_od),
  kurs: parseMicro(kurs) as Micro,
})

describe('the rate of a currency on a day', () => {
  test('without entered rates is the constant of the specification, on every day a document can have', () => {
    for (const on of ['1990-01-01', '2026-02-01', '2100-12-31']) {
      assert.equal(rateOn(DEFAULT_RATES, 'RSD', day(on)), 1_000_000)
      assert.equal(rateOn(DEFAULT_RATES, 'EUR', day(on)), 117_500_000)
      assert.equal(rateOn(DEFAULT_RATES, 'USD', day(on)), 107_200_000)
    }
  })

  test('is the newest row that is not after it, in whatever order the rows stand', () => {
    const rates = [
      rate('EUR', '2026-02-01', '117.2'),
      ...DEFAULT_RATES,
      rate('EUR', '2026-03-01', '117.3'),
      rate('USD', '2026-02-10', '108'),
    ]
    const eur = (on: string) => rateOn(rates, 'EUR', day(on))
    assert.equal(eur('2026-01-31'), 117_500_000)
    assert.equal(eur('2026-02-01'), 117_200_000)
    assert.equal(eur('2026-02-28'), 117_200_000)
    assert.equal(eur('2026-03-01'), 117_300_000)
    assert.deepEqual(rateOn(rates.toReversed(), 'EUR', day('2026-02-28')), 117_200_000)
  })

  test('is null for a currency that has none, or none yet', () => {
    assert.equal(rateOn(DEFAULT_RATES, 'CHF', day('2026-02-01')), null)
    assert.equal(rateOn([rate('CHF', '2026-02-01', '120')], 'CHF', day('2026-01-31')), null)
  })
})

test('a foreign currency at 1 : 1 is one that nobody knew', () => {
  assert.equal(isUnknownCurrency('CHF', ONE_TO_ONE), true)
  assert.equal(isUnknownCurrency('RSD', ONE_TO_ONE), false)
  assert.equal(isUnknownCurrency('USD', parseMicro('107.2') as Micro), false)
})
