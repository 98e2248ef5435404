import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#contract/endpoint.ts'
import { MAX_PDF_BYTES } from '#contract/limits.ts'
import { anyEngine, type Client, type TestApi, testApi } from '#server/testing.ts'
import { bytesInFlight, MAX_ALL_BYTES, MAX_USER_BYTES, SMALL_BODY_BYTES } from './body.ts'
import { failedLine, linesReply } from './lines.ts'

test('32 MiB are one user’s, 64 MiB all users’; what is small always comes in, and room is given back', () => {
  assert.deepEqual([SMALL_BODY_BYTES, MAX_USER_BYTES, MAX_ALL_BYTES], [65_536, 33_554_432, 67_108_864])
  let rested = 0
  const bodies = bytesInFlight(() => rested++)
  const take = (user: number, bytes: number) => {
    const room = bodies(user)
    room.need(bytes)
    return room
  }
  const [one, two] = [take(1, MAX_USER_BYTES), take(2, MAX_USER_BYTES - 1)]
  const busy = { code: 'unavailable', seconds: 5 }
  assert.throws(() => take(1, SMALL_BODY_BYTES + 1), busy)
  assert.throws(() => take(3, SMALL_BODY_BYTES + 1), busy, 'all there is, is taken')
  take(1, SMALL_BODY_BYTES)
  two.need(MAX_USER_BYTES)
  assert.throws(() => two.need(MAX_USER_BYTES + 1), busy)
  two.leave()
  assert.throws(() => take(1, SMALL_BODY_BYTES + 1), busy, 'his own are')
  take(3, MAX_USER_BYTES).leave()
  assert.equal(rested, 0)
  one.leave()
  assert.equal(rested, 1)
  take(1, SMALL_BODY_BYTES + 1).leave()
  assert.equal(rested, 1, 'that was little')
})

/** An upload whose file never comes; ends with `cancel`. */
function hold({ token }: Client, { app }: TestApi, bytes: number) {
  const stream = Promise.withResolvers<ReadableStreamDefaultController>()
  const body = new ReadableStream({ start: (controller) => stream.resolve(controller) })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(bytes),
  }
  const answer = app.request('/api/c4/upload', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  return { answer, cancel: async () => (await stream.promise).close() }
}

anyEngine('bodies on their way', (engine) => {
  if (engine.name === 'postgres') return

  test('a fourth upload of one user is refused with the time to wait, nobody else’s is, and then there is room', async () => {
    const api = await testApi(engine)
    const jelena = await api.signIn('jelena@firma.rs')
    const held = Array.from({ length: 3 }, () => hold(api, api, MAX_PDF_BYTES))
    // A call that is answered behind them: by then they are counted.
    assert.equal((await api.get('/auth/me')).status, 200)
    const file = {
      name: 'racun.pdf',
      bytes: new TextEncoder().encode(`%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF${'x'.repeat(3 * 1024 * 1024)}`),
    }
    const sized = { 'content-length': String(file.bytes.byteLength + 500) }
    const refused = await api.upload('/c4/upload', file, {}, sized)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
    assert.match(refused.body.message, /^Server upravo prima mnogo podataka\./)
    assert.equal((await jelena.upload('/c4/upload', file, {}, sized)).status, 200)
    for (const { cancel } of held) await cancel()
    for (const { answer } of held) assert.equal((await answer).status, 400)
    assert.equal((await api.upload('/c4/upload', file, {}, sized)).status, 200)
  })

  test('a body counts as long as the work that is answered by lines goes on, also where nobody reads on', async () => {
    const work = Promise.withResolvers<object>()
    const send = endpoints({
      send: {
        method: 'POST',
        path: '/send',
        summary: 'Proba',
        file: { maxBytes: MAX_USER_BYTES, tooLarge: 'Preveliko.' },
        reply: 'file',
      },
    })
    const handlers = { send: async () => linesReply('proba.ndjson', () => work.promise, failedLine) }
    const api = await testApi(engine, { features: () => ({ send: { endpoints: send, handlers } }) })
    const form = new FormData()
    form.set('file', new File([new Uint8Array(MAX_USER_BYTES / 2 + 1)], 'a.bin'))
    const headers = { authorization: `Bearer ${api.token}` }
    const post = async () => {
      const sent = new Request('http://localhost/api/send', { method: 'POST', headers, body: form })
      const body = await sent.arrayBuffer()
      const sized = { ...headers, 'content-type': sent.headers.get('content-type') ?? '' }
      return api.app.request('/api/send', {
        ...{ method: 'POST', body },
        headers: { ...sized, 'content-length': String(body.byteLength) },
      })
    }
    const first = await post()
    assert.equal(first.status, 200)
    const left = first.body?.cancel()
    assert.equal((await post()).status, 503)
    work.resolve({ done: true })
    await left
    const second = await post()
    assert.deepEqual([second.status, await second.text()], [200, '{"done":true}\n'])
    assert.equal((await post()).status, 200)
  })
})
