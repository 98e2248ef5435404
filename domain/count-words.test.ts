import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted } from './count-words.ts'

test('a count has the form of its word', () => {
  const said = (count: number) => counted(count, 'dokument', 'dokumenta', 'dokumenata')
  for (const count of [1, 21, 101, 1001]) assert.equal(said(count), 'dokument', String(count))
  for (const count of [2, 3, 4, 22, 104]) assert.equal(said(count), 'dokumenta', String(count))
  for (const count of [0, 5, 10, 11, 12, 14, 19, 20, 25, 111, 112])
    assert.equal(said(count), 'dokumenata', String(count))
})
