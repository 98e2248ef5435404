import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Store } from '#server/db/open.ts'
import { type Client, eachEngine, type TestApi, type TestEngine, testApi } from '#server/testing.ts'
import { addCatalogue, c1Body } from '#server/testing-documents.ts'
import { until } from '#server/testing-until.ts'
import { findAccount, resetPassword, switchAccount, writeIfVerified } from './accounts.ts'
import { IDLE_MS, MAX_SESSIONS_PER_USER, SESSION_MS, startSession, TOUCH_MS } from './sessions.ts'

const START = Date.UTC(2026, 5, 1, 8)

const usedAt = async ({ store, token }: TestApi) =>
  (
    await store.read
      .selectFrom('sesija')
      .select('koriscena')
      .where('token_hash', '=', createHash('sha256').update(token).digest('hex'))
      .executeTakeFirstOrThrow()
  ).koriscena

/** Use is written down beside the answer, not before it. */
async function untilUsedAt(api: TestApi, moment: number) {
  await until('the use is written down', async () => (await usedAt(api)) === moment)
}

const countSessions = async (store: Store) => (await store.read.selectFrom('sesija').select('id').execute()).length

test('30 days from the login, 12 hours unused, use written down every 5 minutes, 100 sessions of a user', () => {
  assert.equal(SESSION_MS, 2_592_000_000)
  assert.equal(IDLE_MS, 43_200_000)
  assert.equal(TOUCH_MS, 300_000)
  assert.equal(MAX_SESSIONS_PER_USER, 100)
})

const PASSWORD = 'tajna-rec-1'

/** An account with a password, a client in one of its sessions, and the way to open more. */
async function withPassword(engine: TestEngine, known?: TestApi, email = 'nova@firma.rs') {
  const api = known ?? (await testApi(engine))
  await api.anonymous.post('/auth/register', { email, password: PASSWORD })
  const login = async (): Promise<string> =>
    (await api.anonymous.post('/auth/login', { email, password: PASSWORD })).body.token
  return { api, login, nova: api.withToken(await login()) }
}

