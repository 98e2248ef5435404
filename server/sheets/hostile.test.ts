import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import { blockedBy } from '#reliability/meanwhile.ts'
import { until } from '#server/testing-until.ts'
import type { SheetReply } from './sheet-child.ts'
import { SHEET_LIMITS, SHEET_QUEUE_LIMITS } from './sheet-limits.ts'
import { createSheetQueue } from './sheet-queue.ts'
import { ODS_TYPE, odsMembers, xlsxMembers } from './testing-zip.ts'
import { type ZipMember, zipOf } from './write-zip.ts'

const MEGABYTE = 1024 * 1024
const HELD_UP_MS = 200
const sample = await readFile(new URL('../../e2e/fixtures/fakture-c4.xlsx', import.meta.url))
/** The invoices of a file, whose materials are in no catalogue. */
const jobOf = (bytes: Uint8Array, limits = SHEET_LIMITS) => {
  return async () => ({ bytes, limits, list: 'invoices' as const, known: { catalogue: [] } })
}
const readRows = (reply: SheetReply<'invoices'>) => ('list' in reply ? reply.list.preskoceni.length : reply.refused)
const SAMPLE_ROWS = 36
const xlsx = (sheet: string) => zipOf(xlsxMembers(sheet))
/** An xlsx in which one member has this content, or another declared size. */
const withMember = (change: ZipMember) =>
  zipOf([...xlsxMembers('<sheetData/>').filter(({ name }) => name !== change.name), change])
const cell = (reference: string) => `<c r="${reference}"><v>1</v></c>`
const odsCell = (repeats: string) =>
  `<table:table-cell office:value-type="float" office:value="1" ${repeats}><text:p>1</text:p></table:table-cell>`
/** Deflates well, but not improbably well, so that only the sum is against it. */
const filler = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes / 8 }, (_, index) => `${index}`.padEnd(8)).join(''))

const HOSTILE: [string, () => Uint8Array, string][] = [
  [
    'an xlsx with the cells A1 and XFD1048576',
    () =>
      xlsx(
        `<dimension ref="A1:XFD1048576"/><sheetData><row r="1">${cell('A1')}</row><row r="1048576">${cell('XFD1048576')}</row></sheetData>`,
      ),
    'too-large',
  ],
  [
    'an xlsx with a cell in a row beyond all',
    () => xlsx(`<sheetData><row r="99999999999">${cell('A99999999999')}</row></sheetData>`),
    'too-large',
  ],
  [
    'an ods that repeats a row and its cells',
    () =>
      zipOf(
        odsMembers(
          `<table:table-row table:number-rows-repeated="1048576">${odsCell('table:number-columns-repeated="16384"')}</table:table-row>`,
        ),
      ),
    'too-large',
  ],
  [
    'an ods that hides its repeats from us',
    () =>
      zipOf(
        odsMembers(
          `<table:table-row table:number-rows-repeated="1e6">${odsCell('table:number-columns-repeated="16384"')}</table:table-row>`,
        ),
      ),
    'too-large',
  ],
  [
    'an xlsx that declares 250 MB',
    () =>
      withMember({ name: 'xl/worksheets/sheet1.xml', content: filler(2 * MEGABYTE), declaredBytes: 250 * MEGABYTE }),
    'too-large',
  ],
  [
    'an xlsx that holds 250 MB and declares them',
    () => withMember({ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(250 * MEGABYTE, ' ') }),
    'too-large',
  ],
  [
    'an xlsx that holds 250 MB and declares a kilobyte',
    () =>
      withMember({ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(250 * MEGABYTE, ' '), declaredBytes: 1024 }),
    'too-large',
  ],
  [
    'an xlsx of millions of cells',
    () => xlsx(`<sheetData>${`<row>${'<c><v>1</v></c>'.repeat(100)}</row>`.repeat(50_000)}</sheetData>`),
    'too-large',
  ],
  ['an xlsx that is cut off', () => sample.subarray(0, sample.length / 2), 'damaged'],
  ['a zip of noise', () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(5000, 7)]), 'damaged'],
  ['a text file named .xlsx', () => Buffer.from('ID;Naziv\nVIJ01;Vijak\n'), 'format'],
  ['an HTML table named .xls', () => Buffer.from('<html><table><tr><td>VIJ01</td></tr></table></html>'), 'resave'],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'format'],
  ['an empty file', () => new Uint8Array(), 'format'],
  ['a zip that is no spreadsheet', () => zipOf([{ name: 'word/document.xml', content: 'x' }]), 'format'],
  [
    'a text document of LibreOffice',
    () =>
      zipOf([
        { name: 'mimetype', content: ODS_TYPE.replace('spreadsheet', 'text'), stored: true },
        { name: 'content.xml', content: 'x' },
      ]),
    'format',
  ],
  [
    'an xlsx whose members are locked',
    () => withMember({ name: 'xl/worksheets/sheet1.xml', content: 'x', flags: 1 }),
    'encrypted',
  ],
  [
    'a compound file of noise',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(5000, 7)]),
    'damaged',
  ],
]

