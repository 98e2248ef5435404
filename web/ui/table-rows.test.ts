import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareValues, groupRows, selectAll } from './table-rows.ts'

describe('rows of a table', () => {
  test('texts stand in Serbian order', () => {
    const words = [
      'žica',
      'dzep',
      'njega',
      'šraf',
      'lopta',
      'đon',
      'ćup',
      'čep',
      'cev',
      'ljuska',
      'nit',
      'džep',
      'duga',
    ]
    assert.deepEqual(words.sort(compareValues), [
      'cev',
      'čep',
      'ćup',
      'duga',
      'dzep',
      'džep',
      'đon',
      'lopta',
      'ljuska',
      'nit',
      'njega',
      'šraf',
      'žica',
    ])
  })

  test('numbers inside texts count as numbers', () => {
    assert.deepEqual(['F-10', 'F-9', 'F-1'].sort(compareValues), ['F-1', 'F-9', 'F-10'])
  })

  test('numbers, flags and dates by value', () => {
    assert.ok(compareValues(2, 10) < 0)
    assert.ok(compareValues(true, false) > 0)
    assert.ok(compareValues('2026-01-02', '2026-01-10') < 0)
    assert.equal(compareValues(3, 3), 0)
  })

  test('groups keep the order of their first rows', () => {
    const rows = [
      { at: 'b', n: 1 },
      { at: 'a', n: 2 },
      { at: 'b', n: 3 },
    ]
    assert.deepEqual(
      groupRows(rows, (row) => row.at).map((group) => [group.key, group.rows.map((row) => row.n)]),
      [
        ['b', [1, 3]],
        ['a', [2]],
      ],
    )
    assert.equal(groupRows(rows)[0]?.rows.length, 3)
  })

  test('selecting all touches only what is shown', () => {
    assert.deepEqual([...selectAll(new Set(['x']), ['a', 'b'], true)], ['x', 'a', 'b'])
    assert.deepEqual([...selectAll(new Set(['x', 'a']), ['a', 'b'], false)], ['x'])
  })
})
