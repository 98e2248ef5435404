import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOrId } from './name-or-id.ts'

test('text with a digit that can be an ID is one, any other is a name', () => {
  assert.deepEqual(['KON8PZ', 'kon8pz', 'Kabl', 'Kabl 3x1,5', ''].map(nameOrId), [
    { id: 'KON8PZ' },
    { id: 'KON8PZ' },
    { naziv: 'Kabl' },
    { naziv: 'Kabl 3x1,5' },
    { naziv: '' },
  ])
})
