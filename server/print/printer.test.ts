import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Micro, NO_AMOUNT } from '#domain/decimal.ts'
import { blockedBy } from '#reliability/meanwhile.ts'
import { ownTimeMs } from '#reliability/server-process.ts'
import { createPrinter, pagesOf } from './print-papers.ts'
import { c1, line, longC1 } from './testing-paper.ts'

const ROOMY = { timeLimitMs: 60_000, heapLimitMb: 256, resident: true }
const BOTH = ['specifikacija', 'razduzenje'] as const
const short = { names: BOTH, paper: c1() }
/** Some 60 pages: 100 exported lines of 20 materials. */
const long = { names: ['razduzenje'] as const, paper: longC1(100, 20) }

test('a paper of 60 pages is drawn and leaves the event loop free', async () => {
  const printer = createPrinter(ROOMY)
  await printer.print(short)
  const [began, own] = [performance.now(), ownTimeMs()]
  const { made, blockedMs } = await blockedBy(() => printer.print(long))
  const [tookMs, ownMs] = [performance.now() - began, ownTimeMs() - own]
  const [pdf] = made
  assert.ok(pdf && pagesOf(pdf) >= 60, `${pdf && pagesOf(pdf)} pages`)
  // Drawn on the event loop, this paper would hold it up for a second.
  assert.ok(blockedMs < 50, `${blockedMs} ms`)
  assert.ok(ownMs < tookMs / 2, `${ownMs} of ${tookMs} ms`)
})

test('orders are drawn one after another and answered each with its own papers', async () => {
  const printer = createPrinter(ROOMY)
  const counts = [1, 2, 1].map(
    async (papers) => (await printer.print({ ...short, names: BOTH.slice(0, papers) })).length,
  )
  assert.deepEqual(await Promise.all(counts), [1, 2, 1])
})

test('a paper that can not be drawn rejects, and the printer goes on', async () => {
  const printer = createPrinter(ROOMY)
  const broken = c1({ stavke: [line({ kolicina: 0.5 as Micro, iznos: NO_AMOUNT })] })
  const orders = [printer.print({ ...short, paper: broken }), printer.print(short)]
  const [first, second] = await Promise.allSettled(orders)
  assert.match(String(first?.status === 'rejected' && first.reason), /could not be drawn: RangeError/)
  assert.equal(second?.status, 'fulfilled')
})

test('a worker that dies takes only the paper it was at with it', async () => {
  const printer = createPrinter({ ...ROOMY, heapLimitMb: 40 })
  const orders = [printer.print(short), printer.print(long), printer.print(short)]
  const [first, second, third] = await Promise.allSettled(orders)
  assert.equal(first?.status, 'fulfilled')
  assert.match(String(second?.status === 'rejected' && second.reason), /memory/)
  assert.equal(third?.status, 'fulfilled')
})

test('an order over its time is given up, whether it is drawn or still waits', async () => {
  const printer = createPrinter({ ...ROOMY, timeLimitMs: 1 })
  const results = await Promise.allSettled([printer.print(long), printer.print(short)])
  for (const result of results) assert.match(String(result.status === 'rejected' && result.reason), /longer than 1 ms/)
  await assert.rejects(printer.print(short), /longer than 1 ms/)
})

test('more orders than may wait are refused at once', async () => {
  const printer = createPrinter({ ...ROOMY, queueLimit: 1 })
  const accepted = [printer.print(short), printer.print(short)]
  await assert.rejects(printer.print(short), /1 orders wait/)
  assert.equal((await Promise.all(accepted)).length, 2)
})

test('by default fifty orders may wait beside the one that is being drawn', async () => {
  const printer = createPrinter(ROOMY)
  const accepted = Array.from({ length: 51 }, () => printer.print(short))
  await assert.rejects(printer.print(short), /50 orders wait/)
  assert.equal((await Promise.all(accepted)).length, 51)
})

test('a printer that is not resident starts anew for each rush', async () => {
  const printer = createPrinter({ ...ROOMY, resident: false })
  const first = await printer.print(short)
  assert.deepEqual(await printer.print(short), first)
})
