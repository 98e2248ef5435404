// The cost of an account of many rows as a spreadsheet, beside that of the library that makes the rest of it. Counted
// in time of this thread, so that others do not count.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownTimeMs } from '#reliability/server-process.ts'
import { writeSheets } from '#server/sheets/write-sheet.ts'

const COLUMNS = 15
const ROWS = 2_000
/** The library's own writer takes some 10 µs. */
const CELL_MICROSECONDS = 6

const rows = Array.from({ length: ROWS }, (_, row) =>
  Array.from({ length: COLUMNS }, (_, at) => `C4-${row % 97}/${at}`),
)

function took(work: () => unknown): number {
  const before = ownTimeMs()
  work()
  return ownTimeMs() - before
}

test('a cell of a spreadsheet takes a few microseconds', (t) => {
  const columns = Array.from({ length: COLUMNS }, (_, at) => ({ header: `Kolona ${at}` }))
  writeSheets([{ name: 'Topla', columns, rows: rows.slice(0, 500) }])
  const cell = (took(() => writeSheets([{ name: 'Stavke', columns, rows }])) * 1000) / (ROWS * COLUMNS)
  t.diagnostic(`${cell.toFixed(2)} µs`)
  assert.ok(cell < CELL_MICROSECONDS, `${cell.toFixed(2)} µs`)
})
