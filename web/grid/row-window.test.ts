import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gapHeight, rowsIn } from './row-window.ts'

const tall = (index: number) => (index === 2 ? 100 : 10)

test('rows that meet the span are shown', () => {
  assert.deepEqual(
    rowsIn(6, () => 10, { from: 15, to: 35 }, []),
    [1, 2, 3],
  )
  assert.deepEqual(rowsIn(6, tall, { from: 30, to: 40 }, []), [2])
  assert.deepEqual(rowsIn(3, tall, { from: 500, to: 900 }, []), [])
})

test('the row with the focus stays, wherever it is', () => {
  assert.deepEqual(
    rowsIn(6, () => 10, { from: 0, to: 10 }, [5]),
    [0, 5],
  )
})

test('a gap is as high as what it stands for', () => {
  assert.equal(gapHeight(0, 5, tall), 10 + 100 + 10 + 10)
  assert.equal(gapHeight(3, 4, tall), 0)
})
