import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { anyEngine, type TestEngine } from '#server/testing.ts'
import { createApp } from './app.ts'

const SONNER = fileURLToPath(import.meta.resolve('sonner'))
const folder = mkdtempSync(join(tmpdir(), 'web-'))
const webRoot = join(folder, 'web')
mkdirSync(join(webRoot, 'assets'), { recursive: true })
writeFileSync(join(folder, 'secret.txt'), 'secret')
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>x</title>')
writeFileSync(join(webRoot, 'assets', 'main-1.js'), 'export {}')
after(() => rmSync(folder, { recursive: true }))

async function site(engine: TestEngine, trustedProxies = 0) {
  const store = await engine.open()
  const app = createApp({}, { store, now: Date.now, authenticate: async () => null, trustedProxies }, webRoot)
  return (path: string, init?: RequestInit) => app.request(path, init)
}

const everywhere = ['/', '/dashboard', '/assets/main-1.js', '/assets/none.js', '/api/health', '/api/none', '/api']

anyEngine('headers', (engine) => {
  if (engine.name === 'postgres') return

  test('every answer forbids sniffing, framing and referrers, and names what may be loaded', async () => {
    const ask = await site(engine)
    for (const path of [...everywhere, '/api/docs', '/api/openapi.json']) {
      const { headers } = await ask(path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
      assert.equal(headers.get('x-frame-options'), 'DENY', path)
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path)
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/, path)
    }
  })

  test('the web application runs its own scripts alone, and makes none of text', async () => {
    const ask = await site(engine)
    const policy = (await ask('/dashboard')).headers.get('content-security-policy') ?? ''
    const directives = Object.fromEntries(
      policy.split('; ').map((directive) => {
        const [name = '', ...values] = directive.split(' ')
        return [name, values.join(' ')]
      }),
    )
    assert.equal(directives['script-src'], "'self'")
    assert.equal(directives['object-src'], "'none'")
    assert.equal(directives['base-uri'], "'none'")
    assert.equal(directives['form-action'], "'none'")
    assert.equal(directives['require-trusted-types-for'], "'script'")
    assert.equal(directives['trusted-types'], "'none'")
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    // The style sheet that sonner puts into the page, from its source; another version may need another hash.
    const [, text = '""'] = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(readFileSync(SONNER, 'utf8')) ?? []
    const hashes = ['', JSON.parse(text)].map((style) => createHash('sha256').update(style).digest('base64'))
    assert.equal(directives['style-src'], `'self' ${hashes.map((hash) => `'sha256-${hash}'`).join(' ')}`)
  })

  test('answers of the API are never kept, refusals neither; files with a hash in their name are', async () => {
    const ask = await site(engine)
    for (const path of ['/api/health', '/api/none', '/api/openapi.json', '/api'])
      assert.equal((await ask(path)).headers.get('cache-control'), 'no-store', path)
    assert.equal((await ask('/dashboard')).headers.get('cache-control'), 'no-cache')
    assert.match((await ask('/assets/main-1.js')).headers.get('cache-control') ?? '', /immutable/)
  })

  test('over plain HTTP nothing asks for TLS; behind a trusted proxy that speaks it, HSTS does', async () => {
    const behindTls = { headers: { 'x-forwarded-proto': 'https' } }
    const plain = await site(engine)
    const proxied = await site(engine, 1)
    for (const path of everywhere) {
      for (const { headers } of [await plain(path), await plain(path, behindTls), await proxied(path)]) {
        assert.equal(headers.get('strict-transport-security'), null)
        assert.equal(headers.get('cross-origin-opener-policy'), null)
        assert.doesNotMatch(headers.get('content-security-policy') ?? '', /upgrade-insecure/)
      }
      const { headers } = await proxied(path, behindTls)
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains')
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
    }
  })

  test('nothing outside the built web is served, and no answer stands in for a missing file', async () => {
    const ask = await site(engine)
    for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/..%2f..%2fsecret.txt'])
      assert.doesNotMatch(await (await ask(path)).text(), /secret/, path)
    const missing = await ask('/assets/none.js')
    assert.deepEqual([missing.status, await missing.json()], [404, { message: 'Ova adresa ne postoji.' }])
    const folderList = await ask('/assets/')
    assert.equal(folderList.status, 404)
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status, headers } = await ask('/dashboard', { method })
      assert.equal(status, 404, method)
      assert.equal(headers.get('access-control-allow-origin'), null)
    }
  })

  test('no other origin is let in, whatever it says it is', async () => {
    const ask = await site(engine)
    const { headers } = await ask('/api/health', { headers: { origin: 'https://evil.example' } })
    assert.equal(headers.get('access-control-allow-origin'), null)
    assert.equal(headers.get('access-control-allow-credentials'), null)
  })
})
