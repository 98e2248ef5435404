import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { switchAccount } from '#server/auth/accounts.ts'
import { IDLE_MS, SESSION_MS } from '#server/auth/sessions.ts'
import { eachEngine, type TestApi, testApi } from '#server/testing.ts'

const endpoints: readonly Endpoint[] = Object.values(api).flatMap((feature): Endpoint[] => Object.values(feature))
/** What anybody may ask without a session, and why: to come in, to see that the server runs, to read how to call it. */
const OPEN = [
  'POST /api/auth/login',
  'POST /api/auth/register',
  'GET /api/health',
  'GET /api/ready',
  'GET /api/openapi.json',
  'GET /api/docs',
]
const UNAUTHORIZED = { message: 'Niste prijavljeni ili je sesija istekla.' }

const nameOf = ({ method, path }: Endpoint) => `${method} /api${path}`

/** Asks for an endpoint as this token, with a body that would be refused by whoever reads it. */
async function ask({ app }: TestApi, { method, path }: Endpoint, token: string | null) {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (token !== null) headers.authorization = `Bearer ${token}`
  const url = `/api${path.replaceAll(/\{\w+\}/g, '1')}`
  const body = method === 'GET' ? null : '{}'
  const answer = await app.request(url, { method, headers, body })
  return { status: answer.status, body: await answer.text() }
}

async function assertShut(api: TestApi, token: string | null, why: string) {
  for (const endpoint of endpoints.filter((one) => !one.open)) {
    const { status, body } = await ask(api, endpoint, token)
    assert.equal(status, 401, `${nameOf(endpoint)} ${why}: ${body}`)
    assert.deepEqual(JSON.parse(body), UNAUTHORIZED)
  }
}

eachEngine('the table of routes', (engine) => {
  test('holds the contract, and nothing else but what is named here', async () => {
    const { app } = await testApi(engine)
    const mounted = app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    const known = new Set([...endpoints.map(nameOf), ...OPEN])
    assert.deepEqual(
      mounted.filter((route) => !known.has(route)),
      [],
    )
    assert.deepEqual(
      [...known].filter((route) => !mounted.includes(route)),
      [],
    )
    const open = endpoints.filter((endpoint) => endpoint.open).map(nameOf)
    assert.deepEqual(open.sort(), OPEN.slice(0, 2).sort())
  })

  test('answers 401 without a session', async () => {
    await assertShut(await testApi(engine), null, 'without a session')
  })

  test('answers 401 to what is no token', async () => {
    const api = await testApi(engine)
    const { token } = api
    const malformed = [
      '',
      'x',
      token.slice(1),
      `${token}A`,
      token.toUpperCase(),
      token.split('').reverse().join(''),
      'null',
      '../../etc/passwd',
      "' or 1=1 --",
      'a'.repeat(10_000),
      '%00',
      'eyJhbGciOiJub25lIn0.eyJzdWIiOjF9.',
    ]
    for (const wrong of malformed) await assertShut(api, wrong, `with ${wrong.slice(0, 50)}`)
    assert.equal((await api.get('/auth/me')).status, 200)
  })

  test('answers 401 to a session that was not used, or that is 30 days old', async () => {
    let now = Date.UTC(2026, 5, 1, 8)
    const api = await testApi(engine, { now: () => now })
    now += IDLE_MS
    await assertShut(api, api.token, 'after 12 unused hours')

    const old = await api.signIn('jelena@firma.rs')
    now += SESSION_MS
    // Used to the last: only its age speaks against it.
    await api.store.transact((tx) => tx.updateTable('sesija').set({ koriscena: now }).execute())
    await assertShut(api, old.token, 'after 30 days')
  })

  test('answers 401 to a session that was ended: by logging out, from another one, by a new password', async () => {
    const api = await testApi(engine)
    const jelena = await api.signIn('jelena@firma.rs')
    await jelena.post('/auth/logout')
    await assertShut(api, jelena.token, 'after logging out')

    const account = { email: 'petar@firma.rs', password: 'tajna-rec-1' }
    await api.anonymous.post('/auth/register', account)
    const logIn = async () => api.withToken((await api.anonymous.post('/auth/login', account)).body.token)
    const [here, there, elsewhere] = [await logIn(), await logIn(), await logIn()]
    const { sessions } = (await there.get('/auth/sessions')).body
    const { id } = sessions.find(({ ova }: { ova: boolean }) => ova)
    assert.equal((await here.delete(`/auth/sessions/${id}`, {}, { password: account.password })).status, 200)
    await assertShut(api, there.token, 'ended from another session')
    await here.post('/auth/password', { currentPassword: account.password, newPassword: 'kiša-u-avgustu' })
    await assertShut(api, elsewhere.token, 'after a new password')
    await assertShut(api, here.token, 'that chose a new password and got a new token')
  })

  test('answers 401 to a disabled account', async () => {
    const api = await testApi(engine)
    await switchAccount(api.store, api.user.email, true, Date.now())
    await assertShut(api, api.token, 'of a disabled account')
  })

  test('lets a session in everywhere', async () => {
    const api = await testApi(engine)
    for (const endpoint of endpoints.filter(({ path }) => path !== '/auth/logout')) {
      const { status, body } = await ask(api, endpoint, api.token)
      assert.ok(status < 500 && status !== 401, `${nameOf(endpoint)}: ${status} ${body}`)
    }
  })
})
