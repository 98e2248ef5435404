import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, type TestApi, type TestEngine, testApi } from '#server/testing.ts'
import { GIVEN_PASSWORD_MS, resetPassword } from './accounts.ts'

const ACCOUNT = { email: 'petar@firma.rs', password: 'tajna-rec-1' }

async function withAccount(engine: TestEngine, options: Parameters<typeof testApi>[1] = {}) {
  const api = await testApi(engine, options)
  const registered = await api.anonymous.post('/auth/register', ACCOUNT)
  assert.equal(registered.status, 201)
  return { api, petar: api.withToken(await login(api, ACCOUNT.password)) }
}

async function login(api: TestApi, password: string): Promise<string> {
  const { status, body } = await api.anonymous.post('/auth/login', { email: ACCOUNT.email, password })
  assert.equal(status, 200)
  return body.token
}

eachEngine('passwords', (engine) => {
  test('a new password takes the old one and every token, and gives this session a new one', async () => {
    const { api, petar } = await withAccount(engine)
    const elsewhere = api.withToken(await login(api, ACCOUNT.password))
    const changed = await petar.post('/auth/password', {
      currentPassword: ACCOUNT.password,
      newPassword: 'kiša-u-avgustu',
    })
    const { token, ...said } = changed.body
    assert.deepEqual([changed.status, said], [200, { message: 'Lozinka je promenjena. Ostale sesije su odjavljene.' }])
    assert.equal((await petar.get('/auth/me')).status, 401)
    assert.equal((await api.withToken(token).get('/auth/me')).status, 200)
    assert.equal((await elsewhere.get('/auth/me')).status, 401)
    assert.equal((await api.get('/auth/me')).status, 200)
    assert.equal((await api.anonymous.post('/auth/login', ACCOUNT)).status, 401)
    await login(api, 'kiša-u-avgustu')
  })

  test('no session of the old password outlives a reset that comes while somebody logs in with it', async () => {
    const { api } = await withAccount(engine)
    for (let round = 0; round < 5; round++) {
      const password = (await resetPassword(api.store, ACCOUNT.email, Date.now())) ?? ''
      const reset = resetPassword(api.store, ACCOUNT.email, Date.now())
      const { status, body } = await api.anonymous.post('/auth/login', { email: ACCOUNT.email, password })
      await reset
      if (status === 200) assert.equal((await api.withToken(body.token).get('/auth/me')).status, 401)
      else assert.equal(status, 401)
    }
  })

  test('of two changes of one password at the same moment, from two places, one is refused', async () => {
    const { api, petar } = await withAccount(engine, { trustedProxies: 1 })
    const elsewhere = api.withToken(await login(api, ACCOUNT.password))
    const change = (client: typeof petar, newPassword: string, address: string) =>
      client.post('/auth/password', { currentPassword: ACCOUNT.password, newPassword }, { 'x-forwarded-for': address })
    const answers = await Promise.all([
      change(petar, 'kiša-u-avgustu', '10.0.0.1'),
      change(elsewhere, 'sneg-u-januaru', '10.0.0.2'),
    ])
    const won = answers.findIndex(({ status }) => status === 200)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
    await login(api, won === 0 ? 'kiša-u-avgustu' : 'sneg-u-januaru')
  })

  test('a new password is refused with its reason, and nothing changes', async () => {
    const { petar } = await withAccount(engine)
    const current = ACCOUNT.password
    const cases: [object, string, string][] = [
      [
        { currentPassword: 'pogresna-rec', newPassword: 'kiša-u-avgustu' },
        'currentPassword',
        'Trenutna lozinka nije ispravna.',
      ],
      [
        { currentPassword: current, newPassword: current },
        'newPassword',
        'Nova lozinka mora da se razlikuje od trenutne.',
      ],
      [
        { currentPassword: current, newPassword: 'lozinka123' },
        'newPassword',
        'Ova lozinka se lako pogađa. Izaberite drugu.',
      ],
      [
        { currentPassword: current, newPassword: 'kratka' },
        'newPassword',
        'Password must be at least 8 characters long',
      ],
      [{ currentPassword: current, newPassword: 'x'.repeat(201) }, 'newPassword', 'Lozinka: najviše 200 znakova.'],
      [{ newPassword: 'kiša-u-avgustu' }, 'currentPassword', 'Molimo popunite sva polja ispravno.'],
    ]
    for (const [body, field, message] of cases) {
      const refused = await petar.post('/auth/password', body)
      assert.deepEqual([refused.status, refused.body], [400, { message, errors: [{ field, message }] }])
    }
    assert.equal((await petar.get('/auth/me')).status, 200)
  })

  test('neither password is kept with an idempotency key', async () => {
    const { api, petar } = await withAccount(engine)
    const change = { currentPassword: ACCOUNT.password, newPassword: 'kiša-u-avgustu' }
    assert.equal((await petar.post('/auth/password', change, { 'idempotency-key': 'k1' })).status, 200)
    assert.deepEqual(await api.store.read.selectFrom('idempotencija').selectAll().execute(), [])
  })

  test('whoever holds a session cannot try out passwords with it', async () => {
    const { petar } = await withAccount(engine)
    const { id } = (await petar.get('/auth/sessions')).body.sessions[0]
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) {
      const body = { currentPassword: `pokusaj-${i}`, newPassword: 'kiša-u-avgustu' }
      statuses.push((await petar.post('/auth/password', body)).status)
    }
    const typed = { password: ACCOUNT.password }
    for (const path of ['/auth/sessions', `/auth/sessions/${id}`])
      statuses.push((await petar.delete(path, {}, typed)).status)
    assert.deepEqual(statuses, [...Array(10).fill(400), 429, 429, 429, 429])
  })

  test('a few slips are in the audit trail, and forgotten with the right password', async () => {
    const { api, petar } = await withAccount(engine)
    let client = petar
    const change = async (currentPassword: string, newPassword: string) => {
      const { status, body } = await client.post('/auth/password', { currentPassword, newPassword })
      if (status === 200) client = api.withToken(body.token)
      return status
    }
    const passwords = [ACCOUNT.password, 'kiša-u-avgustu', 'sneg-u-januaru']
    for (const [round, right] of passwords.slice(0, 2).entries()) {
      for (let i = 0; i < 9; i++) assert.equal(await change(`pokusaj-${i}`, 'kiša-u-julu'), 400)
      assert.equal(await change(right, passwords[round + 1] as string), 200)
    }
    const { results, total } = (await api.get('/audit?radnja=odbijeno')).body
    assert.deepEqual([total, results[0].korisnik, results[0].sazetak], [18, ACCOUNT.email, 'Nova lozinka'])
  })

  test('an administrator’s password works for a day, ends with its sessions, and the user’s own lasts', async () => {
    let now = Date.UTC(2026, 5, 1, 8)
    const { api, petar } = await withAccount(engine, { now: () => now })
    const given = (await resetPassword(api.store, 'Petar@Firma.rs', now)) ?? ''
    assert.match(given, /^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
    assert.equal((await petar.get('/auth/me')).status, 401)
    assert.equal((await api.anonymous.post('/auth/login', ACCOUNT)).status, 401)

    now += GIVEN_PASSWORD_MS - 60_000
    const first = api.withToken(await login(api, given))
    const second = api.withToken(await login(api, given))
    const { user } = (await first.get('/auth/me')).body
    const until = '2026-06-02T08:00:00.000Z'
    assert.deepEqual(user, { email: ACCOUNT.email, ime: '', uloga: 'Pun pristup', lozinka_vazi_do: until })
    const change = { currentPassword: given, newPassword: 'kiša-u-avgustu' }
    const own = api.withToken((await first.post('/auth/password', change)).body.token)
    assert.deepEqual((await own.get('/auth/me')).body, {
      user: { email: ACCOUNT.email, ime: '', uloga: 'Pun pristup' },
    })

    now += 120_000
    assert.equal((await own.get('/auth/me')).status, 200)
    assert.equal((await second.get('/auth/me')).status, 401)
    assert.equal((await api.anonymous.post('/auth/login', { ...ACCOUNT, password: given })).status, 401)
    await login(api, 'kiša-u-avgustu')
  })

  test('who does not choose a password of his own is out when the given one ends', async () => {
    let now = Date.UTC(2026, 5, 1, 8)
    const { api } = await withAccount(engine, { now: () => now })
    const given = (await resetPassword(api.store, ACCOUNT.email, now)) ?? ''
    now += GIVEN_PASSWORD_MS - 60_000
    const petar = api.withToken(await login(api, given))
    now += 59_999
    assert.equal((await petar.get('/auth/me')).status, 200)
    now += 1
    assert.equal((await petar.get('/auth/me')).status, 401)
  })

  test('a given password that nobody used has ended after a day', async () => {
    let now = Date.UTC(2026, 5, 1, 8)
    const { api } = await withAccount(engine, { now: () => now })
    const password = (await resetPassword(api.store, ACCOUNT.email, now)) ?? ''
    now += GIVEN_PASSWORD_MS
    const refused = await api.anonymous.post('/auth/login', { email: ACCOUNT.email, password })
    assert.deepEqual([refused.status, refused.body], [401, { message: 'Pogrešan email ili lozinka.' }])
    assert.equal(await resetPassword(api.store, 'niko@firma.rs', now), null)
  })

  test('weak passwords are refused at registration where that is wanted', async () => {
    const strict = await testApi(engine, { weakPasswords: 'refuse' })
    const refused = await strict.anonymous.post('/auth/register', { ...ACCOUNT, password: 'lozinka123' })
    assert.equal(refused.status, 400)
    assert.equal(refused.body.message, 'Ova lozinka se lako pogađa. Izaberite drugu.')
    assert.equal((await strict.anonymous.post('/auth/register', ACCOUNT)).status, 201)
  })
})
