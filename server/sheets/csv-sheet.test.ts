import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvSheet } from './csv-sheet.ts'
import { SHEET_LIMITS } from './sheet-limits.ts'

const read = (text: string) => csvSheet(Buffer.from(text), { ...SHEET_LIMITS, formats: ['csv'] })
const cellsOf = (text: string) => read(text).map(({ cells }) => cells)

test('the sign between cells is told from the first line that has one', () => {
  assert.deepEqual(cellsOf('Spisak\nC4 broj;Datum;"a,b,c,d"\n1,5;2'), [
    ['Spisak'],
    ['C4 broj', 'Datum', 'a,b,c,d'],
    ['1,5', '2'],
  ])
  assert.deepEqual(cellsOf('a\tb,c\td'), [['a', 'b,c', 'd']])
  assert.deepEqual(cellsOf('"a;b;c",d'), [['a;b;c', 'd']])
})

test('cells stay the text that they are: numbers, days, formulas and what looks like them', () => {
  assert.deepEqual(cellsOf('00123;1.5;=1+1;01.02.2026.;TRUE'), [['00123', '1.5', '=1+1', '01.02.2026.', 'TRUE']])
})

test('a sign before what a spreadsheet would compute is none of the text, any other apostrophe is', () => {
  assert.deepEqual(cellsOf("'=1+1;''a;'a;a'"), [['=1+1', "'a", "'a", "a'"]])
})

test('cells in quotation marks hold signs, lines and marks; empty rows keep their numbers', () => {
  assert.deepEqual(read('a;"b;""c""\nd"\r\n\r\n ;\n1,5;'), [
    { red: 1, cells: ['a', 'b;"c"\nd'], split: true },
    { red: 4, cells: ['1,5'], split: true },
  ])
})

test('what is written as CSV is read as it was', () => {
  // An apostrophe in front may be the sign of a text, which is none of it.
  const isPlain = (text: string) => text.trim() !== '' && !text.includes('\0') && !text.startsWith("'")
  const cell = fc.string({ minLength: 1 }).filter(isPlain)
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(rows, fc.constantFrom(';', ',', '\t'), fc.constantFrom('\n', '\r\n'), (cells, sign, end) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
      assert.deepEqual(cellsOf(cells.map((row) => row.map(quoted).join(sign)).join(end)), cells)
    }),
  )
})
