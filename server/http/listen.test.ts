import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { Hono } from 'hono'
import { MAX_JSON_BYTES } from '#contract/limits.ts'
import { anyEngine, type TestApi, type TestEngine, testApi } from '#server/testing.ts'
import { until } from '#server/testing-until.ts'
import { listen, MAX_CONNECTIONS, MAX_HEADER_BYTES, REFUSED_MS } from './listen.ts'

const NOT_HTTP = { message: 'Zahtev nije ispravan ili nije stigao na vreme.' }
const SHORT = { headersTimeoutMs: 300, requestTimeoutMs: 600 }

type Write = (bytes: string) => void

/** Sends bytes as they are, and answers all that came back until the connection closed. */
function exchange(port: number, send: (write: Write) => void): Promise<{ received: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => send((bytes) => socket.writable && socket.write(bytes)))
    let received = ''
    socket.on('data', (data) => {
      received += data
    })
    socket.on('close', () => resolve({ received }))
    // Cut off in the middle of sending: what came before that counts.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!['EPIPE', 'ECONNRESET'].includes(error.code ?? '')) reject(error)
    })
  })
}

/** Runs `work` with the application listening on a free port. */
async function listening(engine: TestEngine, work: (port: number, api: TestApi) => Promise<void>, timeouts = {}) {
  const api = await testApi(engine)
  const server = await listen(api.app, { port: 0, host: '127.0.0.1', ...timeouts })
  try {
    await work(server.port, api)
  } finally {
    await server.stop()
  }
}

