import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editDistance, nearestName } from './nearest-name.ts'

const KNOWN = ['search', 'tip_dokumenta', 'datum_od', 'datum_do', 'dateStart', 'dokazuje_poreklo', 'limit']

test('the nearest name is the one that was meant, if any is near', () => {
  assert.equal(nearestName('dokazuje_porekla', KNOWN), 'dokazuje_poreklo')
  assert.equal(nearestName('dokazujePoreklo', KNOWN), 'dokazuje_poreklo')
  assert.equal(nearestName('datum-od', KNOWN), 'datum_od')
  assert.equal(nearestName('date_start', KNOWN), 'dateStart')
  assert.equal(nearestName('limti', KNOWN), 'limit')
  assert.equal(nearestName('boja', KNOWN), null)
  assert.equal(nearestName('x', []), null)
})

test('the distance is the fewest edits, exchanged neighbours counted as one', () => {
  for (const [a, b, edits] of [
    ['', 'abc', 3],
    ['kabl', 'kabl', 0],
    ['kabl', 'kbal', 1],
    ['kabl', 'kab', 1],
    ['kabl', 'žica', 4],
    ['datum_od', 'datum_do', 1],
  ] as const)
    assert.equal(editDistance(a, b), edits, `${a} ${b}`)
  const word = fc.string({ maxLength: 8 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      assert.equal(editDistance(a, b), editDistance(b, a))
      assert.equal(editDistance(a, b) === 0, a === b)
      assert.ok(editDistance(a, b) <= Math.max(a.length, b.length))
    }),
  )
})
