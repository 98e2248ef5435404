import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressAfter, limitIn, pageIn, valuesIn } from './address-values.ts'

const defaults = { page: '1', search: '', sort: 'naziv' }

describe('filters in the address', () => {
  test('what the address does not say is the default', () => {
    assert.deepEqual(valuesIn(new URLSearchParams('search=kabl&x=1'), defaults), { ...defaults, search: 'kabl' })
  })

  test('a changed filter leads back to page 1', () => {
    assert.equal(
      addressAfter(new URLSearchParams('page=4&sort=id'), defaults, { search: 'a' }).toString(),
      'sort=id&search=a',
    )
  })

  test('a changed page keeps the filters', () => {
    assert.equal(
      addressAfter(new URLSearchParams('search=a&page=4'), defaults, { page: '5' }).toString(),
      'search=a&page=5',
    )
  })

  test('defaults stand in no address, names of others stay', () => {
    assert.equal(addressAfter(new URLSearchParams('tab=c4&sort=id'), defaults, { sort: 'naziv' }).toString(), 'tab=c4')
  })

  test('nonsense is page 1', () => {
    assert.deepEqual(['3', '0', '-1', 'x', '', '1.5'].map(pageIn), [3, 1, 1, 1, 1, 1])
  })

  test('so many rows as the list has by itself, where the address says no number of them', () => {
    const limits = ['50', '9999', '0', '-1', 'x', '', '1.5'].map((text) => limitIn(text, 10))
    assert.deepEqual(limits, [50, 5000, 10, 10, 10, 10, 10])
  })
})
