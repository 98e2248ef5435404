// The numbers of the specification (spec §9), and those that decisions set instead.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as limits from './limits.ts'

describe('limits', () => {
  test('files: PDF 10 MB, invoice Excel 5 MB, Excel of materials and BOM 10 MB', () => {
    assert.equal(limits.MAX_PDF_BYTES, 10_485_760)
    assert.equal(limits.MAX_INVOICE_SHEET_BYTES, 5_242_880)
    assert.equal(limits.MAX_IMPORT_SHEET_BYTES, 10_485_760)
  })

  test('pages: 10 documents, 10 transactions, 10 materials, 1000 products; at most 5000 rows', () => {
    assert.equal(limits.DOCUMENT_PAGE_ROWS, 10)
    assert.equal(limits.TRANSACTION_PAGE_ROWS, 10)
    assert.equal(limits.MATERIAL_PAGE_ROWS, 10)
    assert.equal(limits.PRODUCT_PAGE_ROWS, 1000)
    assert.equal(limits.MAX_PAGE_ROWS, 5000)
  })

  test('items are added 1 to 20 at a time', () => {
    assert.deepEqual([limits.MIN_ADDED_ITEMS, limits.MAX_ADDED_ITEMS], [1, 20])
  })

  test('a password has 8 characters at least', () => {
    assert.equal(limits.MIN_PASSWORD_CHARACTERS, 8)
  })
})
