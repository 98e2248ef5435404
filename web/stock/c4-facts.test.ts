import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Micro } from '#domain/decimal.ts'
import { materialCountText, rateText } from './c4-facts.ts'

const rate = (value: number) => (value * 1_000_000) as Micro

test('a rate is said for every currency but RSD', () => {
  assert.equal(rateText('EUR', rate(117.5)), '1\u00a0EUR = 117,50\u00a0RSD')
  assert.equal(rateText('RSD', rate(1)), '')
})

test('materials are counted once each', () => {
  const lots = (...ids: string[]) => ids.map((materijal_id) => ({ materijal_id }))
  assert.equal(materialCountText(lots('A', 'A')), '1 materijal')
  assert.equal(materialCountText(lots('A', 'B', 'A')), '2 materijala')
})
