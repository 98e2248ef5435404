import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { until } from '#server/testing-until.ts'
import { IDLE_GRACE_MS, listen, STOP_TIMEOUT_MS, type StopLimits } from './listen.ts'

/** Far apart, so that a machine with other work to do does not blur them. */
const LIMITS = { idleGraceMs: 600, stopTimeoutMs: 3_000 }
const GET = 'GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('requests have 15 seconds after SIGTERM, connections without one two', () => {
  assert.deepEqual([STOP_TIMEOUT_MS, IDLE_GRACE_MS], [15_000, 2_000])
})

/** One connection: what came back on it so far, and after how long it was closed. */
type Line = { readonly socket: Socket; received(): string; readonly closedMs: Promise<number> }

/** A server whose `/slow` answers when it is released, and connections to it. */
async function serve(limits: StopLimits = LIMITS) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const app = new Hono()
  app.onError((_error, c) => c.text('cut off', 500))
  app.get('/quick', (c) => c.text('quick'))
  app.post('/read', async (c) => c.text(await c.req.text()))
  app.get('/slow', async (c) => {
    reached.resolve()
    await released.promise
    return c.text('slow')
  })
  const server = await listen(app, { port: 0, host: '127.0.0.1', ...limits })
  const began = performance.now()
  async function open(send: string): Promise<Line> {
    const socket = connect(server.port, '127.0.0.1')
    let received = ''
    socket.on('data', (data) => {
      received += data
    })
    // However it is closed: a client that waits for nothing hears of no difference.
    socket.on('error', () => undefined)
    const closedMs = once(socket, 'close').then(() => performance.now() - began)
    await once(socket, 'connect')
    socket.write(send)
    return { socket, received: () => received, closedMs }
  }
  return { server, open, reached: reached.promise, release: released.resolve }
}

async function untilAnswered(line: Line, answers = 1) {
  await until('it is answered', () => line.received().split('HTTP/1.1 200').length > answers)
}

test('a request that is on its way on a kept connection is answered after all, and told that it closes', async () => {
  const { server, open } = await serve()
  const line = await open(GET)
  await untilAnswered(line)
  assert.match(line.received(), /connection: keep-alive/i)
  const fresh = await open('')
  await sleep(50)
  const stopped = server.stop()
  await sleep(LIMITS.idleGraceMs / 4)
  for (const { socket } of [line, fresh]) socket.write(GET)
  await untilAnswered(line, 2)
  await untilAnswered(fresh)
  await stopped
  for (const { received } of [line, fresh]) assert.match(received(), /connection: close\r\n(?!.*HTTP)[\s\S]*quick$/i)
  await assert.rejects(fetch(`http://127.0.0.1:${server.port}/quick`), 'nobody new gets in')
})

test('a request that runs is finished and told that its connection closes, and stopping waits no longer', async () => {
  const { server, open, reached, release } = await serve({})
  const line = await open('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await reached
  const stopped = server.stop()
  release()
  await stopped
  await line.closedMs
  assert.match(line.received(), /connection: close\r\n[\s\S]*slow$/i)
})

test('who is silent, or sends half a request, keeps nobody from stopping', async () => {
  const { server, open, reached, release } = await serve()
  const silent = await Promise.all([open(''), open('GET /quick HTTP/1.1\r\nHost: localhost\r\n'), open(GET)])
  await untilAnswered(silent[2] as Line)
  const half = 'POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf'
  const stalled = await Promise.all([open(half), open('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')])
  await reached
  const began = performance.now()
  await server.stop()
  const tookMs = performance.now() - began
  assert.ok(tookMs >= LIMITS.stopTimeoutMs, `${tookMs} ms`)
  const closed = await Promise.all([...silent, ...stalled].map(({ closedMs }) => closedMs))
  const [latestSilent, firstStalled] = [Math.max(...closed.slice(0, 3)), Math.min(...closed.slice(3))]
  assert.ok(latestSilent < firstStalled, `${closed}`)
  release()
})

test('while it drains new ones get in, and every answer closes its connection', async () => {
  const { server, open } = await serve()
  const kept = await open(GET)
  await untilAnswered(kept)
  const stopped = server.stop(1_000)
  kept.socket.write(GET)
  const late = await open(GET)
  await untilAnswered(kept, 2)
  await untilAnswered(late)
  for (const line of [kept, late]) {
    await line.closedMs
    assert.match(line.received(), /connection: close\r\n[\s\S]*quick$/i)
  }
  await stopped
})