/** Sends half of a body; `begun` when the server reads it, `finish` sends the rest and answers. */
function sendSlowly({ token }: Client, { app }: TestApi, path: string, body: object, headers: object) {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const [begun, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stream = new ReadableStream(
    {
      start: (controller) => controller.enqueue(bytes.subarray(0, 5)),
      async pull(controller) {
        begun.resolve()
        await rest.promise
        controller.enqueue(bytes.subarray(5))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit
  const answer = app.request(`/api${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  })
  const finish = () => {
    rest.resolve()
    return answer
  }
  return { begun: begun.promise, finish }
}

eachEngine('sessions', (engine) => {
  test('a token is 256 random bits, and the database holds its hash alone', async () => {
    const { store, token } = await testApi(engine)
    assert.equal(Buffer.from(token, 'base64url').length, 32)
    const rows = JSON.stringify(await store.read.selectFrom('sesija').selectAll().execute())
    assert.ok(rows.includes(createHash('sha256').update(token).digest('hex')))
    assert.ok(!rows.includes(token))
  })

  test('a session that is used lives on, and its use is written down once in five minutes at most', async () => {
    let now = START
    const api = await testApi(engine, { now: () => now })
    now = START + TOUCH_MS - 1
    assert.equal((await api.get('/auth/me')).status, 200)
    await api.store.transact(async () => undefined)
    assert.equal(await usedAt(api), START)
    for (let hour = 1; hour <= 4; hour++) {
      now = START + hour * (IDLE_MS - 1)
      assert.equal((await api.get('/auth/me')).status, 200)
      await untilUsedAt(api, now)
    }
  })

  test('where a session was last used is told beside where it was opened', async () => {
    let now = START
    const api = await testApi(engine, { now: () => now })
    now += TOUCH_MS
    const moved = api.withToken(api.token, '203.0.113.9')
    await moved.get('/auth/me')
    await untilUsedAt(api, now)
    const [session] = (await moved.get('/auth/sessions')).body.sessions
    assert.deepEqual([session.adresa, session.poslednja_adresa], ['', '203.0.113.9'])
    assert.equal(Date.parse(session.koriscena), now)
  })

  test('what a screen asks by itself does not keep a session alive', async () => {
    let now = START
    const api = await testApi(engine, { now: () => now })
    now = START + IDLE_MS - 1
    assert.equal((await api.get('/changes')).status, 200)
    assert.equal((await api.get('/c4', { 'x-unattended': '1' })).status, 200)
    await api.store.transact(async () => undefined)
    assert.equal(await usedAt(api), START)
    now = START + IDLE_MS
    assert.equal((await api.get('/changes')).status, 401)
  })

  test('a session ends when it is not used for 12 hours, and 30 days after its login in any case', async () => {
    let now = START
    const api = await testApi(engine, { now: () => now })
    now = START + IDLE_MS
    assert.equal((await api.get('/auth/me')).status, 401)

    now = START
    const { token } = await api.signIn('jelena@firma.rs')
    const jelena = { ...api, token }
    for (; now < START + SESSION_MS; now += IDLE_MS / 2) {
      assert.equal((await api.withToken(token).get('/auth/me')).status, 200)
      if (now > START) await untilUsedAt(jelena, now)
    }
    now = START + SESSION_MS - 1
    assert.equal((await api.withToken(token).get('/auth/me')).status, 200)
    now = START + SESSION_MS
    assert.equal((await api.withToken(token).get('/auth/me')).status, 401)
  })

  test('a login clears away what has ended', async () => {
    let now = START
    const api = await testApi(engine, { now: () => now })
    await api.signIn('jelena@firma.rs')
    assert.equal(await countSessions(api.store), 2)
    now += IDLE_MS
    await api.signIn('marko@firma.rs')
    assert.equal(await countSessions(api.store), 1)
  })

  test('a user sees his open sessions, where and with what they were opened, and which one he is in', async () => {
    let now = START
    const api = await testApi(engine, { now: () => now })
    await api.signIn('jelena@firma.rs')
    now += 60_000
    const from = { address: '192.168.1.7', device: `Mozilla/5.0 ${'x'.repeat(500)}` }
    await api.store.transact((tx) => startSession(tx, api.user.id, now, from))
    const { status, body } = await api.get('/auth/sessions')
    assert.equal(status, 200)
    assert.deepEqual(
      body.sessions.map(({ adresa, napravljena, koriscena, istice, ova }: Record<string, unknown>) => ({
        adresa,
        napravljena,
        koriscena,
        istice,
        ova,
      })),
      [
        {
          adresa: '192.168.1.7',
          napravljena: '2026-06-01T08:01:00.000Z',
          koriscena: '2026-06-01T08:01:00.000Z',
          istice: '2026-07-01T08:01:00.000Z',
          ova: false,
        },
        {
          adresa: '',
          napravljena: '2026-06-01T08:00:00.000Z',
          koriscena: '2026-06-01T08:00:00.000Z',
          istice: '2026-07-01T08:00:00.000Z',
          ova: true,
        },
      ],
    )
    assert.equal(body.sessions[0].uredjaj.length, 200)
    assert.ok(!JSON.stringify(body).includes(createHash('sha256').update(api.token).digest('hex')))
  })

  test('a session that has ended stands in no list', async () => {
    let now = START
    const api = await testApi(engine, { now: () => now })
    for (const until of [null, START + 60_000])
      await api.store.transact((tx) => startSession(tx, api.user.id, START, { address: '', device: '', until }))
    const listed = async () => (await api.get('/auth/sessions')).body.sessions.length
    now = START + 60_000 - 1
    assert.equal(await listed(), 3)
    now += 1
    assert.equal(await listed(), 2, 'one ended with its password')
    now = START + IDLE_MS - 1
    assert.equal(await listed(), 2)
    await untilUsedAt(api, now)
    now += 1
    assert.equal(await listed(), 1, 'one was not used')
  })

  test('a user ends one of his sessions with his password, and nobody else’s', async () => {
    const { api, nova, login } = await withPassword(engine)
    const other = api.withToken(await login())
    const listed = async () => (await nova.get('/auth/sessions')).body.sessions as { id: string; ova: boolean }[]
    const path = `/auth/sessions/${(await listed()).find(({ ova }) => !ova)?.id}`

    const jelena = await withPassword(engine, api, 'jelena@firma.rs')
    const foreign = await jelena.nova.delete(path, {}, { password: PASSWORD })
    assert.deepEqual([foreign.status, foreign.body], [404, { message: 'Traženi podatak ne postoji.' }])
    const wrong = await nova.delete(path, {}, { password: 'pogresna-rec' })
    const message = 'Trenutna lozinka nije ispravna.'
    assert.deepEqual([wrong.status, wrong.body], [400, { message, errors: [{ field: 'password', message }] }])
    assert.equal((await nova.delete(path)).status, 400)
    assert.equal((await other.get('/auth/me')).status, 200)

    const ended = await nova.delete(path, {}, { password: PASSWORD })
    assert.deepEqual([ended.status, ended.body], [200, { message: 'Sesija je odjavljena.' }])
    assert.equal((await other.get('/auth/me')).status, 401)
    assert.equal((await nova.delete(path, {}, { password: PASSWORD })).status, 404)
    assert.equal((await listed()).length, 1)
    assert.equal((await jelena.nova.get('/auth/me')).status, 200)
  })

  test('a user ends all of his sessions but the one he is in with his password, and nobody else’s', async () => {
    const { api, nova, login } = await withPassword(engine)
    const others = [await login(), await login()]
    assert.equal((await nova.delete('/auth/sessions', {}, { password: 'pogresna-rec' })).status, 400)
    for (const other of others) assert.equal((await api.withToken(other).get('/auth/me')).status, 200)
    const ended = await nova.delete('/auth/sessions', {}, { password: PASSWORD })
    assert.deepEqual([ended.status, ended.body], [200, { message: 'Sve ostale sesije su odjavljene.' }])
    for (const other of others) assert.equal((await api.withToken(other).get('/auth/me')).status, 401)
    const { sessions } = (await nova.get('/auth/sessions')).body
    assert.deepEqual(
      sessions.map(({ ova }: { ova: boolean }) => ova),
      [true],
    )
    assert.equal((await api.get('/auth/me')).status, 200)
  })

  test('what is on its way when its session or account ends is refused and writes nothing', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const c1 = c1Body('C1-1', '2026-01-10', [{ proizvod_id: 'SNOP1', kolicina: 2, cena: 15 }])
    const rate = { valuta: 'EUR', vazi_od: '2026-01-10', kurs: 117 }
    const end = {
      logout: ({ token }: Client) => api.withToken(token).post('/auth/logout'),
      disable: (_: Client, email: string) => switchAccount(api.store, email, true, Date.now()),
      password: (_: Client, email: string) => resetPassword(api.store, email, Date.now()),
    }
    for (const [name, goes] of Object.entries(end)) {
      for (const keyed of [{}, { 'idempotency-key': name }]) {
        const email = `${name}${Object.keys(keyed).length}@firma.rs`
        const client = await api.signIn(email)
        const sent = [sendSlowly(client, api, '/c1', c1, keyed), sendSlowly(client, api, '/rates', rate, keyed)]
        await Promise.all(sent.map(({ begun }) => begun))
        await goes(client, email)
        for (const { finish } of sent) assert.equal((await finish()).status, 401, `${email} ${JSON.stringify(keyed)}`)
      }
    }
    assert.equal((await api.get('/c1')).body.total, 0)
    assert.deepEqual(await api.store.read.selectFrom('idempotencija').selectAll().execute(), [])
    assert.equal((await api.get('/audit?vrsta=kurs')).body.total, 0)
  })

  test('logging out ends the session on the server', async () => {
    const api = await testApi(engine)
    const { status, headers } = await api.post('/auth/logout')
    assert.deepEqual([status, headers.get('clear-site-data')], [200, '"cache"'])
    assert.equal((await api.get('/auth/me')).status, 401)
    assert.equal(await countSessions(api.store), 0)
  })

  test('a user has a hundred sessions at most: with one more the one longest unused ends', async () => {
    const api = await testApi(engine)
    for (let i = 1; i <= MAX_SESSIONS_PER_USER; i++)
      await api.store.transact((tx) => startSession(tx, api.user.id, Date.now() + i))
    assert.equal((await api.get('/auth/me')).status, 401)
    assert.equal(await countSessions(api.store), MAX_SESSIONS_PER_USER)
  })

  test('a disabled account is out at once and cannot come in', async () => {
    const api = await testApi(engine)
    const account = { email: 'nova@firma.rs', password: 'tajna-rec-1' }
    await api.anonymous.post('/auth/register', account)
    const { token } = (await api.anonymous.post('/auth/login', account)).body
    const nova = api.withToken(token)
    assert.equal(await switchAccount(api.store, 'NOVA@firma.rs', true, Date.now()), true)
    assert.equal((await nova.get('/auth/me')).status, 401)
    const refused = await api.anonymous.post('/auth/login', account)
    assert.deepEqual([refused.status, refused.body], [401, { message: 'Pogrešan email ili lozinka.' }])

    await switchAccount(api.store, account.email, false, Date.now())
    assert.equal((await nova.get('/auth/me')).status, 401)
    assert.equal((await api.anonymous.post('/auth/login', account)).status, 200)
    assert.equal(await switchAccount(api.store, 'niko@firma.rs', true, Date.now()), false)
  })

  test('a login whose account was disabled while its password was compared writes nothing', async () => {
    const { anonymous, store } = await testApi(engine)
    const { email, password } = { email: 'nova@firma.rs', password: 'tajna-rec-1' }
    await anonymous.post('/auth/register', { email, password })
    const compared = await findAccount(store.read, email)
    assert.ok(compared)
    const write = () => store.transact((tx) => writeIfVerified(tx, compared, { lozinka: compared.lozinka }))
    assert.equal(await write(), true)
    await switchAccount(store, email, true, Date.now())
    assert.equal(await write(), false)
  })

  test('the column alone shuts an account out, whoever set it', async () => {
    const api = await testApi(engine)
    await api.store.transact((tx) => tx.updateTable('korisnik').set({ iskljucen: 1 }).execute())
    assert.equal((await api.get('/auth/me')).status, 401)
    assert.equal((await api.get('/c4')).status, 401)
  })
})
