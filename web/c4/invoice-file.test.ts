import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_INVOICE_SHEET_BYTES } from '#contract/limits.ts'
import { invoiceFileFault } from './invoice-file.ts'

test('only spreadsheets, and not more than 5 MB', () => {
  for (const name of ['a.xlsx', 'A.XLS', 'b.ods', 'c.csv']) assert.equal(invoiceFileFault({ name, size: 1 }), null)
  assert.equal(invoiceFileFault({ name: 'a.pdf', size: 1 }), 'Molimo vas da odaberete Excel fajl (.xlsx, .xls, .ods)')
  assert.equal(invoiceFileFault({ name: 'a.xlsx', size: MAX_INVOICE_SHEET_BYTES }), null)
  assert.equal(
    invoiceFileFault({ name: 'a.xlsx', size: MAX_INVOICE_SHEET_BYTES + 1 }),
    'Excel fajl ne sme biti veći od 5MB.',
  )
})
