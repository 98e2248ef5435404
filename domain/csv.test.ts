import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvRows, delimiterOf } from './csv.ts'

const read = (text: string) => [...csvRows(text, delimiterOf(text))]

test('the sign between cells is told from the first line that has one', () => {
  assert.equal(delimiterOf('Spisak\nC4 broj;Datum;"a,b,c,d"\n1,5;2'), ';')
  assert.equal(delimiterOf('a\tb,c\td'), '\t')
  assert.equal(delimiterOf('a,b\n1;2;3;4'), ',')
  assert.equal(delimiterOf('"a;b;c",d'), ',')
})

test('cells in quotation marks hold signs, lines and marks; empty rows keep their numbers', () => {
  assert.deepEqual(read('a;"b;""c""\nd"\r\n\r\n ;\n1,5;'), [
    { red: 1, cells: ['a', 'b;"c"\nd'] },
    { red: 4, cells: ['1,5', null] },
  ])
  assert.deepEqual(read('"never closed;a'), [{ red: 1, cells: ['never closed;a'] }])
})

test('what is written as CSV is read as it was', () => {
  const cell = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '')
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(rows, fc.constantFrom(';', ',', '\t'), fc.constantFrom('\n', '\r\n'), (cells, sign, end) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
      const text = cells.map((row) => row.map(quoted).join(sign)).join(end)
      assert.equal(delimiterOf(text), sign)
      assert.deepEqual(
        read(text).map((row) => row.cells),
        cells,
      )
    }),
  )
})
