import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Micro } from '#domain/decimal.ts'
import { shownOutputs } from './stock-figures.ts'

const row = (type: 'INPUT' | 'OUTPUT', quantity: number) => ({ type, quantity: quantity as Micro })
const consumed = 900 as Micro

test('the outputs of the loaded page count when there are any', () => {
  const page = [row('OUTPUT', 300), row('INPUT', 5_000), row('OUTPUT', 40)]
  assert.deepEqual(shownOutputs(page, consumed), { value: 340, ofPage: true })
})

test('a page of inputs shows all that was consumed', () => {
  assert.deepEqual(shownOutputs([row('INPUT', 5_000)], consumed), { value: 900, ofPage: false })
  assert.deepEqual(shownOutputs([], 0 as Micro), { value: 0, ofPage: false })
})
