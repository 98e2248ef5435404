import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LETTERS, PLACES } from './sections.ts'

test('each screen has a letter of its own behind G, and the list of keys names it', () => {
  const letters = PLACES.map(({ letter }) => letter)
  assert.equal(new Set(letters).size, letters.length)
  assert.match(LETTERS, /^T kontrolna tabla, U ulazni dokumenti, .*, D otpad, /)
})
