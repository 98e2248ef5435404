import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { listen } from './listen.ts'
import { LEAST_BYTES_PER_SECOND, PORTION_BYTES, paced, READER_PATIENCE_MS, streamOf } from './paced.ts'

const MEGABYTE = 1024 * 1024

/** A source that is never at its end, and what is told of it. */
function endless() {
  const told: string[] = []
  const over = new AbortController()
  const isOver = once(over.signal, 'abort')
  over.signal.addEventListener('abort', () => told.push('over'))
  const source = new ReadableStream<Uint8Array>(
    { pull: (controller) => controller.enqueue(new Uint8Array(MEGABYTE)), cancel: () => void told.push('cancelled') },
    { highWaterMark: 0 },
  )
  return { source, over, isOver, told, done: () => void told.push('done') }
}

test('what somebody reads arrives whole, in portions, and is over once', async () => {
  assert.deepEqual([LEAST_BYTES_PER_SECOND, READER_PATIENCE_MS], [65_536, 30_000])
  const { over, told, done } = endless()
  const bytes = Uint8Array.from({ length: PORTION_BYTES * 2 + 7 }, (_, index) => index % 251)
  const sizes: number[] = []
  const parts: Uint8Array[] = []
  for await (const part of paced(streamOf(bytes), over, done)) {
    sizes.push(part.length)
    parts.push(part)
  }
  assert.deepEqual(sizes, [PORTION_BYTES, PORTION_BYTES, 7])
  assert.ok(Buffer.concat(parts).equals(bytes))
  await nextTurn()
  assert.deepEqual(told, ['over', 'done'])
})

test('a reader that goes away, never begins, trickles or breaks off ends it once', async () => {
  const left = endless()
  const reader = paced(left.source, left.over, left.done).getReader()
  await reader.read()
  const late = reader.read()
  await reader.cancel()
  await late
  assert.deepEqual(left.told, ['over', 'cancelled', 'done'])

  const never = endless()
  const unread = paced(never.source, never.over, never.done, { bytesPerSecond: 1, patienceMs: 5 })
  await never.isOver
  await assert.rejects(unread.getReader().read(), /presporo/)
  assert.deepEqual(never.told, ['over', 'cancelled', 'done'])

  const trickle = endless()
  const few = paced(trickle.source, trickle.over, trickle.done, { bytesPerSecond: 1e9, patienceMs: 60 }).getReader()
  await assert.rejects(async () => {
    for (let times = 0; times < 1_000; times++) {
      await few.read()
      await sleep(20)
    }
  }, /presporo/)

  const broken = endless()
  const fault = new Error('disk')
  const failing = new ReadableStream({ pull: (controller) => controller.error(fault) }, { highWaterMark: 0 })
  await assert.rejects(paced(failing, broken.over, broken.done).getReader().read(), fault)
  await nextTurn()
  assert.deepEqual(broken.told, ['over', 'done'])
})

test('time in which the source is slow is not the reader’s', async () => {
  const { over, done } = endless()
  const slow = new ReadableStream({
    async pull(controller) {
      await sleep(400)
      controller.enqueue(new Uint8Array(1))
    },
  })
  const reader = paced(slow, over, done, { bytesPerSecond: 1, patienceMs: 300 }).getReader()
  for (let times = 0; times < 2; times++) assert.equal((await reader.read()).done, false)
  await reader.cancel()
})

test('a reader behind a real connection that takes nothing more is cut off, and what he held is free', async () => {
  const { source, over, isOver, told, done } = endless()
  const app = new Hono()
  app.get('/', (c) => c.body(paced(source, over, done, { bytesPerSecond: 1e9, patienceMs: 300 })))
  const server = await listen(app, { port: 0, host: '127.0.0.1' })
  const socket = connect(server.port, '127.0.0.1')
  try {
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'readable')
    socket.pause()
    await isOver
    await nextTurn()
    assert.deepEqual(told, ['over', 'cancelled', 'done'])
  } finally {
    socket.destroy()
    await server.stop()
  }
})
