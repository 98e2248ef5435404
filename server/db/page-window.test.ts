import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asListed, pageWindow, readDirection } from './page-window.ts'

test('every page of every list is read from the nearer end, and comes out in the order of the list', () => {
  for (let total = 0; total <= 23; total++) {
    const list = Array.from({ length: total }, (_, index) => index)
    for (let limit = 1; limit <= 7; limit++) {
      for (let page = 1; page <= Math.ceil(total / limit) + 1; page++) {
        const window = pageWindow(total, { page, limit })
        const read = window.backwards ? list.toReversed() : list
        const rows = read.slice(window.offset, window.offset + window.limit)
        assert.deepEqual(
          asListed(window, rows),
          list.slice((page - 1) * limit, page * limit),
          `${total} ${limit} ${page}`,
        )
        assert.ok(window.limit === 0 || window.offset <= total / 2, 'no more than half is passed over')
      }
    }
  }
})

test('backwards is the opposite direction', () => {
  const first = pageWindow(100, { page: 1, limit: 10 })
  const last = pageWindow(100, { page: 10, limit: 10 })
  assert.deepEqual([readDirection(first, 'asc'), readDirection(first, 'desc')], ['asc', 'desc'])
  assert.deepEqual([readDirection(last, 'asc'), readDirection(last, 'desc')], ['desc', 'asc'])
})
