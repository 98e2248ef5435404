import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedAmount, typedTotals } from './draft-totals.ts'

test('a line amount is exact and half up', () => {
  assert.equal(typedAmount('12000', '0,085'), 102_000)
  assert.equal(typedAmount('1', '0,005'), 1)
  assert.equal(typedAmount('0,1', '0,2'), 2)
})

test('what is no number yet has no amount', () => {
  assert.equal(typedAmount('', '1'), null)
  assert.equal(typedAmount('1', 'abc'), null)
  assert.equal(typedAmount('-1', '1'), null)
})

test('totals are sums of rounded lines', () => {
  const lines = [
    { kolicina: '1', cena: '0,005' },
    { kolicina: '1', cena: '0,005' },
    { kolicina: '2,5', cena: 'x' },
  ]
  assert.deepEqual(
    typedTotals(lines, ({ cena }) => cena),
    { stavki: 3, kolicina: 4_500_000, vrednost: 2 },
  )
})

test('more than the books hold is no total', () => {
  const line = { kolicina: '1000000000', cena: '1000000000' }
  assert.equal(
    typedTotals([{ ...line, kolicina: '8500000001' }], () => '1'),
    null,
  )
  assert.equal(typedAmount(line.kolicina, line.cena), null)
})
