import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHORTCUTS } from '#web/ui/shortcut.ts'
import { PLACES } from './sections.ts'

test('each screen has a letter of its own behind G, and the list of keys names it', () => {
  const letters = PLACES.map(({ letter }) => letter)
  assert.equal(new Set(letters).size, letters.length)
  const listed = SHORTCUTS.find(({ keys }) => keys === 'G, pa slovo')?.does ?? ''
  assert.deepEqual(
    [...listed.matchAll(/\b([A-Z]) [a-z]/g)].map(([, letter = '']) => letter.toLowerCase()).toSorted(),
    letters.toSorted(),
  )
})
