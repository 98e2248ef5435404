import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addedCount } from './added-count.ts'

test('1 to 20 lines at once; anything else becomes the nearest of them', () => {
  assert.deepEqual(
    ['1', '20', '7', '0', '-3', '', 'abc', '21', '1e9', '2,9', 'Infinity'].map(addedCount),
    [1, 20, 7, 1, 1, 1, 1, 20, 20, 2, 1],
  )
})