/** Node's server that answers on this port, which says so at every request. */
async function serverAt(port: number): Promise<Server> {
  const servers: Server[] = []
  const hear = (message: unknown) => servers.push((message as { server: Server }).server)
  subscribe('http.server.request.start', hear)
  await exchange(port, (write) => write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'))
  unsubscribe('http.server.request.start', hear)
  assert.equal(servers.length, 1)
  return servers[0] as Server
}

function assertRefused(received: string, status: number, body: object = NOT_HTTP) {
  assert.match(received, new RegExp(`^HTTP/1\\.1 ${status} `))
  const [head = '', text = ''] = received.split('\r\n\r\n')
  assert.match(head, /content-type: application\/json/i)
  assert.match(head, /cache-control: no-store/i)
  assert.match(head, /x-content-type-options: nosniff/i)
  assert.deepEqual(JSON.parse(text), body)
}

anyEngine('the server', (engine) => {
  if (engine.name === 'postgres') return

  test('a client has 15 seconds for its headers, 16 KB of them, and three minutes for all it sends', () =>
    listening(engine, async (port) => {
      const { headersTimeout, requestTimeout, ...server } = await serverAt(port)
      assert.deepEqual([headersTimeout, requestTimeout, MAX_HEADER_BYTES], [15_000, 180_000, 16_384])
      const { connectionsCheckingInterval } = server as { connectionsCheckingInterval?: number }
      assert.equal(connectionsCheckingInterval, 5_000, 'how often both are looked after')
    }))

  test('a connection may rest for 65 seconds between two requests, and for five minutes within one', () =>
    listening(engine, async (port) => {
      const { keepAliveTimeout, timeout } = await serverAt(port)
      assert.deepEqual([keepAliveTimeout, timeout], [65_000, 300_000])
    }))

  test('what is no HTTP, or could be read in two ways, is refused in one sentence and the connection closed', () =>
    listening(engine, async (port) => {
      const host = 'Host: localhost'
      const requests = [
        'nonsense\r\n\r\n',
        `GET / HTTP/9.9\r\n${host}\r\n\r\n`,
        `GET /api/health HTTP/1.1\r\n${host}\r\nBroken header\r\n\r\n`,
        `GET /api/health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`,
        `GET \\..\\..\\etc HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`,
        `POST /api/auth/login HTTP/1.1\r\n${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        `POST /api/auth/login HTTP/1.1\r\n${host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345`,
        `POST /api/auth/login HTTP/1.1\r\n${host}\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
      ]
      for (const request of requests) {
        const { received } = await exchange(port, (write) => write(request))
        assertRefused(received, 400)
        assert.equal(received.split('HTTP/1.1').length, 2, request)
      }
    }))

  test('a request names its host, and is not sent back (TRACE)', () =>
    listening(engine, async (port) => {
      const trace = 'TRACE /api/health HTTP/1.1\r\nHost: localhost\r\nX-Secret: 1\r\nConnection: close\r\n\r\n'
      assertRefused((await exchange(port, (write) => write(trace))).received, 404, {
        message: 'Ova adresa ne postoji.',
      })
      const { received } = await exchange(port, (write) => write('GET /api/health HTTP/1.1\r\n\r\n'))
      assert.match(received, /^HTTP\/1\.1 400 /)
    }))

  test('headers have a limit', () =>
    listening(engine, async (port) => {
      const long = `GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(MAX_HEADER_BYTES)}\r\n\r\n`
      assertRefused((await exchange(port, (write) => write(long))).received, 431)
    }))

  test('a client that never finishes its headers, or its body, is sent away', () =>
    listening(
      engine,
      async (port, { token }) => {
        const headers = await exchange(port, (write) => write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n'))
        assertRefused(headers.received, 408)

        const request = ['POST /api/materials HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${token}`]
        const lines = [...request, 'Content-Type: application/json', 'Content-Length: 100', '', '{"id":']
        const body = await exchange(port, (write) => write(lines.join('\r\n')))
        assert.match(body.received, /^(HTTP\/1\.1 408 |$)/)
      },
      SHORT,
    ))

  test('who keeps a refused connection open is cut off a second after the answer', () =>
    listening(
      engine,
      async (port) => {
        const server = await serverAt(port)
        const half = { port, host: '127.0.0.1', allowHalfOpen: true }
        const sockets = Array.from({ length: 20 }, () => connect(half, () => undefined))
        for (const socket of sockets) {
          socket.on('error', () => undefined).write('GET /api/health HTTP/1.1\r\nHost: a\r\n')
          socket.resume()
        }
        await Promise.all(sockets.map((socket) => once(socket, 'end')))
        const count = () => new Promise<number>((tell) => server.getConnections((_, open) => tell(open)))
        await until('all are closed', async () => (await count()) === 0)
        for (const socket of sockets) socket.destroy()
      },
      SHORT,
    ))

  test('a thousand connections are all there are', () =>
    listening(engine, async (port) => {
      assert.deepEqual([(await serverAt(port)).maxConnections, MAX_CONNECTIONS, REFUSED_MS], [1_000, 1_000, 1_000])
    }))

  test('a body without an end is read to its limit, without a session not at all', () =>
    listening(engine, async (port, { token }) => {
      const chunk = `${(64 * 1024).toString(16)}\r\n${' '.repeat(64 * 1024)}\r\n`
      let sent = 0
      const flood = (authorization: string) => (write: Write) => {
        sent = 0
        write(
          `POST /api/materials HTTP/1.1\r\nHost: localhost\r\n${authorization}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
        )
        for (; sent < 4 * MAX_JSON_BYTES; sent += chunk.length) write(chunk)
      }
      const known = await exchange(port, flood(`Authorization: Bearer ${token}\r\n`))
      assertRefused(known.received, 413, { message: 'Poslati podaci su preveliki.' })
      const unknown = await exchange(port, flood(''))
      assertRefused(unknown.received, 401, { message: 'Niste prijavljeni ili je sesija istekla.' })
    }))

  test('stopping answers what is under way and ends, though its connection would ask on for ever', async () => {
    const api = await testApi(engine)
    const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const app = new Hono()
    app.get('/slow', async (c) => {
      reached.resolve()
      await release.promise
      return c.text('done')
    })
    app.route('/', api.app)
    const server = await listen(app, { port: 0, host: '127.0.0.1' })
    const get = (path: string, connection: string) =>
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`
    const received = exchange(server.port, (write) => write(get('/slow', 'keep-alive')))
    await reached.promise
    const stopped = server.stop()
    release.resolve()
    await stopped
    assert.match((await received).received, /^HTTP\/1\.1 200 OK[\s\S]*done/)
    await assert.rejects(fetch(`http://127.0.0.1:${server.port}/api/health`))
  })

  test('a good call goes through, and the connection stays for the next', () =>
    listening(engine, async (port) => {
      const call = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n'
      const { received } = await exchange(port, (write) => write(`${call}\r\n${call}Connection: close\r\n\r\n`))
      assert.equal(received.match(/HTTP\/1\.1 200 OK/g)?.length, 2)
    }))
})
