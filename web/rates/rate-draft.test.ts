import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { DEFAULT_RATES, type Rate } from '#domain/currency.ts'
import type { Micro } from '#domain/decimal.ts'
import { checkRate, EMPTY_RATE, holdsOn, isDefault, withoutRate, withRate } from './rate-draft.ts'

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

test('a rate that is saved stands in its place in the table, one that is deleted is gone', () => {
  const rate = (valuta: string, vazi_od: string, kurs: number, verzija = 1) => ({
    valuta,
    vazi_od: vazi_od as CalendarDate,
    kurs: kurs as Micro,
    verzija,
  })
  const rates = [rate('EUR', '2026-03-01', 117), rate('USD', '2026-03-01', 101), rate('EUR', '2026-01-01', 116)]
  const replaced = rate('EUR', '2026-03-01', 118, 2)
  assert.deepEqual(withRate(rates, replaced), [replaced, ...rates.slice(1)])
  const between = rate('USD', '2026-02-01', 100)
  assert.deepEqual(withRate(rates, between), [...rates.slice(0, 2), between, ...rates.slice(2)])
  assert.deepEqual(withoutRate(rates, replaced), rates.slice(1))
})
