// The numbers of the specification (spec §9), and those that decisions set instead.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_DAY_CHARACTERS, parseIsoDate } from '#domain/calendar-date.ts'
import { MAX_NUMBER_CHARACTERS, ONE, parseMicro } from '#domain/decimal.ts'
import { inOneForm, MAX_RAW_CHARACTERS } from '#domain/one-form.ts'
import * as limits from './limits.ts'

describe('limits', () => {
  test('files: PDF 10 MB, invoice Excel 5 MB, Excel of materials and BOM 10 MB', () => {
    assert.equal(limits.MAX_PDF_BYTES, 10_485_760)
    assert.equal(limits.MAX_INVOICE_SHEET_BYTES, 5_242_880)
    assert.deepEqual([limits.MAX_IMPORT_SHEET_BYTES, limits.MAX_DOCUMENT_SHEET_BYTES], [10_485_760, 20_971_520])
    assert.deepEqual([limits.MAX_PRILOG_BYTES, limits.MAX_PRILOGA], [10_485_760, 20])
  })

  test('pages: 10 documents, 10 transactions, 10 materials, 1000 products; at most 5000 rows', () => {
    assert.equal(limits.DOCUMENT_PAGE_ROWS, 10)
    assert.equal(limits.TRANSACTION_PAGE_ROWS, 10)
    assert.equal(limits.MATERIAL_PAGE_ROWS, 10)
    assert.equal(limits.RECORD_PAGE_ROWS, 10)
    assert.equal(limits.PRODUCT_PAGE_ROWS, 1000)
    assert.equal(limits.MAX_PAGE_ROWS, 5000)
  })

  test('pages beyond the specification: 50 entries of the history, of the archive, of closed periods and of a discharge, 5 documents with what remains, summaries whole', () => {
    assert.equal(limits.AUDIT_PAGE_ROWS, 50)
    assert.equal(limits.ARCHIVE_PAGE_ROWS, 50)
    assert.equal(limits.DISCHARGE_PAGE_ROWS, 50)
    assert.equal(limits.CLOSING_PAGE_ROWS, 50)
    assert.equal(limits.REMAINING_PAGE_ROWS, 5)
    assert.equal(limits.SUMMARY_PAGE_ROWS, 5000)
    assert.equal(limits.MAX_PAGE, 1_000_000_000)
  })

  test('bodies: 8 MB of JSON, 16 KB without a session, 20 lists in each other, 200,000 values, forms of 24 parts', () => {
    assert.equal(limits.MAX_JSON_BYTES, 8_388_608)
    assert.equal(limits.MAX_OPEN_JSON_BYTES, 16_384)
    assert.equal(limits.MAX_JSON_DEPTH, 20)
    assert.deepEqual([limits.MAX_JSON_VALUES, limits.MAX_JSON_MEMBERS], [200_000, 10_000])
    assert.deepEqual([limits.MAX_MULTIPART_PARTS, limits.MAX_PART_HEADER_BYTES], [24, 8192])
    assert.equal(limits.MAX_TOLD_ERRORS, 1000)
    assert.deepEqual(
      [limits.MAX_FAKTURA_BYTES, limits.MAX_FAKTURA_FILES, limits.MAX_FAKTURE_BYTES, limits.MAX_SIFARA],
      [10_485_760, 20, 31_457_280, 500],
    )
  })

  test('what is sent is measured before it is read: texts 10,000 signs, numbers 100, days 60', () => {
    assert.deepEqual([MAX_RAW_CHARACTERS, MAX_NUMBER_CHARACTERS, MAX_DAY_CHARACTERS], [10_000, 100, 60])
    const blanks = (characters: number) => ' '.repeat(characters)
    assert.equal(inOneForm(`${blanks(MAX_RAW_CHARACTERS - 1)}a`), 'a')
    assert.equal(inOneForm(`${blanks(MAX_RAW_CHARACTERS)}a`).length, MAX_RAW_CHARACTERS + 1)
    assert.equal(parseMicro(`1.${'0'.repeat(MAX_NUMBER_CHARACTERS - 2)}`), ONE)
    assert.equal(parseMicro(`1.${'0'.repeat(MAX_NUMBER_CHARACTERS - 1)}`), null)
    assert.equal(parseIsoDate(`2026-01-01${blanks(MAX_DAY_CHARACTERS - 10)}`), '2026-01-01')
    assert.equal(parseIsoDate(`2026-01-01${blanks(MAX_DAY_CHARACTERS - 9)}`), null)
  })

  test('thirty marks of a letter count', () => {
    assert.equal(inOneForm(`x${'\u0316'.repeat(31)}y`), `x${'\u0316'.repeat(30)}y`)
    assert.equal(inOneForm('c\u030c'), 'č')
  })

  test('texts: 200 signs of a name, 50 of a code, 500 of a reason', () => {
    assert.equal(limits.MAX_NAME_CHARACTERS, 200)
    assert.equal(limits.MAX_CODE_CHARACTERS, 50)
    assert.equal(limits.MAX_REASON_CHARACTERS, 500)
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
