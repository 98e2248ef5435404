import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Micro } from './decimal.ts'
import { inUnit, unitName, unitRatio } from './units.ts'

test('a unit has one name, by its own, the code of customs or in other letters', () => {
  for (const text of ['kg', 'KG', 'kg.', 'KGM', 'кг', ' kilogram']) assert.equal(unitName(text), 'kg')
  for (const text of ['kom', 'kom.', 'PCE', 'C62', 'pcs', 'ком']) assert.equal(unitName(text), 'kom')
  assert.equal(unitName('Kutija'), 'kutija')
})

test('units of one kind can be converted, of two kinds and unknown ones only where they are the same', () => {
  assert.deepEqual(unitRatio('t', 'kg'), [1_000_000_000n, 1_000_000n])
  assert.deepEqual(unitRatio('Kutija', 'kutija'), [1n, 1n])
  for (const [from, to] of [
    ['kg', 'm'],
    ['kom', 'kg'],
    ['kutija', 'kom'],
    ['l', 'kg'],
  ] as const)
    assert.equal(unitRatio(from, to), null, `${from} ${to}`)
})

test('a quantity in another unit and back is the same, and says so where something was rounded', () => {
  const units = [
    ['mg', 'g', 'kg', 't'],
    ['mm', 'cm', 'm', 'km'],
    ['ml', 'l', 'hl', 'm3'],
  ]
  const pair = fc.constantFrom(...units).chain((kind) => fc.tuple(fc.constantFrom(...kind), fc.constantFrom(...kind)))
  fc.assert(
    fc.property(pair, fc.integer({ min: 1, max: 1_000_000_000 }), ([from, to], micro) => {
      const [there, back] = [unitRatio(from, to), unitRatio(to, from)]
      assert.ok(there && back)
      const converted = inUnit(micro as Micro, there)
      const [times, by] = there
      assert.equal(converted.exact, (BigInt(micro) * times) % by === 0n)
      // The nearest millionth, half up, by whole numbers.
      assert.equal(BigInt(converted.value), (2n * BigInt(micro) * times + by) / (2n * by))
      if (converted.exact) assert.equal(inUnit(converted.value, back).value, micro)
    }),
  )
})
