import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberRank } from './number-rank.ts'

test('numbers are named by all of it, its end, its parts or a beginning; separators and zeros in front do not matter', () => {
  for (const [broj, typed, rank] of [
    ['C4-2026/0031', 'C4-2026-0031', 0],
    ['C4-2026/0031', 'c4 2026 31', 0],
    ['C4-2026/0031', '0031', 1],
    ['C4-2026/0031', 'c4 31', 1],
    ['C4-2026/0031', '31/26', 2],
    ['112/2026', '112', 2],
    ['112/2026', '112/26', 2],
    ['C4-2026/1120', '112', 3],
    ['C4-2026/0031', '31/25', undefined],
    ['C4-2026/0131', '31', undefined],
    ['C4-2026/0031', '', undefined],
    ['У-31/2026', 'u 31', 2],
  ] as const)
    assert.equal(numberRank(broj, typed), rank, `${typed} of ${broj}`)
})