describe('a hostile file is refused, in time and without holding up others', () => {
  const queue = createSheetQueue()
  after(() => queue.close())

  for (const [name, make, refused] of HOSTILE) {
    test(name, async () => {
      const bytes = make()
      const { made, blockedMs } = await blockedBy(() => queue.read(jobOf(bytes)))
      assert.deepEqual(made, { refused })
      assert.ok(blockedMs < HELD_UP_MS, `other requests could have waited ${blockedMs} ms`)
    })
  }

  test('and the next good file is read', async () => {
    assert.equal(readRows(await queue.read(jobOf(sample))), SAMPLE_ROWS)
  })

  test('the limits add up to less than 20 s', () => {
    assert.ok(SHEET_QUEUE_LIMITS.waitMs + SHEET_QUEUE_LIMITS.parseMs < 20_000)
  })
})

describe('the processes that read spreadsheets', () => {
  // Long enough for the parser that the time limit always strikes first.
  const slow = xlsx(`<sheetData>${`<row>${'<c><v>1</v></c>'.repeat(100)}</row>`.repeat(5_000)}</sheetData>`)
  const generous = { ...SHEET_LIMITS, maxCells: 1e9 }
  /** The ids of those that there are. */
  const readers = () =>
    readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
      .split(' ')
      .filter((id) => id && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('sheet-child'))
  const queueOf = (limits: Partial<typeof SHEET_QUEUE_LIMITS>) => createSheetQueue({ ...SHEET_QUEUE_LIMITS, ...limits })

  test('are ended when their time is up, and replaced', async () => {
    const queue = queueOf({ parseMs: 20 })
    assert.deepEqual(await queue.read(jobOf(slow, generous)), { refused: 'too-slow' })
    assert.deepEqual(await queue.read(jobOf(slow, generous)), { refused: 'too-slow' })
    queue.close()
  })

  test('know nothing of our environment, and end with their file', { skip: process.platform !== 'linux' }, async () => {
    const others = new Set(readers())
    const own = () => readers().filter((id) => !others.has(id))
    const queue = queueOf({ processes: 1 })
    assert.equal(readRows(await queue.read(jobOf(sample))), SAMPLE_ROWS)
    await until('one of ours is kept', () => own().length === 1)
    const [kept] = own()
    const names = readFileSync(`/proc/${kept}/environ`, 'utf8').split('\0').filter(Boolean)
    for (const variable of names) assert.match(variable, /^NODE_/)
    queue.close()
    await until('it is gone', () => own().length === 0)
  })

  test('die alone when their memory is not enough', async () => {
    const queue = queueOf({ memoryMb: 40 })
    assert.deepEqual(await queue.read(jobOf(slow, generous)), { refused: 'too-large' })
    assert.equal(readRows(await queue.read(jobOf(sample))), SAMPLE_ROWS)
    queue.close()
  })

  test('take so many files at a time; the others wait, and too many are sent away', async () => {
    const queue = queueOf({ processes: 1, queue: 2, waitMs: 60_000 })
    const replies = await Promise.all(Array.from({ length: 5 }, () => queue.read(jobOf(sample))))
    assert.deepEqual(replies.map(readRows), [SAMPLE_ROWS, SAMPLE_ROWS, SAMPLE_ROWS, 'busy', 'busy'])
    queue.close()
  })

  test('keep nobody waiting for ever', async () => {
    const queue = queueOf({ processes: 1, waitMs: 1 })
    const [first, second] = await Promise.all([sample, sample].map((bytes) => queue.read(jobOf(bytes))))
    assert.ok(first && 'list' in first)
    assert.deepEqual(second, { refused: 'busy' })
    queue.close()
  })
})
