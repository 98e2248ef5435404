import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requiredQuantity } from './bom.ts'
import { MAX_ENTERED, type Micro, microText, parseMicro } from './decimal.ts'

const required = (kolicina: string, potrebna: string) => {
  const found = requiredQuantity(parseMicro(kolicina) as Micro, parseMicro(potrebna) as Micro)
  return found === null ? null : microText(found)
}

test('a quantity of pieces needs so many times the norm', () => {
  assert.equal(required('20', '2.5'), '50')
  assert.equal(required('1000', '0.00035'), '0.35')
  assert.equal(required('3', '0.333333'), '0.999999')
})

test('the product is rounded half up to 6 places', () => {
  assert.equal(required('0.5', '0.000001'), '0.000001')
  assert.equal(required('0.499999', '0.000001'), '0')
  assert.equal(required('1.5', '0.333333'), '0.5')
  assert.equal(required('0.333333', '0.333333'), '0.111111')
})

test('more than the books hold is null, the most that they hold is not', () => {
  assert.equal(required('1000000000', '1'), '1000000000')
  assert.equal(required('1000000000', '1.000001'), null)
  assert.equal(requiredQuantity(MAX_ENTERED, MAX_ENTERED), null)
})
