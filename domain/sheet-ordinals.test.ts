import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { SheetCell } from './sheet.ts'
import { numberItems } from './sheet-ordinals.ts'

const MAX = 1_000_000
const numbered = (...cells: SheetCell[]) =>
  numberItems(
    cells.map((redniBrojCell) => ({ redniBrojCell, upozorenja: [] })),
    MAX,
  )
const ordinals = (...cells: SheetCell[]) => numbered(...cells).map(({ redni_broj }) => redni_broj)

describe('the numbers of the items of an invoice', () => {
  test('are those of the sheet, as numbers or text', () => {
    assert.deepEqual(ordinals(10, '20', '30.', { value: 40, text: '040' }), [10, 20, 30, 40])
    assert.deepEqual(numbered(10)[0]?.upozorenja, [])
    assert.deepEqual(ordinals(MAX), [MAX])
  })

  test('are the places in the invoice where the sheet has none', () => {
    assert.deepEqual(ordinals(null, '', null), [1, 2, 3])
    assert.deepEqual(numbered(null)[0]?.upozorenja, [])
    assert.deepEqual(ordinals(null, null, 1, 2), [3, 4, 1, 2])
  })

  test('are replaced and marked where they repeat or are none', () => {
    const items = numbered(1, 1, 'prvi', 2.5, 0, MAX + 1)
    assert.deepEqual(
      items.map(({ redni_broj }) => redni_broj),
      [1, 2, 3, 4, 5, 6],
    )
    assert.deepEqual(items[1]?.upozorenja, ['redni_broj: „1“ se ponavlja u fakturi, dodeljen je 2.'])
    assert.deepEqual(items[2]?.upozorenja, ['redni_broj: „prvi“ nije redni broj, dodeljen je 3.'])
    for (const item of items.slice(1)) assert.equal(item.upozorenja.length, 1)
  })

  test('occur once, and what the sheet says first stands', () => {
    const cell = fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constantFrom<SheetCell>(null, 'x', '3.', 2.5))
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 12 }), (cells) => {
        const given = ordinals(...cells)
        assert.equal(new Set(given).size, cells.length)
        cells.forEach((value, index) => {
          const first =
            typeof value === 'number' && value >= 1 && Number.isInteger(value) && cells.indexOf(value) === index
          if (first && !cells.slice(0, index).some((other) => other === '3.' && value === 3))
            assert.equal(given[index], value)
        })
      }),
    )
  })

  test('are found quickly for a long invoice of the worst kind', () => {
    const half = 20_000
    const cells = [...Array<null>(half).fill(null), ...Array.from({ length: half }, (_, index) => index + 1)]
    assert.equal(ordinals(...cells)[0], half + 1)
  })
})
