import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowAfter } from './row-focus.ts'

test('keys lead from a row to another, and never past the first or the last', () => {
  for (const [key, at, to] of [
    ['ArrowDown', 3, 4],
    ['ArrowDown', 24, 24],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 0, 0],
    ['PageDown', 3, 13],
    ['PageDown', 20, 24],
    ['PageUp', 13, 3],
    ['PageUp', 3, 0],
    ['Home', 13, 0],
    ['End', 13, 24],
    ['Enter', 3, undefined],
  ] as const)
    assert.equal(rowAfter(key, at, 25), to, `${key} from ${at}`)
})
