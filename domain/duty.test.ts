import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Micro, Para } from './decimal.ts'
import { dutyOf } from './duty.ts'

const percent = (value: number) => (value * 1_000_000) as Micro

test('duty is of the value, tax of the value with the duty, each rounded half up to the para', () => {
  const of = (value: number, duty: number, tax: number) => {
    const { iznos_carine, iznos_pdv } = dutyOf(value as Para, percent(duty), percent(tax))
    return [iznos_carine, iznos_pdv]
  }
  assert.deepEqual(of(9_400_000, 5, 20), [470_000, 1_974_000], 'example 3 of customs §7')
  assert.deepEqual(of(50, 1, 20), [1, 10], '0,50 at 1 % is 0,005')
  assert.deepEqual(of(1, 0, 0), [0, 0])
  assert.deepEqual(of(100_000_000_000_000, 10, 20), [10_000_000_000_000, 22_000_000_000_000])
})
