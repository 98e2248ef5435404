import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INVITATION_DAYS, RESET_HOURS } from '#contract/limits.ts'
import { eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { switchAccount } from './accounts.ts'

const HOUR_MS = 60 * 60 * 1000
const PETAR = { email: 'petar@firma.rs', ime: 'Petar Perić', uloga: 'Samo čitanje' }
const PASSWORD = 'kiša-u-avgustu'
const DEAD = { message: 'Veza ne važi: iskorišćena je, istekla je ili nije cela. Zatražite novu od administratora.' }

const tokenIn = ({ body }: { body: { adresa: string } }) => /^\/poziv#([\w-]{43})$/.exec(body.adresa)?.[1] ?? ''
const use = ({ anonymous }: TestApi, token: string, password = PASSWORD) =>
  anonymous.post('/auth/link/password', { token, password })
const accountIn = async (api: TestApi, email: string) =>
  (await api.get('/auth/accounts')).body.accounts.find((one: { email: string }) => one.email === email)

async function assertDead(api: TestApi, token: string, why: string) {
  for (const answer of [await api.anonymous.post('/auth/link', { token }), await use(api, token)])
    assert.deepEqual([answer.status, answer.body], [404, DEAD], why)
}

eachEngine('one-time links', (engine) => {
  test('who is invited sets a password by his link, once, and is logged in with his name and role', async () => {
    const api = await testApi(engine, { registration: 'closed' })
    const invited = await api.post('/auth/invitations', PETAR)
    assert.equal(invited.status, 201)
    const { pozvan, uloga, ime } = await accountIn(api, PETAR.email)
    assert.deepEqual([pozvan, uloga, ime], [true, PETAR.uloga, PETAR.ime])
    const token = tokenIn(invited)
    const look = await api.anonymous.post('/auth/link', { token })
    assert.deepEqual([look.status, look.body], [200, { vrsta: 'poziv', email: PETAR.email, ime: PETAR.ime }])

    const weak = await use(api, token, 'lozinka123')
    assert.deepEqual([weak.status, weak.body.errors[0].field], [400, 'password'])
    const used = await use(api, token)
    assert.equal(used.status, 200)
    const petar = api.withToken(used.body.token)
    assert.deepEqual((await petar.get('/auth/me')).body.user, PETAR)
    assert.equal((await accountIn(api, PETAR.email)).pozvan, false)
    assert.equal((await api.anonymous.post('/auth/login', { email: PETAR.email, password: PASSWORD })).status, 200)
    await assertDead(api, token, 'used')
    const told = (await api.get('/audit?vrsta=nalog')).body.results.map(
      ({ korisnik, sazetak }: { korisnik: string; sazetak: string }) => `${korisnik}: ${sazetak}`,
    )
    assert.deepEqual(told.slice(1, 3), [
      'petar@firma.rs: Poziv prihvaćen. Adresa 127.0.0.1',
      'ana@firma.rs: Pozvan. Uloga: Samo čitanje',
    ])
  })

  test('the database knows no token, and the same request does not tell it again', async () => {
    const api = await testApi(engine)
    const key = { 'idempotency-key': 'poziv-1' }
    const token = tokenIn(await api.post('/auth/invitations', PETAR, key))
    assert.equal((await api.post('/auth/invitations', PETAR, key)).status, 409)
    for (const table of ['veza', 'dnevnik', 'idempotencija'] as const) {
      const rows = await api.store.read.selectFrom(table).selectAll().execute()
      assert.ok(!JSON.stringify(rows).includes(token), table)
    }
  })

  test('a forgotten password is set by a link, which ends the sessions of before', async () => {
    const api = await testApi(engine)
    const account = { email: PETAR.email, password: 'tajna-rec-1' }
    await api.anonymous.post('/auth/register', account)
    const before = api.withToken((await api.anonymous.post('/auth/login', account)).body.token)
    const { id } = await accountIn(api, PETAR.email)
    const token = tokenIn(await api.post(`/auth/accounts/${id}/link`))
    assert.equal((await api.anonymous.post('/auth/link', { token })).body.vrsta, 'lozinka')
    assert.equal((await before.get('/auth/me')).status, 200, 'until the link is used')
    const used = await use(api, token)
    assert.equal((await before.get('/auth/me')).status, 401)
    assert.equal((await api.withToken(used.body.token).get('/auth/me')).status, 200)
    assert.equal((await api.anonymous.post('/auth/login', account)).status, 401)
  })

  test('whatever is wrong with a link is said alike, and uses nothing up', async () => {
    let now = Date.UTC(2026, 5, 1, 8)
    const api = await testApi(engine, { now: () => now })
    const first = tokenIn(await api.post('/auth/invitations', PETAR))
    const { id } = await accountIn(api, PETAR.email)
    const second = tokenIn(await api.post(`/auth/accounts/${id}/link`))
    await assertDead(api, first, 'a newer one was issued')
    for (const wrong of ['', 'x', `${second}A`, second.toLowerCase()]) await assertDead(api, wrong, `'${wrong}'`)
    await switchAccount(api.store, PETAR.email, true, now)
    await assertDead(api, second, 'of an account that is shut')
    await switchAccount(api.store, PETAR.email, false, now)
    await assertDead(api, second, 'of an account that was shut meanwhile')

    const third = tokenIn(await api.post(`/auth/accounts/${id}/link`))
    now += INVITATION_DAYS * 24 * HOUR_MS - 1
    assert.equal((await api.anonymous.post('/auth/link', { token: third })).status, 200, 'to the last')
    now += 1
    await assertDead(api, third, 'too old')
  })

  test('a link for a forgotten password works a day, and none outlives a new password', async () => {
    let now = Date.UTC(2026, 5, 1, 8)
    const api = await testApi(engine, { now: () => now })
    const account = { email: PETAR.email, password: 'tajna-rec-1' }
    await api.anonymous.post('/auth/register', account)
    const { id } = await accountIn(api, PETAR.email)
    const old = tokenIn(await api.post(`/auth/accounts/${id}/link`))
    now += RESET_HOURS * HOUR_MS
    await assertDead(api, old, 'a day old')
    const other = (await api.signIn('jelena@firma.rs', 'Administrator')).token
    const token = tokenIn(await api.withToken(other).post(`/auth/accounts/${id}/link`))
    const petar = api.withToken((await api.anonymous.post('/auth/login', account)).body.token)
    await petar.post('/auth/password', { currentPassword: account.password, newPassword: PASSWORD })
    await assertDead(api, token, 'he remembered, and chose another')
    const admin = api.withToken(other)
    const last = tokenIn(await admin.post(`/auth/accounts/${id}/link`))
    for (const iskljucen of [true, false])
      await admin.put(`/auth/accounts/${id}`, { ime: '', uloga: 'Pun pristup', iskljucen })
    await assertDead(api, last, 'shut out, and let in again')
  })

  test('used twice at once, a link works once', async () => {
    const api = await testApi(engine)
    const token = tokenIn(await api.post('/auth/invitations', PETAR))
    const answers = await Promise.all([use(api, token), use(api, token, 'sneg-u-februaru')])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
  })

  test('an invitation is withdrawn while nobody has accepted it, and frees the e-mail', async () => {
    const api = await testApi(engine)
    const token = tokenIn(await api.post('/auth/invitations', PETAR))
    assert.equal((await api.post('/auth/invitations', PETAR)).status, 409)
    const { id } = await accountIn(api, PETAR.email)
    const withdrawn = await api.delete(`/auth/invitations/${id}`)
    assert.deepEqual([withdrawn.status, withdrawn.body], [200, { message: 'Poziv je povučen.' }])
    await assertDead(api, token, 'withdrawn')
    assert.equal((await api.delete(`/auth/invitations/${api.user.id}`)).status, 404, 'of one who has come in')
    assert.equal((await api.post('/auth/invitations', PETAR)).status, 201)
  })

  test('who was invited and never came is no administrator that the books can be left to', async () => {
    const api = await testApi(engine)
    await api.post('/auth/invitations', { ...PETAR, uloga: 'Administrator' })
    const left = await api.put(`/auth/accounts/${api.user.id}`, { ime: '', uloga: 'Pun pristup', iskljucen: false })
    assert.equal(left.status, 409)
  })

  test('tries from one address are counted', async () => {
    const api = await testApi(engine)
    const look = () => api.anonymous.post('/auth/link', { token: 'x' })
    for (let i = 0; i < 150; i++) await look()
    const refused = await look()
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal((await api.withToken('', '10.0.0.9').post('/auth/link', { token: 'x' })).status, 404)
  })
})
