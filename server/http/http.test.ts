import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoint.ts'
import { MAX_JSON_BYTES } from '#contract/limits.ts'
import { anyEngine, type Client, type TestEngine, testApi } from '#server/testing.ts'
import { createApp, type Feature } from './app.ts'

const material = { id: 'KABL1', naziv: 'Kabl', zemlja_porekla: 'Srbija', jedinica_mere: 'm', tarifni_broj: '8544.49' }
const all: readonly Endpoint[] = Object.values(api).flatMap((feature): Endpoint[] => Object.values(feature))

/** The application itself, for what no well-behaved client sends. */
async function rawApi(engine: TestEngine, features: Record<string, Feature> = {}) {
  const store = await engine.open()
  const user = { id: 1, email: 'ana@firma.rs', uloga: 'Administrator' as const }
  const app = createApp(features, { store, now: Date.now, authenticate: async () => ({ user }) })
  return async (path: string, init: RequestInit & { duplex?: 'half' } = {}) => {
    const headers = { authorization: 'Bearer x', ...(init.headers as Record<string, string>) }
    const response = await app.request(`/api${path}`, { ...init, headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

/** A feature of one endpoint that takes a name. */
const nameBody = z.object({ naziv: z.string() })
const echoEndpoints = endpoints({
  echo: { method: 'POST', path: '/echo', summary: 'Proba', body: nameBody, reply: nameBody },
})
const echo: Record<string, Feature> = {
  echo: { endpoints: echoEndpoints, handlers: { echo: async ({ body }) => body } as Feature['handlers'] },
}
const json = { 'content-type': 'application/json' }

anyEngine('HTTP', (engine) => {
  test('health is answered to everybody', async () => {
    const { anonymous } = await testApi(engine)
    const { status, body, headers } = await anonymous.get('/health')
    assert.equal(status, 200)
    assert.deepEqual(body, { status: 'ok' })
    assert.equal(headers.get('cache-control'), 'no-store')
  })

  test('the OpenAPI document names every call of the contract, once, and which need a session', async () => {
    const { anonymous } = await testApi(engine)
    const { status, body } = await anonymous.get('/openapi.json')
    assert.equal(status, 200)
    assert.equal(body.openapi, '3.1.0')
    type Operation = { operationId: string; security: unknown; parameters: { name: string; in: string }[] }
    const operations: Operation[] = Object.values<Record<string, Operation>>(body.paths).flatMap(Object.values)
    assert.equal(operations.length, all.length)
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, all.length)
    for (const endpoint of all) {
      const operation: Operation = body.paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()]
      assert.ok(operation, `${endpoint.method} ${endpoint.path}`)
      assert.deepEqual(operation.security, endpoint.open ? [] : [{ bearer: [] }], endpoint.path)
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      assert.deepEqual(
        inPath,
        [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      )
    }
    assert.doesNotMatch(JSON.stringify(body), /\$schema/)
  })

  test('the page about the API lists it and asks no other host for anything', async () => {
    const { anonymous } = await testApi(engine)
    const { status, bytes, headers } = await anonymous.get('/docs')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    const page = new TextDecoder().decode(bytes)
    for (const { method, path } of all) assert.ok(page.includes(`${method} /api${path}`), path)
    assert.doesNotMatch(page, /<script|https?:\/\//)
  })

  test('an address that does not exist is answered in JSON, whatever the verb', async () => {
    const { anonymous } = await testApi(engine)
    const request = await rawApi(engine)
    for (const answer of [await anonymous.get('/nema'), await anonymous.post('/c4/1/2/3', {})]) {
      assert.equal(answer.status, 404)
      assert.deepEqual(answer.body, { message: 'Ova adresa ne postoji.' })
    }
    for (const method of ['PATCH', 'OPTIONS', 'PUT', 'DELETE']) {
      const { status, text } = await request('/c4', { method })
      assert.equal(status, 404, method)
      assert.deepEqual(JSON.parse(text), { message: 'Ova adresa ne postoji.' })
    }
    assert.equal((await request('')).status, 404)
  })

  test('an address with broken or impossible signs is not found and breaks nothing', async () => {
    const api = await testApi(engine)
    for (const path of ['/materials/%00', '/materials/%E0%A4%A', '/materials/%', '/documents/pdf/%00', '/c4/%00']) {
      const { status, body } = await api.get(path)
      assert.deepEqual([status, body], [404, { message: 'Traženi podatak ne postoji.' }], path)
    }
    assert.equal((await api.delete('/rates/EUR%00/2026-01-01')).status, 404)
    for (const path of ['/materials?search=%00', '/c4?posiljalac=%00', '/archive/documents?search=%00']) {
      const { status, body } = await api.get(path)
      assert.equal(status, 400, path)
      assert.equal(body.message, 'Pretraga: nedozvoljeni znaci.')
    }
  })

  test('a body that is no JSON is refused', async () => {
    const request = await rawApi(engine, echo)
    for (const body of ['', '{', 'naziv=Kabl', '{"naziv":"a"} x']) {
      const { status, text } = await request('/echo', { method: 'POST', headers: json, body })
      assert.equal(status, 400)
      assert.deepEqual(JSON.parse(text), { message: 'Telo zahteva mora biti JSON.' })
    }
    for (const body of ['null', '[]', '7', '"a"']) {
      const { status, text } = await request('/echo', { method: 'POST', headers: json, body })
      assert.equal(status, 400, body)
      assert.equal(JSON.parse(text).message, 'Očekuje se JSON objekat.')
    }
  })

  test('a body of another kind than the call takes is refused with 415', async () => {
    const api = await testApi(engine)
    const request = await rawApi(engine, echo)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'text/json-not']) {
      const { status, text } = await request('/echo', {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"naziv":"Kabl"}',
      })
      assert.equal(status, 415, type)
      assert.deepEqual(JSON.parse(text), { message: 'Telo zahteva mora biti JSON.' })
    }
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/merge-patch+json']) {
      const { status } = await request('/echo', {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"naziv":"Kabl"}',
      })
      assert.equal(status, 200, type)
    }
    const upload = await api.post('/c4/upload', { pdf: 'JVBERi0=' })
    assert.equal(upload.status, 415)
    assert.deepEqual(upload.body, { message: 'Zahtev mora sadržati fajl.' })
  })

  test('a form without a file is refused', async () => {
    const api = await testApi(engine)
    const form = { 'content-type': 'multipart/form-data; boundary=x' }
    const request = (body: string) => api.post('/c4/upload', body, form)
    // JSON.stringify in the client makes a body that no multipart reader takes.
    assert.deepEqual((await request('nonsense')).body, { message: 'Zahtev mora sadržati fajl.' })
    const nothingChosen = await api.upload('/c4/upload', { name: '', bytes: new Uint8Array() })
    assert.equal(nothingChosen.status, 400)
    assert.deepEqual(nothingChosen.body, { message: 'Zahtev mora sadržati fajl.' })
  })

  test('a body has a limit, whether its length is declared or not', async () => {
    const request = await rawApi(engine, echo)
    const bodyOf = (bytes: number) => `{"naziv":"${'a'.repeat(bytes - 12)}"}`
    assert.equal(bodyOf(100).length, 100)
    const within = await request('/echo', { method: 'POST', headers: json, body: bodyOf(MAX_JSON_BYTES) })
    assert.equal(within.status, 200)
    const over = bodyOf(MAX_JSON_BYTES + 1)
    const declared = { ...json, 'content-length': String(over.length) }
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1024 * 1024
        controller.enqueue(new Uint8Array(1024 * 1024).fill(32))
      },
    })
    for (const answer of [
      await request('/echo', { method: 'POST', headers: declared, body: over }),
      await request('/echo', { method: 'POST', headers: json, body: over }),
      await request('/echo', { method: 'POST', headers: json, body: endless, duplex: 'half' }),
    ]) {
      assert.equal(answer.status, 413)
      assert.deepEqual(JSON.parse(answer.text), { message: 'Poslati podaci su preveliki.' })
    }
    assert.ok(sent <= MAX_JSON_BYTES + 4 * 1024 * 1024, `${sent} bytes were taken`)
  })

  test('letters of several bytes count as what they take', async () => {
    const request = await rawApi(engine, echo)
    const body = `{"naziv":"${'ž'.repeat(MAX_JSON_BYTES / 2)}"}`
    assert.equal((await request('/echo', { method: 'POST', headers: json, body })).status, 413)
  })

  test('a fault of ours is a sentence for the user and goes to the log whole', async (t: TestContext) => {
    const log = t.mock.method(console, 'error', () => undefined)
    const fault = new Error('select secret from korisnik: syntax error at or near "secret"')
    const failing = {
      echo: {
        endpoints: echoEndpoints,
        handlers: { echo: () => Promise.reject(fault) } as unknown as Feature['handlers'],
      },
    }
    const request = await rawApi(engine, failing)
    const { status, text, headers } = await request('/echo', { method: 'POST', headers: json, body: '{"naziv":"a"}' })
    assert.equal(status, 500)
    assert.deepEqual(JSON.parse(text), { message: 'Došlo je do greške na serveru. Pokušajte ponovo.' })
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.deepEqual(log.mock.calls[0]?.arguments, [fault])
    await request('/echo', { method: 'POST', headers: json, body: '{"naziv":"a"}', signal: AbortSignal.abort() })
    assert.deepEqual(log.mock.calls[1]?.arguments, [fault], 'also where its client has gone')
  })

  test('the name of a file stands between its quotes, whatever signs are in it', async () => {
    const fileEndpoints = endpoints({ file: { method: 'GET', path: '/file', summary: 'Proba', reply: 'file' } })
    const name = 'Ž "a"\\; filename=b\r\no\'b*(c).pdf'
    const file = async () => ({ name, type: 'application/pdf', bytes: new Uint8Array(1) })
    const request = await rawApi(engine, { file: { endpoints: fileEndpoints, handlers: { file } } })
    assert.equal(
      (await request('/file')).headers.get('content-disposition'),
      `attachment; filename="Z a; filename=bo'b*(c).pdf"; filename*=UTF-8''%C5%BD%20%22a%22%5C%3B%20filename%3Db%0D%0Ao%27b%2A%28c%29.pdf`,
    )
  })

  test('a refusal is a sentence, and a list of fields where there are some; its body holds nothing else', async () => {
    const api = await testApi(engine)
    const answers = [
      await api.get('/c4/1'),
      await api.post('/materials', {}),
      await api.post('/c4', { stavke: [{}] }),
      await api.post('/c1', { datum: 7, stavke: 'x' }),
      await api.get('/c4?datum_od=juče'),
      await api.anonymous.get('/c4'),
      await api.anonymous.post('/auth/login', {}),
    ]
    for (const { status, body, headers } of answers) {
      assert.ok(status >= 400 && status < 500 && status !== 422)
      assert.match(headers.get('content-type') ?? '', /^application\/json/)
      assert.deepEqual(
        Object.keys(body).filter((key) => key !== 'errors'),
        ['message'],
      )
      assert.doesNotMatch(JSON.stringify(body), /Invalid|expected|required|Error|undefined|null|node_modules/)
      for (const error of body.errors ?? []) assert.deepEqual(Object.keys(error), ['field', 'message'])
    }
  })

  test('an answer carries its version as ETag, and a change of another version is refused', async () => {
    const api = await testApi(engine)
    const { headers } = await api.post('/materials', material)
    assert.equal(headers.get('etag'), '"1"')
    const change = (ifMatch: string) => api.put('/materials/KABL1', material, { 'if-match': ifMatch })
    for (const stale of ['"7"', '7', 'W/"7"']) assert.equal((await change(stale)).status, 409, stale)
    for (const good of ['"1"', '2', 'W/"3"', '*', ' "5" ']) assert.equal((await change(good)).status, 200, good)
    assert.equal((await api.get('/materials/KABL1')).headers.get('etag'), '"6"')
  })

  test('a token is read from the header alone, its word in any case', async () => {
    const api = await testApi(engine)
    const ask = (client: Client, path: string, authorization?: string) =>
      client.get(path, authorization ? { authorization } : {})
    assert.equal((await ask(api.anonymous, '/auth/me', `bearer ${api.token}`)).status, 200)
    for (const wrong of [api.token, `Basic ${api.token}`, 'Bearer', `Bearer ${api.token} x`, `Bearer ${api.token}x`])
      assert.equal((await ask(api.anonymous, '/auth/me', wrong)).status, 401, wrong)
    assert.equal((await ask(api.anonymous, `/auth/me?token=${api.token}`)).status, 401)
  })
})
