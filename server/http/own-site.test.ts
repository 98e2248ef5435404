import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { hostName, isOwnHost } from '#server/host.ts'
import { anyEngine, testApi } from '#server/testing.ts'
import { Metrics } from '#server/watch/metrics.ts'
import { serveMetrics } from '#server/watch/watch.ts'
import { listen } from './listen.ts'

const NAMES = ['zalihe.firma.rs', '10.0.0.5']
const FOREIGN_HOST = {
  message: 'Program ne odgovara na ovom imenu. Ako je njegovo, administrator ga upisuje u PUBLIC_HOSTS.',
}

/** The answer to one call, sent as these bytes. */
function exchange(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  return text(socket)
}
const statusOf = async (answer: Promise<string>) => Number(/^HTTP\/1\.1 (\d+)/.exec(await answer)?.[1])

test('a host is a name or an address, without its port; anything else is none', () => {
  const hosts = ['Zalihe.Firma.rs', 'zalihe.firma.rs.', 'localhost:3000', '127.0.0.1:80', '[::1]:3000', '[FD00:0::5]']
  assert.deepEqual(hosts.map(hostName), [
    ...['zalihe.firma.rs', 'zalihe.firma.rs', 'localhost', '127.0.0.1', '::1', 'fd00::5'],
  ])
  for (const host of ['', 'a b', 'a@localhost', 'localhost/x', 'evil.example, localhost', 'localhost:3000:1', 'a,a'])
    assert.equal(hostName(host), null, host)
})

test('a host is ours as a loopback name, as the address where the request came in, or by PUBLIC_HOSTS', () => {
  const own = (host: string, localAddress = '192.168.1.5') => isOwnHost({ host, localAddress }, NAMES)
  for (const host of ['localhost:3000', 'zalihe.localhost', '127.0.0.1', '127.8.8.8:1', '[::1]', '[::ffff:127.0.0.1]'])
    assert.equal(own(host), true, host)
  for (const host of ['192.168.1.5:3000', 'ZALIHE.firma.rs', 'zalihe.firma.rs:8443', '10.0.0.5'])
    assert.equal(own(host), true, host)
  assert.equal(own('192.168.1.5', '::ffff:192.168.1.5'), true)
  assert.equal(own('[fd00::5]:3000', 'fd00:0:0::5'), true)
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'firma.rs', '192.168.1.6'])
    assert.equal(own(host), false, host)
})

anyEngine('requests of other sites', (engine) => {
  if (engine.name === 'postgres') return

  test('under a foreign name nothing is answered but where the right one is written down', async () => {
    const { app } = await testApi(engine, { publicHosts: NAMES })
    for (const path of ['/', '/api/health', '/api/auth/login', '/api/none', '/assets/main.js']) {
      const answer = await app.request(path, { headers: { host: 'evil.example' } })
      assert.deepEqual([answer.status, await answer.json()], [421, FOREIGN_HOST], path)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    }
    for (const host of ['localhost:3000', NAMES[0] ?? ''])
      assert.equal((await app.request('/api/health', { headers: { host } })).status, 200, host)
  })

  test('a page of another site cannot change anything, whatever it sends', async () => {
    const { app } = await testApi(engine, { publicHosts: NAMES })
    const post = async (path: string, headers: Record<string, string>) => {
      const type = { 'content-type': 'application/json' }
      const answer = await app.request(path, { method: 'POST', headers: { ...type, ...headers }, body: '{}' })
      return [answer.status, ((await answer.json()) as { message: string }).message]
    }
    const foreign = [403, 'Zahtev je poslat sa drugog sajta.']
    const host = 'localhost:3000'
    for (const path of ['/api/auth/login', '/api/auth/register', '/api/auth/logout', '/api/none']) {
      assert.deepEqual(await post(path, { 'sec-fetch-site': 'cross-site' }), foreign)
      for (const origin of ['https://evil.example', 'null', 'http://localhost:8080', 'file://', 'http://localhost'])
        assert.deepEqual(await post(path, { host, origin }), foreign, origin)
    }
    const own = [400, 'Molimo popunite sva polja ispravno.']
    for (const origin of ['http://localhost:3000', 'https://zalihe.firma.rs', 'https://ZALIHE.firma.rs:8443'])
      assert.deepEqual(await post('/api/auth/login', { host, origin, 'sec-fetch-site': 'same-origin' }), own, origin)
    const link = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    assert.equal((await app.request('/api/health', { headers: link })).status, 200, 'a link leads here')
  })

  test('login and registration name the type of what they send: without one no browser asks first', async () => {
    const { app } = await testApi(engine)
    for (const path of ['/api/auth/login', '/api/auth/register']) {
      const headers = { 'content-type': '' }
      const body = new TextEncoder().encode('{"email":"ana@firma.rs","password":"tajna-rec-1"}')
      for (const init of [{ body }, { body, headers }]) {
        const answer = await app.request(path, { method: 'POST', ...init })
        assert.deepEqual([answer.status, await answer.json()], [415, { message: 'Telo zahteva mora biti JSON.' }])
      }
    }
  })

  test('two hosts are refused, on the port of the metrics too; none is let in with HTTP/1.0', async () => {
    const { app } = await testApi(engine)
    const program = await listen(app, { port: 0, host: '127.0.0.1' })
    const metrics = await serveMetrics(new Metrics(), 0, '127.0.0.1', NAMES)
    try {
      for (const [port, path] of [
        [program.port, '/api/health'],
        [metrics.port, '/metrics'],
      ] as const) {
        const get = (...lines: string[]) => statusOf(exchange(port, [`GET ${path} HTTP/1.1`, ...lines]))
        assert.equal(await get('Host: localhost', 'Host: localhost'), 400, path)
        assert.equal(await get('Host: localhost', 'Host: evil.example'), 400, path)
        assert.equal(await get('Host: evil.example'), 421, path)
        assert.equal(await get('Host: '), 400, path)
        assert.equal(await get(`Host: 127.0.0.1:${port}`), 200, path)
        assert.equal(await statusOf(exchange(port, [`GET ${path} HTTP/1.0`])), 200, path)
      }
      assert.match(await exchange(metrics.port, ['GET /metrics HTTP/1.1', 'Host: zalihe.firma.rs']), / 200 /)
    } finally {
      await program.stop()
      metrics.stop()
    }
  })
})
