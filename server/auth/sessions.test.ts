import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '#server/db/open.ts'
import { eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { findAccount, switchAccount, writeIfVerified } from './accounts.ts'
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
  while ((await usedAt(api)) !== moment) await nextTurn()
}

const countSessions = async (store: Store) => (await store.read.selectFrom('sesija').select('id').execute()).length

test('30 days from the login, 12 hours unused, use written down every 5 minutes, 100 sessions of a user', () => {
  assert.equal(SESSION_MS, 2_592_000_000)
  assert.equal(IDLE_MS, 43_200_000)
  assert.equal(TOUCH_MS, 300_000)
  assert.equal(MAX_SESSIONS_PER_USER, 100)
})

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
      await api.store.transact((tx) => startSession(tx, api.user.id, START, undefined, until))
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

  test('a user ends one of his sessions, and nobody else’s', async () => {
    const api = await testApi(engine)
    const jelena = await api.signIn('jelena@firma.rs')
    const other = await api.store.transact((tx) => startSession(tx, api.user.id, Date.now()))
    const listed = async () => (await api.get('/auth/sessions')).body.sessions as { id: string; ova: boolean }[]
    const id = (await listed()).find(({ ova }) => !ova)?.id

    const refused = await jelena.delete(`/auth/sessions/${id}`)
    assert.deepEqual([refused.status, refused.body], [404, { message: 'Traženi podatak ne postoji.' }])
    assert.equal((await api.withToken(other).get('/auth/me')).status, 200)

    const ended = await api.delete(`/auth/sessions/${id}`)
    assert.deepEqual([ended.status, ended.body], [200, { message: 'Prijava je završena.' }])
    assert.equal((await api.withToken(other).get('/auth/me')).status, 401)
    assert.equal((await api.delete(`/auth/sessions/${id}`)).status, 404)
    assert.equal((await listed()).length, 1)
    assert.equal((await jelena.get('/auth/me')).status, 200)
  })

  test('a user ends all of his sessions but the one he is in, and nobody else’s', async () => {
    const api = await testApi(engine)
    const jelena = await api.signIn('jelena@firma.rs')
    const others = await api.store.transact(async (tx) => [
      await startSession(tx, api.user.id, Date.now()),
      await startSession(tx, api.user.id, Date.now()),
    ])
    const ended = await api.delete('/auth/sessions')
    assert.deepEqual([ended.status, ended.body], [200, { message: 'Sve ostale prijave su završene.' }])
    for (const other of others) assert.equal((await api.withToken(other).get('/auth/me')).status, 401)
    const { sessions } = (await api.get('/auth/sessions')).body
    assert.deepEqual(
      sessions.map(({ ova }: { ova: boolean }) => ova),
      [true],
    )
    assert.equal((await jelena.get('/auth/me')).status, 200)
  })

  test('logging out ends the session on the server', async () => {
    const api = await testApi(engine)
    assert.equal((await api.post('/auth/logout')).status, 200)
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
