import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticator } from '#server/auth/sessions.ts'
import { featuresOf } from '#server/features.ts'
import { anyEngine, type TestEngine, testApi } from '#server/testing.ts'
import { createApp } from './app.ts'
import type { Answered } from './watch-requests.ts'

/** The application with somebody who hears of every answer. */
async function watchedApi(engine: TestEngine, trustedProxies = 0) {
  const { store, token, user } = await testApi(engine)
  const heard: Answered[] = []
  const app = createApp(featuresOf(store, { registration: 'open' }), {
    store,
    now: Date.now,
    authenticate: authenticator(store),
    trustedProxies,
    answered: (answered) => heard.push(answered),
  })
  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const answer = await app.request(path, { method, headers })
    return { answer, heard: heard.at(-1) ?? assert.fail('nothing was heard') }
  }
  return { ask, user, bearer: { authorization: `Bearer ${token}` } }
}

anyEngine('who watches requests', (engine) => {
  test('hears the template of the route, status, time and user, and nothing that anybody typed', async () => {
    const { ask, user, bearer } = await watchedApi(engine)
    const { answer, heard } = await ask('GET', '/api/documents/pdf/TAJNI-BROJ?x=tajna', bearer)
    assert.equal(answer.status, 404)
    const { id, ms, ...rest } = heard
    assert.deepEqual(rest, {
      method: 'GET',
      route: '/api/documents/pdf/{brojC1}',
      status: 404,
      user: user.id,
      unattended: false,
    })
    assert.ok(ms >= 0 && ms < 60_000)
    assert.equal(answer.headers.get('x-request-id'), id)
    assert.doesNotMatch(JSON.stringify(heard), /TAJNI|tajna|firma\.rs|Bearer/)
  })

  test('knows what a screen asks by itself, and nobody where nobody is logged in', async () => {
    const { ask, bearer } = await watchedApi(engine)
    assert.equal((await ask('GET', '/api/changes', bearer)).heard.unattended, true)
    assert.equal((await ask('GET', '/api/c4', { ...bearer, 'x-unattended': '1' })).heard.unattended, true)
    const { heard } = await ask('GET', '/api/c4')
    assert.deepEqual([heard.status, heard.user, heard.route], [401, undefined, '/api/c4'])
  })

  test('what strangers ask for has few names', async () => {
    const { ask } = await watchedApi(engine)
    for (const [path, route] of [
      ['/api/health', '/api/health'],
      ['/api/ready', '/api/ready'],
      ['/api/wp-admin.php', 'unknown'],
      ['/.env', 'web'],
    ])
      assert.equal((await ask('GET', path ?? '')).heard.route, route)
  })

  test('each request has an id of its own; that of a trusted proxy is kept when it is one', async () => {
    const sent = { 'x-request-id': 'proxy-77.a:1' }
    const alone = await watchedApi(engine)
    const ids = [await alone.ask('GET', '/api/health', sent), await alone.ask('GET', '/api/health')]
    assert.equal(new Set(ids.map(({ heard }) => heard.id)).size, 2)
    assert.ok(ids.every(({ heard }) => /^[\w-]{8}-[0-9a-z]+$/.test(heard.id)))

    const behind = await watchedApi(engine, 1)
    assert.equal((await behind.ask('GET', '/api/health', sent)).answer.headers.get('x-request-id'), 'proxy-77.a:1')
    const forged = { 'x-request-id': `x" ${'y'.repeat(100)}` }
    assert.match((await behind.ask('GET', '/api/health', forged)).heard.id, /^[\w-]{8}-[0-9a-z]+$/)
  })
})
