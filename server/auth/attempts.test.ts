import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Store } from '#server/db/open.ts'
import { featuresOf } from '#server/features.ts'
import { createApp } from '#server/http/app.ts'
import { eachEngine, type TestApi, type TestEngine, testApi } from '#server/testing.ts'
import { until } from '#server/testing-until.ts'
import { attemptOf, countAddress, countAttempt, succeeded } from './attempts.ts'
import { authenticator } from './sessions.ts'
import { DEVICE_MS, MAX_DEVICES_PER_ACCOUNT } from './tokens.ts'

const OWNER = { email: 'vlasnik@firma.rs', password: 'tajna-rec-1' }
const TOO_MANY = { message: 'Previše pokušaja prijavljivanja. Pokušajte ponovo kasnije.' }
const HOME = '198.51.100.7'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const addressOf = (i: number) => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`

async function withOwner(engine: TestEngine, options: Parameters<typeof testApi>[1] = {}): Promise<TestApi> {
  const api = await testApi(engine, options)
  assert.equal((await api.withToken('', HOME).post('/auth/register', OWNER)).status, 201)
  return api
}

const login = async (api: TestApi, address: string, credentials: object = OWNER) =>
  (await api.withToken('', address).post('/auth/login', credentials)).status

/** Counts a try from a browser that the account does not know, and answers what it was counted in. */
async function countLogin(store: Store, account: string, network: string, now: number) {
  const attempt = await attemptOf(store.read, { account, network, device: '' }, now)
  await countAttempt(store, attempt, now)
  return attempt
}

/** How many guesses reached the hash: those that were answered 401. */
async function guess(api: TestApi, count: number, from: (i: number) => string, whom: (i: number) => string) {
  let reached = 0
  for (let i = 0; i < count; i++) {
    const guessed = { email: whom(i), password: `pokusaj-${i}` }
    const { status, body } = await api.withToken('', from(i)).post('/auth/login', guessed)
    if (status === 401) reached++
    else assert.deepEqual([status, body], [429, TOO_MANY])
  }
  return reached
}

/** On PostgreSQL, until a transaction waits for a row that another one has locked. */
async function untilOneWaits({ read }: Store) {
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until('somebody waits', async () => (await waiting.execute(read)).rows.length > 0)
}

eachEngine('tries to log in', (engine) => {
  const guesses = 200
  const owner = () => OWNER.email

  test(`${guesses} guesses from one address reach the hash 10 times, and the owner logs in from another`, async () => {
    const api = await withOwner(engine)
    const reached = await guess(api, guesses, () => '203.0.113.9', owner)
    assert.equal(reached, 10)
    assert.equal(await login(api, '203.0.113.9'), 429)
    const { headers } = await api.withToken('', '203.0.113.9').post('/auth/login', OWNER)
    const seconds = Number(headers.get('retry-after'))
    assert.ok(seconds > 0 && seconds <= 15 * 60, `${seconds} s until the next try`)
    assert.equal(await login(api, HOME), 200)
    assert.equal(await login(api, '198.51.100.99'), 200)
  })

  test(`${guesses} guesses from as many addresses reach it 100 times, and the owner logs in where he is known`, async () => {
    const api = await withOwner(engine)
    assert.equal(await login(api, HOME), 200)
    const reached = await guess(api, guesses, addressOf, owner)
    assert.equal(reached, 100)
    assert.equal(await login(api, HOME), 200)
    assert.equal(await login(api, '198.51.100.99'), 429)
  })

  test('one address that tries all accounts reaches the hash 150 times', async () => {
    const api = await withOwner(engine)
    assert.equal(
      await guess(
        api,
        guesses,
        () => '203.0.113.9',
        (i) => `korisnik${i}@firma.rs`,
      ),
      150,
    )
    assert.equal(await login(api, HOME), 200)
  })

  test('a device that has logged in to an account is shut out by nobody else’s tries, only by its own', async () => {
    const api = await withOwner(engine)
    const at = async (device: string, password = OWNER.password) =>
      (await api.withToken('', HOME).post('/auth/login', { ...OWNER, password, device })).status
    const { token, device } = (await api.withToken('', HOME).post('/auth/login', OWNER)).body
    const [other] = [(await api.withToken('', HOME).post('/auth/login', OWNER)).body.device]
    // By colleagues, behind the same address: on his account, and on accounts that nobody has.
    assert.equal(await guess(api, 20, () => HOME, owner), 10)
    assert.equal(
      await guess(
        api,
        150,
        () => HOME,
        (i) => `niko${i}@firma.rs`,
      ),
      139,
    )
    assert.equal(await guess(api, 110, addressOf, owner), 100)
    assert.equal(await at(''), 429, 'a device that nobody knows')
    assert.equal(await at('x'.repeat(43)), 429, 'one that is made up')
    assert.equal(await at(device), 200)
    const change = { currentPassword: 'pogresna-rec', newPassword: 'kiša-u-avgustu' }
    assert.equal((await api.withToken(token, HOME).post('/auth/password', change)).status, 400, 'nor in his session')
    for (let i = 0; i < 10; i++) assert.equal(await at(device, `pokusaj-${i}`), 401)
    assert.equal(await at(device), 429)
    assert.equal(await at(other), 200, 'his other device')
  })

  test('a device is known to the accounts that it logged in to, and no other', async () => {
    const api = await withOwner(engine)
    const petar = { ...OWNER, email: 'petar@firma.rs' }
    await api.anonymous.post('/auth/register', petar)
    const { device } = (await api.anonymous.post('/auth/login', OWNER)).body
    const budgets = async (account: string) =>
      (await attemptOf(api.store.read, { account, network: '203.0.113.9', device }, Date.now())).budgets.length
    assert.deepEqual([await budgets(OWNER.email), await budgets(petar.email)], [1, 3])
    const again = (await api.anonymous.post('/auth/login', { ...petar, device })).body.device
    assert.equal(again, device, 'two people share a browser')
    assert.deepEqual([await budgets(OWNER.email), await budgets(petar.email)], [1, 1])
    const rows = await api.store.read.selectFrom('uredjaj').selectAll().execute()
    assert.equal(rows.length, 2)
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(device), 'as hashes')
    for (const broken of ['x', `${device}x`, '-'.repeat(100)]) {
      const fresh = (await api.anonymous.post('/auth/login', { ...petar, device: broken })).body.device
      assert.match(fresh, /^[\w-]{43}$/)
    }
  })

  test(`an account knows its last ${MAX_DEVICES_PER_ACCOUNT} devices, each for 90 days`, async () => {
    let now = Date.UTC(2026, 5, 1, 8)
    const api = await withOwner(engine, { now: () => now })
    const devices: string[] = []
    for (let i = 0; i <= MAX_DEVICES_PER_ACCOUNT; i++, now++)
      devices.push((await api.anonymous.post('/auth/login', OWNER)).body.device)
    const knows = async (device: string | undefined, at: number) => {
      const asked = { account: OWNER.email, network: HOME, device: device ?? '' }
      return (await attemptOf(api.store.read, asked, at)).budgets.length === 1
    }
    assert.equal((await api.store.read.selectFrom('uredjaj').selectAll().execute()).length, MAX_DEVICES_PER_ACCOUNT)
    assert.deepEqual([await knows(devices[0], now), await knows(devices[1], now)], [false, true])
    const last = now - 1 + DEVICE_MS
    assert.deepEqual([await knows(devices.at(-1), last - 1), await knows(devices.at(-1), last)], [true, false])
    assert.equal(DEVICE_MS, 90 * DAY_MS)
  })

  test('IPv6 counts by the network of a subscriber', async () => {
    const api = await withOwner(engine)
    assert.equal(await guess(api, 50, (i) => `2001:db8:1:2::${i.toString(16)}`, owner), 10)
    assert.equal(await login(api, '2001:db8:1:3::1'), 200)
  })

  test('registrations are counted by address, with all else that an address asks without a session', async () => {
    const api = await testApi(engine)
    const register = async (email: string, address: string) =>
      (await api.withToken('', address).post('/auth/register', { ...OWNER, email })).status
    assert.equal(await register(OWNER.email, HOME), 201)
    // The others are counted without waiting for a hundred and fifty hashes.
    await api.store.transact((tx) => tx.updateTable('pokusaj').set({ broj: 149 }).execute())
    assert.equal(await register('nova@firma.rs', HOME), 201)
    assert.equal(await register('druga@firma.rs', HOME), 429)
    assert.equal(await login(api, HOME), 429)
    assert.equal(await register('druga@firma.rs', '203.0.113.5'), 201)
  })

  test('of tries that come at once no more get through than of those that come one after the other', async () => {
    const store = await engine.open()
    const now = Date.UTC(2026, 5, 1, 8)
    const tries = Array.from({ length: 160 }, () => countAddress(store, HOME, now))
    const ended = await Promise.allSettled(tries)
    assert.equal(ended.filter(({ status }) => status === 'fulfilled').length, 150)
  })

  test('where several budgets are full, the next try is due when the last of them ends', async () => {
    const store = await engine.open()
    const now = Date.UTC(2026, 5, 1, 8)
    const accounts = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@firma.rs`)
    for (const account of accounts) await countLogin(store, account, HOME, now)
    await store.transact((tx) => tx.updateTable('pokusaj').set({ broj: 150 }).execute())
    const hour = 60 * 60
    for (const account of accounts) await assert.rejects(countLogin(store, account, HOME, now), { seconds: hour })
    for (const account of accounts) await countLogin(store, account, HOME, now + hour * 1000)
  })

  if (engine.name === 'postgres') {
    test('a login that waits for a row which a try is counted in holds none that the try comes to later', async () => {
      const store = await engine.open()
      const now = Date.UTC(2026, 5, 1, 8)
      // Of each account the rows lie in another order.
      for (const account of ['a', 'b', 'petar', 'vlasnik'].map((name) => `${name}@firma.rs`)) {
        const attempt = await countLogin(store, account, HOME, now)
        const [first = '', ...later] = attempt.budgets.map(({ kljuc }) => kljuc).sort()
        let login: Promise<void> = Promise.resolve()
        const free = await store.transact(async (tx) => {
          const rows = (keys: string[]) =>
            tx.selectFrom('pokusaj').select('kljuc').where('kljuc', 'in', keys).orderBy('kljuc').forUpdate()
          await rows([first]).execute()
          login = store.transact((other) => succeeded(other, attempt, now))
          await untilOneWaits(store)
          return rows(later).skipLocked().execute()
        })
        await login
        assert.deepEqual(
          free.map(({ kljuc }) => kljuc),
          later,
          account,
        )
        await store.transact((tx) => tx.deleteFrom('pokusaj').execute())
      }
    })
  }

  test('a right password is not held against anybody, however many log in at once', async () => {
    const api = await withOwner(engine)
    const statuses = await Promise.all(Array.from({ length: 30 }, () => login(api, HOME)))
    assert.deepEqual(statuses, Array(30).fill(200))
    await api.store.transact((tx) => tx.updateTable('pokusaj').set({ broj: 99 }).execute())
    for (const address of [HOME, HOME, addressOf(1), addressOf(2)]) assert.equal(await login(api, address), 200)
  })

  test('what was counted is forgotten after a quarter of an hour, of one account from everywhere after an hour', async () => {
    const store = await engine.open()
    const start = Date.UTC(2026, 5, 1, 8)
    for (const [account, address, minutes] of [
      [OWNER.email, addressOf(1), 60],
      ['druga@firma.rs', HOME, 15],
    ] as const) {
      await store.transact((tx) => tx.deleteFrom('pokusaj').execute())
      await countLogin(store, OWNER.email, HOME, start)
      await store.transact((tx) => tx.updateTable('pokusaj').set({ broj: 150 }).execute())
      const end = start + minutes * MINUTE_MS
      await assert.rejects(countLogin(store, account, address, end - 1), TOO_MANY)
      await countLogin(store, account, address, end)
    }
  })

  test('a few slips are forgotten with the right password, and all of them after a quarter of an hour', async () => {
    let now = Date.UTC(2026, 5, 1, 8)
    const api = await withOwner(engine, { now: () => now })
    for (let round = 0; round < 3; round++) {
      assert.equal(await guess(api, 9, () => HOME, owner), 9)
      assert.equal(await login(api, HOME), 200)
    }
    assert.equal(await guess(api, 20, () => HOME, owner), 10)
    now += 15 * MINUTE_MS - 1
    assert.equal(await login(api, HOME), 429)
    now += 1
    assert.equal(await login(api, HOME), 200)
  })

  test('where the owner logged in he is known for 90 days from the last time: guesses from elsewhere do not count there', async () => {
    const store = await engine.open()
    const countedAt = (now: number) => countLogin(store, OWNER.email, HOME, now)
    const first = Date.UTC(2026, 5, 1, 8)
    const last = first + 80 * DAY_MS
    for (const [now, counts] of [
      [first, 3],
      [last, 2],
    ] as const) {
      const attempt = await countedAt(now)
      assert.equal(attempt.budgets.length, counts)
      await store.transact((tx) => succeeded(tx, attempt, now))
    }
    assert.equal((await countedAt(last + 90 * DAY_MS - 1)).budgets.length, 2)
    assert.equal((await countedAt(last + 90 * DAY_MS)).budgets.length, 3)
  })

  test('an e-mail is one account in any case, known or not', async () => {
    const api = await withOwner(engine)
    const cased = (i: number) => (i % 2 ? 'NIKO@firma.rs' : 'niko@firma.rs')
    assert.equal(await guess(api, 20, () => '203.0.113.9', cased), 10)
  })

  test('all instances count together, and the table names nobody', async () => {
    const api = await withOwner(engine)
    const other = createApp(featuresOf(api.store, { registration: 'open' }), {
      store: api.store,
      now: Date.now,
      authenticate: authenticator(api.store),
    })
    assert.equal(await guess(api, 10, () => '203.0.113.9', owner), 10)
    const answer = await other.request(
      '/api/auth/login',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(OWNER) },
      { incoming: { socket: { remoteAddress: '203.0.113.9' } } },
    )
    assert.equal(answer.status, 429)
    const rows = JSON.stringify(await api.store.read.selectFrom('pokusaj').selectAll().execute())
    assert.doesNotMatch(rows, /vlasnik|203\.0|198\.51/)
  })

  test('what was counted is cleared away when its time is over', async () => {
    let now = Date.UTC(2026, 5, 1, 8)
    const api = await withOwner(engine, { now: () => now })
    await guess(api, 10, addressOf, (i) => `korisnik${i}@firma.rs`)
    now += 61 * MINUTE_MS
    await guess(api, 1, () => HOME, owner)
    const left = await api.store.read.selectFrom('pokusaj').select('kljuc').execute()
    assert.equal(left.length, 3)
  })
})
