import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarDate } from './calendar-date.ts'
import type { Micro } from './decimal.ts'
import {
  DOUBTFUL_PRICE_TIMES,
  DOUBTFUL_QUANTITY_TIMES,
  type DoubtedDocument,
  doubtsOf,
  USUAL_LINES,
  usualQuantity,
} from './doubts.ts'

const micro = (value: number) => Math.round(value * 1_000_000) as Micro
const day = (text: string) => text as CalendarDate
const today = day('2026-11-25')
const EUR = { valuta: 'EUR', kurs: micro(117.5) }
const line = (kolicina: number, cena: number) => ({ kolicina: micro(kolicina), cena: micro(cena) })
/** Last 2 EUR, usually 500. */
const usual = { ...line(500, 2), ...EUR }
type Line = DoubtedDocument['lines'][number]

const asked = (lines: readonly Line[], document: Partial<DoubtedDocument> = {}) =>
  doubtsOf({ datum: today, ...EUR, saved: null, ...document, lines }, today).map((doubt) =>
    doubt.about === 'datum' ? 'datum' : `${doubt.about} ${doubt.line}`,
  )
const fresh = (kolicina: number, cena: number): Line => ({ ...line(kolicina, cena), usual, saved: null })

test('a day after today is doubted, today and before it are not', () => {
  assert.deepEqual(asked([], { datum: day('2062-03-05') }), ['datum'])
  assert.deepEqual(asked([], { datum: day('2026-11-26') }), ['datum'])
  assert.deepEqual(asked([]), [])
  assert.deepEqual(asked([], { datum: day('1999-01-01') }), [])
})

test('a price is doubted beyond ten times the last one and below a tenth of it, to the millionth', () => {
  const prices = [20, 20.000001, 0.2, 0.199999, 85_000, 2]
  assert.deepEqual(asked(prices.map((cena) => fresh(500, cena))), ['cena 1', 'cena 3', 'cena 4'])
})

test('a quantity is doubted beyond a hundred times the usual one, never a small one', () => {
  assert.deepEqual(asked([50_000, 50_000.000001, 0.000001].map((kolicina) => fresh(kolicina, 2))), ['kolicina 1'])
})

test('prices of two currencies are compared in RSD; without a rate not at all', () => {
  const rsd = { valuta: 'RSD', kurs: micro(1) }
  assert.deepEqual(asked([fresh(1, 2350), fresh(1, 2350.000001), fresh(1, 23.5), fresh(1, 23.499999)], rsd), [
    'cena 1',
    'cena 3',
  ])
  assert.deepEqual(asked([fresh(1, 1)], { valuta: 'CHF', kurs: micro(1) }), [])
  assert.deepEqual(asked([fresh(1, 9999)], { valuta: 'USD', kurs: null }), [])
  assert.deepEqual(asked([fresh(1, 9999)], { kurs: null }), ['cena 0'], 'of one currency no rate is needed')
})

test('of a material that no other document has nothing is doubted', () => {
  assert.deepEqual(asked([{ ...line(1e9, 1e9), usual: null, saved: null }]), [])
})

test('what is saved so already is not doubted again, what is changed is', () => {
  const datum = day('2062-03-05')
  const saved = { datum, valuta: 'EUR' }
  const was = line(1_000_000, 85_000)
  const kept = { ...was, usual, saved: was }
  assert.deepEqual(asked([kept], { datum, saved }), [])
  assert.deepEqual(asked([kept], { datum: day('2062-03-06'), saved }), ['datum'])
  assert.deepEqual(asked([{ ...kept, ...line(1_000_001, 85_000) }], { datum, saved }), ['kolicina 0'])
  assert.deepEqual(asked([{ ...kept, ...line(1_000_000, 85_001) }], { datum, saved }), ['cena 0'])
  const other = { valuta: 'USD', kurs: micro(107.2) }
  assert.deepEqual(asked([kept], { datum, saved, ...other }), ['cena 0'], 'another currency is another price')
})

test('the usual quantity is the median of the last ten lines, of two the larger', () => {
  assert.deepEqual([USUAL_LINES, DOUBTFUL_PRICE_TIMES, DOUBTFUL_QUANTITY_TIMES], [10, 10n, 100n])
  const of = (...quantities: number[]) => usualQuantity(quantities.map(micro)) / 1_000_000
  assert.deepEqual([of(7), of(1, 900), of(5, 1, 900), of(10, 9, 100)], [7, 900, 5, 10])
})
