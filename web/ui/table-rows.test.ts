import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareValues, findRows, groupRows, selectAll, sortRows } from './table-rows.ts'

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

  test('a search keeps the rows of which a column shows the text, folded', () => {
    const rows = [
      { name: 'Kablovi', amount: 1250 },
      { name: 'Utičnice', amount: 7 },
    ]
    const columns = [
      { id: 'name', value: (row: (typeof rows)[number]) => row.name },
      { id: 'amount', value: (row: (typeof rows)[number]) => row.amount, text: () => '1.250,00' },
    ]
    assert.deepEqual(findRows(rows, columns, 'каблови'), [rows[0]])
    assert.deepEqual(findRows(rows, columns, '1.250'), rows)
    assert.deepEqual(findRows(rows, columns, '1250'), [])
  })

  test('a sort keeps equal rows in place, and what has no value last in both directions', () => {
    const rows = [
      { id: 1, day: null },
      { id: 2, day: '2026-02-01' },
      { id: 3, day: '2026-01-01' },
      { id: 4, day: '2026-02-01' },
    ]
    const columns = [{ id: 'day', value: (row: (typeof rows)[number]) => row.day }]
    const order = (desc: boolean) => sortRows(rows, columns, { id: 'day', desc }).map(({ id }) => id)
    assert.deepEqual(order(false), [3, 2, 4, 1])
    assert.deepEqual(order(true), [2, 4, 3, 1])
  })
})
