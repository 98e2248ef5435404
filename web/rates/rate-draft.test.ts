import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { DEFAULT_RATES, type Rate } from '#domain/currency.ts'
import type { Micro } from '#domain/decimal.ts'
import { checkRate, EMPTY_RATE, holdsOn, isDefault } from './rate-draft.ts'

describe('a new rate', () => {
  test('is read in Serbian notation', () => {
    const { body } = checkRate({ valuta: 'EUR', vazi_od: '1.2.26', kurs: '117,2145' })
    assert.deepEqual(body, { valuta: 'EUR', vazi_od: '2026-02-01', kurs: 117_214_500 })
  })

  test('names what is missing and what is no day or number', () => {
    const wrong = (draft: object) =>
      (checkRate({ ...EMPTY_RATE, ...draft }).errors ?? []).map(({ field, message }) => [field, message])
    assert.deepEqual(wrong({}), [
      ['vazi_od', 'Važi od: obavezno polje.'],
      ['kurs', 'Kurs: obavezno polje.'],
    ])
    assert.deepEqual(wrong({ vazi_od: '31.02.2026.', kurs: '0' }), [
      ['vazi_od', 'Važi od: datum nije ispravan.'],
      ['kurs', 'Kurs mora biti veći od 0'],
    ])
  })
})

test('the rate of a day is the newest one not after it', () => {
  const entered = { valuta: 'EUR', vazi_od: '2026-02-01' as CalendarDate, kurs: 117_000_000 as Micro }
  const rates: Rate[] = [entered, ...DEFAULT_RATES]
  const [, eur] = DEFAULT_RATES as [Rate, Rate]
  assert.equal(isDefault(eur), true)
  assert.equal(isDefault(entered), false)
  assert.equal(holdsOn(rates, eur, '2026-01-31' as CalendarDate), true)
  assert.equal(holdsOn(rates, entered, '2026-01-31' as CalendarDate), false)
  assert.equal(holdsOn(rates, eur, '2026-02-01' as CalendarDate), false)
  assert.equal(holdsOn(rates, entered, '2026-02-01' as CalendarDate), true)
})
