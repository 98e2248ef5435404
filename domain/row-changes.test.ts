import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rowChanges } from './row-changes.ts'

test('a row that changed, went or came is told with what differs', () => {
  const pre = [
    { id: 1, naziv: 'a', kolicina: 5 },
    { id: 2, naziv: 'b', kolicina: 7 },
  ]
  const posle = [
    { id: 3, naziv: 'c', kolicina: 1 },
    { id: 1, naziv: 'x', kolicina: 6 },
  ]
  assert.deepEqual(rowChanges(pre, posle, ['id'], ['naziv']), [
    { pre: pre[0], posle: posle[1], polja: [{ polje: 'kolicina', pre: 5, posle: 6 }] },
    { pre: pre[1], posle: null, polja: [] },
    { pre: null, posle: posle[0], polja: [] },
  ])
  assert.deepEqual(rowChanges([{ id: 1 }], [{ id: 1, naziv: 'a' }], ['id'], ['naziv']), [])
})

test('the changes lead from one list to the other', () => {
  const row = fc.record({ id: fc.nat(9), kolicina: fc.nat(3) }, { noNullPrototype: true })
  const list = fc.uniqueArray(row, { selector: ({ id }) => id })
  fc.assert(
    fc.property(list, list, (pre, posle) => {
      const changes = rowChanges(pre, posle, ['id'])
      const rows = new Map(pre.map((row) => [row.id, row]))
      for (const change of changes) {
        if (change.pre) rows.delete(change.pre.id)
        if (change.posle) rows.set(change.posle.id, change.posle)
      }
      const inOrder = (some: Iterable<{ id: number }>) => [...some].sort((a, b) => a.id - b.id)
      assert.deepEqual(inOrder(rows.values()), inOrder(posle))
      assert.deepEqual(rowChanges(pre, pre, ['id']), [])
    }),
  )
})
