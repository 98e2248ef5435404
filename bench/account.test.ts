// What an account of many rows takes as a spreadsheet and as a paper, beside what the libraries take that make the rest of
// both: our own rows are some five times as quick. Counted in time of this thread, so that others do not count.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownTimeMs } from '#reliability/server-process.ts'
import { longTable } from '#server/print/paper-table.ts'
import { drawPdf } from '#server/print/pdf.ts'
import type { PdfDefinition } from '#server/print/pdf-definition.ts'
import { writeSheets } from '#server/sheets/write-sheet.ts'

const COLUMNS = 15
const ROWS = 2_000
/** The library's own writer takes some 10 µs. */
const CELL_MICROSECONDS = 6
/** pdfmake's own rows take some 1.5 ms. */
const ROW_MS = 0.6

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

test('a row of the account on paper takes a part of a millisecond', async (t) => {
  const columns = Array.from({ length: COLUMNS }, () => ({ width: 40, right: false }))
  const head = [Array.from({ length: COLUMNS }, (_, at) => ({ text: `Kolona ${at}` }))]
  const paperOf = (some: string[][]): PdfDefinition => ({
    info: { title: 'Obračun', subject: '', creator: '', producer: '', creationDate: new Date(0) },
    language: 'sr-Latn-RS',
    pageSize: 'A4',
    pageOrientation: 'landscape',
    pageMargins: [36, 44, 36, 44],
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.1, color: '#1a1a1a' },
    header: () => null,
    footer: () => ({ text: '' }),
    content: [longTable(columns, head, some, [])],
  })
  await drawPdf([paperOf(rows.slice(0, 500))])
  const before = ownTimeMs()
  await drawPdf([paperOf(rows)])
  const row = (ownTimeMs() - before) / ROWS
  t.diagnostic(`${row.toFixed(3)} ms`)
  assert.ok(row < ROW_MS, `${row.toFixed(3)} ms`)
})
