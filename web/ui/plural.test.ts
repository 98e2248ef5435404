import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countText, FAKTURE, STAVKE, ULAZNI_DOKUMENTI } from './plural.ts'

test('the noun follows its number', () => {
  const say = (count: number) => countText(count, STAVKE)
  assert.deepEqual([0, 1, 2, 4, 5, 11, 12, 21, 22, 111, 101].map(say), [
    '0 stavki',
    '1 stavka',
    '2 stavke',
    '4 stavke',
    '5 stavki',
    '11 stavki',
    '12 stavki',
    '21 stavka',
    '22 stavke',
    '111 stavki',
    '101 stavka',
  ])
  assert.equal(countText(5, FAKTURE), '5 faktura')
  assert.deepEqual(
    [1, 204, 5].map((count) => countText(count, ULAZNI_DOKUMENTI)),
    ['1 ulazni dokument', '204 ulazna dokumenta', '5 ulaznih dokumenata'],
  )
})
