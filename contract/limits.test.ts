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

  test('pages beyond the specification: 50 entries of the history, of the archive and of a discharge, 5 documents with what remains, summaries whole', () => {
    assert.equal(limits.AUDIT_PAGE_ROWS, 50)
    assert.equal(limits.ARCHIVE_PAGE_ROWS, 50)
    assert.equal(limits.DISCHARGE_PAGE_ROWS, 50)
    assert.equal(limits.REMAINING_PAGE_ROWS, 5)
    assert.equal(limits.SUMMARY_PAGE_ROWS, 5000)
    assert.equal(limits.MAX_PAGE, 1_000_000_000)
  })

  test('bodies: 8 MB of JSON, 16 KB without a session, 20 lists in each other', () => {
    assert.equal(limits.MAX_JSON_BYTES, 8_388_608)
    assert.equal(limits.MAX_OPEN_JSON_BYTES, 16_384)
    assert.equal(limits.MAX_JSON_DEPTH, 20)
  })

  test('texts: 200 signs of a name, 50 of a code', () => {
    assert.equal(limits.MAX_NAME_CHARACTERS, 200)
    assert.equal(limits.MAX_CODE_CHARACTERS, 50)
  })

  test('the archive waits 300 ms for more of a search and 500 ms for more of a filter', () => {
    assert.equal(limits.ARCHIVE_SEARCH_DEBOUNCE_MS, 300)
    assert.equal(limits.ARCHIVE_FILTER_DEBOUNCE_MS, 500)
  })

  test('items are added 1 to 20 at a time', () => {
    assert.deepEqual([limits.MIN_ADDED_ITEMS, limits.MAX_ADDED_ITEMS], [1, 20])
  })

  test('a password has 8 characters at least', () => {
    assert.equal(limits.MIN_PASSWORD_CHARACTERS, 8)
  })
})
