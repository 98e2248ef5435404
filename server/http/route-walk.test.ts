import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { PRAVA } from '#contract/keys.ts'
import { mayDo, needOf, ULOGE } from '#contract/roles.ts'
import { switchAccount } from '#server/auth/accounts.ts'
import { IDLE_MS, SESSION_MS } from '#server/auth/sessions.ts'
import { anyEngine, type TestApi, testApi } from '#server/testing.ts'
import { until } from '#server/testing-until.ts'

const endpoints: readonly Endpoint[] = Object.values(api).flatMap((feature): Endpoint[] => Object.values(feature))
/**
 * The calls that anybody may make without a session: to come in, to see that the server runs, to read how to call it.
 */
const OPEN = [
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/link',
  'POST /api/auth/link/password',
  'GET /api/auth/mail',
  'POST /api/auth/forgotten',
  'GET /api/health',
  'GET /api/ready',
  'GET /api/openapi.json',
  'GET /api/docs',
]
/** The calls that are no GET and change nothing of the books. */
const LOOKING = [
  'POST /api/auth/logout',
  'POST /api/auth/password',
  'PUT /api/auth/daily-mail',
  'DELETE /api/auth/sessions',
  'DELETE /api/auth/sessions/{id}',
  'POST /api/auth/second-factor',
  'POST /api/auth/second-factor/confirm',
  'POST /api/auth/second-factor/codes',
  'DELETE /api/auth/second-factor',
  'POST /api/c1/uobicajeno',
  'POST /api/c1/provera',
  'POST /api/c1/{id}/poreklo',
  'POST /api/c1/{id}/poreklo/files',
  'POST /api/c4/import',
  'POST /api/c4/import/preskoceni',
  'POST /api/c1/documents/import/preskoceni',
  'POST /api/c4/documents/import/preskoceni',
  'POST /api/materials/import/preskoceni',
  'POST /api/proizvodi/import/preskoceni',
  'POST /api/rates/import/preskoceni',
  'POST /api/c4/uobicajeno',
  'POST /api/c4/provera',
  'POST /api/popisi/import',
  'POST /api/popisi/import/preskoceni',
  'POST /api/popisi/{id}/manjak',
  'POST /api/usaglasavanje/kolone',
  'POST /api/usaglasavanje/preskoceni',
]
const ADMINISTRATORS = [
  'GET /api/auth/waiting',
  'POST /api/auth/waiting/{id}',
  'DELETE /api/auth/waiting/{id}',
  'GET /api/auth/accounts',
  'PUT /api/auth/accounts/{id}',
  'DELETE /api/auth/accounts/{id}/sessions',
  'DELETE /api/auth/accounts/{id}/second-factor',
  'POST /api/auth/accounts/{id}/link',
  'POST /api/auth/link/mail',
  'GET /api/auth/keys',
  'POST /api/auth/keys',
  'DELETE /api/auth/keys/{id}',
  'POST /api/auth/invitations',
  'DELETE /api/auth/invitations/{id}',
  'PUT /api/podesavanja',
  'POST /api/zakljucenje',
  'POST /api/zakljucenje/otkljucaj',
]
/** Each of these starts a process; an administrator walks them. */
const SHEETS = /sheet|import|template|kolone/
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

/** Every row of every table. */
async function rowsOf({ store }: TestApi) {
  const { rows: tables } = await (store.engine.name === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite%'`
    : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  ).execute(store.read)
  const read = async ({ name }: { name: string }) =>
    [name, (await sql`select * from ${sql.table(name)}`.execute(store.read)).rows] as const
  return Object.fromEntries(await Promise.all(tables.map(read)))
}

const partition = <T>(list: readonly T[], belongs: (one: T) => boolean) => {
  const { first = [], second = [] } = Object.groupBy(list, (one) => (belongs(one) ? 'first' : 'second'))
  return [first, second] as const
}

async function assertShut(api: TestApi, token: string | null, why: string) {
  for (const endpoint of endpoints.filter((one) => !one.open)) {
    const { status, body } = await ask(api, endpoint, token)
    assert.equal(status, 401, `${nameOf(endpoint)} ${why}: ${body}`)
    assert.deepEqual(JSON.parse(body), UNAUTHORIZED)
  }
}

