import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { DOCUMENT_SHEET_LIMITS, SHEET_LIMITS, SHEET_MAX_RATIO, SheetRefused } from './sheet-limits.ts'
import { type ZipMember, zipOf } from './write-zip.ts'
import { readZipDirectory, unpackMembers } from './zip-directory.ts'

const MEGABYTE = 1024 * 1024
const unpackAll = (bytes: Uint8Array) => unpackMembers(bytes, readZipDirectory(bytes, SHEET_LIMITS), () => true)
const refusal = (code: string) => (error: unknown) => error instanceof SheetRefused && error.code === code
const refuses = (members: ZipMember[], code: string) => assert.throws(() => unpackAll(zipOf(members)), refusal(code))
/** Deflates well, but not improbably well. */
const text = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes / 8 }, (_, index) => String(index).padStart(8)).join(''))

test('what a spreadsheet may cost', () => {
  assert.deepEqual(SHEET_LIMITS, {
    formats: ['xlsx', 'xls', 'ods'],
    maxRows: 20_000,
    maxColumns: 512,
    maxCells: 200_000,
    maxCharacters: 4_000_000,
    maxEntries: 1_000,
    maxUnpackedBytes: 104_857_600,
  })
  assert.deepEqual(DOCUMENT_SHEET_LIMITS, {
    ...SHEET_LIMITS,
    maxRows: 60_000,
    maxColumns: 100,
    maxCells: 1_000_000,
    maxCharacters: 16_000_000,
    maxUnpackedBytes: 209_715_200,
  })
})

describe('a zip file', () => {
  test('gives what was put into it, packed or stored, under a comment or none', () => {
    const members = [
      { name: 'a.xml', content: 'Šašija' },
      { name: 'b\\c.xml', content: 'x'.repeat(5000), stored: true },
      { name: 'empty', content: '' },
    ]
    for (const comment of ['', 'PK and more']) {
      const unpacked = unpackAll(zipOf(members, comment))
      assert.deepEqual([...unpacked.keys()], ['a.xml', 'b/c.xml', 'empty'])
      assert.equal(new TextDecoder().decode(unpacked.get('a.xml')), 'Šašija')
      assert.equal(unpacked.get('b/c.xml')?.length, 5000)
    }
  })

  test('may hold so many members and no more', () => {
    const members = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `m${index}`, content: '' }))
    assert.equal(
      readZipDirectory(zipOf(members(SHEET_LIMITS.maxEntries)), SHEET_LIMITS).length,
      SHEET_LIMITS.maxEntries,
    )
    refuses(members(SHEET_LIMITS.maxEntries + 1), 'too-large')
  })

  test('may declare so many bytes in all and no more', () => {
    const half = { content: text(MEGABYTE), declaredBytes: SHEET_LIMITS.maxUnpackedBytes / 2 }
    const members = [
      { name: 'a', ...half },
      { name: 'b', ...half },
    ]
    assert.equal(readZipDirectory(zipOf(members), SHEET_LIMITS).length, 2)
    refuses([...members, { name: 'c', content: 'x' }], 'too-large')
  })

  test('may be packed well, but not improbably well', () => {
    const packed = zipOf([{ name: 'a', content: text(2 * MEGABYTE) }])
    assert.equal(unpackAll(packed).get('a')?.length, 2 * MEGABYTE)
    refuses([{ name: 'a', content: Buffer.alloc(2 * MEGABYTE) }], 'too-large')
    refuses([{ name: 'a', content: 'x', declaredBytes: 10 * SHEET_MAX_RATIO * MEGABYTE }], 'too-large')
    assert.equal(unpackAll(zipOf([{ name: 'a', content: Buffer.alloc(MEGABYTE / 2) }])).size, 1)
  })

  test('is held to what it declares', () => {
    refuses([{ name: 'a', content: text(MEGABYTE), declaredBytes: 1000 }], 'too-large')
    refuses([{ name: 'a', content: 'abc', declaredBytes: 1000 }], 'damaged')
    refuses([{ name: 'a', content: 'abc', declaredBytes: 1000, stored: true }], 'damaged')
    refuses([{ name: 'a', content: 'no deflate stream', stored: true, method: 8 }], 'damaged')
    const flipped = zipOf([{ name: 'a', content: '<v>1250</v>', stored: true }])
    flipped.write('9', flipped.indexOf('1250'))
    assert.throws(() => unpackAll(flipped), refusal('damaged'))
  })

  test('may neither be locked nor packed in another way', () => {
    refuses([{ name: 'a', content: 'abc', flags: 1 }], 'encrypted')
    refuses([{ name: 'a', content: 'abc', method: 12 }], 'damaged')
  })

  test('is refused or read when cut off or altered anywhere, and nothing else', () => {
    const whole = zipOf([
      { name: 'a.xml', content: 'abcabcabc' },
      { name: 'b.xml', content: 'x'.repeat(100) },
    ])
    const cut = fc.integer({ min: 0, max: whole.length })
    fc.assert(
      fc.property(
        cut,
        fc.integer({ min: 0, max: whole.length - 1 }),
        fc.integer({ min: 0, max: 255 }),
        (end, at, byte) => {
          const altered = Buffer.from(whole)
          altered[at] = byte
          for (const bytes of [altered, altered.subarray(0, end)]) {
            try {
              unpackAll(bytes)
            } catch (error) {
              assert.ok(error instanceof SheetRefused, String(error))
            }
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})