anyEngine('the table of routes', (engine) => {
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
    assert.deepEqual(open.sort(), OPEN.slice(0, 6).sort())
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

  test('is walked by every role: what its contract allows is never refused for it, the rest always and changes no row', async () => {
    for (const uloga of ULOGE) {
      const api = await testApi(engine)
      const { token } = await api.signIn('jelena@firma.rs', uloga)
      const before = await rowsOf(api)
      const [allowed, refused] = partition(
        endpoints.filter(({ open }) => !open),
        (one) => mayDo(uloga, needOf(one)),
      )
      assert.equal(refused.length === 0, uloga === 'Administrator', uloga)
      for (const endpoint of refused) {
        const { status, body } = await ask(api, endpoint, token)
        assert.equal(status, 403, `${nameOf(endpoint)} as ${uloga}: ${body}`)
        assert.match(JSON.parse(body).message, /^(Nalog ima ulogu 'Samo čitanje'|Ovo može samo nalog)/)
      }
      assert.deepEqual(await rowsOf(api), before, uloga)
      const isWalked = ({ path }: Endpoint) =>
        path !== '/auth/logout' && (uloga === 'Administrator' || !SHEETS.test(path))
      for (const endpoint of allowed.filter(isWalked)) {
        const { status, body } = await ask(api, endpoint, token)
        assert.ok(status < 500 && ![401, 403].includes(status), `${nameOf(endpoint)} as ${uloga}: ${status} ${body}`)
      }
    }
  })

  test('is walked by keys of programs: as their right allows, never as administrator, never as somebody logged in', async () => {
    for (const pravo of PRAVA) {
      const api = await testApi(engine)
      const { kljuc } = (await api.post('/auth/keys', { naziv: 'ERP', pravo })).body
      assert.equal((await api.withToken(kljuc).get('/auth/me')).body.user.email, 'ERP (program)')
      const [allowed, refused] = partition(
        endpoints.filter(({ open }) => !open),
        (one) => !one.person && mayDo(pravo, needOf(one)),
      )
      // That it was used is noted behind the answer.
      await until('the use of the key', async () => (await api.get('/auth/keys')).body.keys[0].koriscen !== null)
      const before = await rowsOf(api)
      for (const endpoint of refused) {
        const { status, body } = await ask(api, endpoint, kljuc)
        assert.equal(status, 403, `${nameOf(endpoint)} by a key: ${body}`)
      }
      assert.deepEqual(await rowsOf(api), before, pravo)
      for (const endpoint of allowed.filter(({ path }) => !SHEETS.test(path))) {
        const { status, body } = await ask(api, endpoint, kljuc)
        assert.ok(status < 500 && ![401, 403].includes(status), `${nameOf(endpoint)} by a key: ${status} ${body}`)
      }
      const person = endpoints.filter((one) => one.person).map(({ path }) => path)
      assert.ok(
        person.every((path) => path.startsWith('/auth/')),
        person.join(),
      )
      const [{ id }] = (await api.get('/auth/keys')).body.keys
      assert.equal((await api.delete(`/auth/keys/${id}`)).status, 200)
      await assertShut(api, kljuc, 'with a key that was revoked')
    }
  })

  test('lets reading accounts call what only looks, and what is about themselves; the rest are changes', () => {
    const looking = endpoints.filter((one) => one.method !== 'GET' && !one.open && needOf(one) === 'read').map(nameOf)
    assert.deepEqual(looking.sort(), LOOKING.sort())
    const administrators = endpoints.filter((one) => needOf(one) === 'admin').map(nameOf)
    assert.deepEqual(administrators.sort(), ADMINISTRATORS.sort())
  })

  test('lets a reading account try an import, not make it', async () => {
    const api = await testApi(engine)
    const reader = await api.signIn('jelena@firma.rs', 'Samo čitanje')
    const file = { name: 'x.xlsx', bytes: new Uint8Array(4) }
    assert.equal((await reader.upload('/materials/import', file)).status, 403)
    assert.notEqual((await reader.upload('/materials/import?dryRun=true', file)).status, 403)
    assert.equal((await reader.upload('/materials/import?dryRun=1', file)).status, 403)
  })
})
