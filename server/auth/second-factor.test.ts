import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, anyEngine, type TestApi, type TestApiOptions, type TestEngine, testApi } from '#server/testing.ts'
import { appCode } from '#server/testing-codes.ts'
import { removeSecondFactor, resetPassword } from './accounts.ts'

const PETAR = { email: 'petar@firma.rs', password: 'kiša-u-avgustu' }
const STEP = 30_000
const WANTED = { message: 'Upišite kod iz aplikacije.', field: 'code' }
const WRONG = { message: 'Kod nije ispravan ili je već upotrebljen.', field: 'code' }
const FIRST = { message: 'Pre svega ostalog uključite potvrdu u dva koraka.' }

/** A refusal that names a field, as status, sentence and field. */
const refused = ({ status, body }: Answer) => [status, body.message, body.errors?.[0]?.field]

/** Petar with a second factor, a clock, and his ways in. */
async function withFactor(engine: TestEngine, options: TestApiOptions = {}) {
  const clock = { now: Date.UTC(2026, 5, 1, 8) }
  const api = await testApi(engine, { ...options, now: () => clock.now })
  await api.anonymous.post('/auth/register', PETAR)
  const login = (code?: string, from = api.anonymous) => from.post('/auth/login', { ...PETAR, code })
  const { id } = await api.store.read
    .selectFrom('korisnik')
    .select('id')
    .where('email', '=', PETAR.email)
    .executeTakeFirstOrThrow()
  const before = api.withToken((await login()).body.token)
  const petar = api.withToken((await login()).body.token)
  const offered = await petar.post('/auth/second-factor', { password: PETAR.password })
  const { tajna } = offered.body
  const code = () => appCode(tajna, clock.now)
  const confirm = (typed: string, password = PETAR.password) =>
    petar.post('/auth/second-factor/confirm', { password, code: typed })
  return { api, clock, id, petar, before, offered, code, confirm, login }
}

/** The same, turned on. */
async function turnedOn(engine: TestEngine, options?: TestApiOptions) {
  const world = await withFactor(engine, options)
  const { body } = await world.confirm(world.code())
  world.clock.now += STEP
  return { ...world, codes: body.kodovi as string[] }
}

const told = async (api: TestApi) =>
  (await api.get('/audit?vrsta=nalog')).body.results
    .filter(({ opis }: { opis: string }) => opis === PETAR.email)
    .map(({ radnja, korisnik, sazetak }: Record<string, string>) => `${radnja} ${korisnik}: ${sazetak}`)

anyEngine('the second factor', (engine) => {
  test('is turned on with the password and the code of an app, and ends the other sessions', async () => {
    const { api, petar, before, offered, code, confirm, login } = await withFactor(engine)
    assert.match(offered.body.tajna, /^[A-Z2-7]{32}$/)
    assert.ok(offered.body.otpauth.startsWith(`otpauth://totp/Zalihe:${encodeURIComponent(PETAR.email)}?`))
    assert.equal((await login()).status, 200, 'until it is confirmed the password is enough')
    assert.deepEqual(refused(await petar.post('/auth/second-factor', { password: 'pogresna' })), [
      400,
      'Trenutna lozinka nije ispravna.',
      'password',
    ])
    assert.deepEqual(refused(await confirm('000000')), [400, WRONG.message, WRONG.field])
    assert.deepEqual(refused(await confirm(code(), 'pogresna')).slice(1), [
      'Trenutna lozinka nije ispravna.',
      'password',
    ])
    const on = await confirm(code())
    assert.equal(on.status, 200)
    assert.equal(new Set(on.body.kodovi).size, 10)
    for (const one of on.body.kodovi) assert.match(one, /^[a-z2-9]{5}-[a-z2-9]{5}$/)
    const { ukljucen_od, rezervnih_kodova } = (await petar.get('/auth/second-factor')).body
    assert.deepEqual([Date.parse(ukljucen_od) > 0, rezervnih_kodova], [true, 10])
    assert.deepEqual([(await before.get('/auth/me')).status, (await petar.get('/auth/me')).status], [401, 200])
    assert.equal((await petar.post('/auth/second-factor', { password: PETAR.password })).status, 409)
    assert.equal((await told(api))[0], 'izmenjeno petar@firma.rs: Potvrda u dva koraka uključena')
  })

  test('a login has no session before the right code, whatever else is right', async () => {
    const { api, code, login } = await turnedOn(engine)
    const sessions = async () => (await api.store.read.selectFrom('sesija').select('id').execute()).length
    const open = await sessions()
    assert.deepEqual(refused(await login()), [401, WANTED.message, WANTED.field])
    assert.deepEqual(refused(await login('')), [401, WANTED.message, WANTED.field])
    for (const wrong of ['000000', 'abcde-fghjk', '1', code().slice(1), `${code()}1`])
      assert.deepEqual(refused(await login(wrong)), [401, WRONG.message, WRONG.field], wrong)
    assert.equal(await sessions(), open)
    const wrongPassword = await api.anonymous.post('/auth/login', { ...PETAR, password: 'pogresna', code: code() })
    assert.deepEqual(refused(wrongPassword), [401, 'Pogrešan email ili lozinka.', undefined])
    const typed = `${code().slice(0, 3)} ${code().slice(3)}`
    const entered = await login(typed)
    assert.equal(entered.status, 200)
    assert.equal((await api.withToken(entered.body.token).get('/materials')).status, 200)
    assert.ok((await told(api)).includes('odbijeno petar@firma.rs: Pogrešan kod. Adresa 127.0.0.1'))
  })

  test('a code works once, also of two logins at once', async () => {
    const { api, code, login, clock } = await turnedOn(engine)
    const elsewhere = api.withToken('', '10.0.0.9')
    const both = await Promise.all([login(code()), login(code(), elsewhere)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
    assert.deepEqual(refused(await login(code())), [401, WRONG.message, WRONG.field])
    clock.now += STEP
    assert.equal((await login(code())).status, 200)
  })

  test('a clock may be wrong by one step, and an older code does not work after a newer one', async () => {
    const { api, offered, login, clock } = await turnedOn(engine)
    const codeAt = (steps: number) => appCode(offered.body.tajna, clock.now + steps * STEP)
    assert.equal((await login(codeAt(2))).status, 401)
    clock.now += STEP
    assert.equal((await login(codeAt(-2))).status, 401)
    assert.equal((await login(codeAt(-1))).status, 200)
    assert.equal((await login(codeAt(1))).status, 200)
    assert.equal((await login(codeAt(0))).status, 401)
    assert.ok(api)
  })

  test('a recovery code works once, also of two logins at once, and the trail says how many are left', async () => {
    const { api, codes, login } = await turnedOn(engine)
    const [first = '', second = ''] = codes
    const entered = await login(first.toUpperCase().replace('-', ' '))
    assert.equal(entered.status, 200)
    assert.equal((await told(api))[0], 'prijava petar@firma.rs: Rezervni kod, ostalo 9. Adresa 127.0.0.1')
    assert.equal((await login(first)).status, 401)
    const both = await Promise.all([login(second), login(second, api.withToken('', '10.0.0.9'))])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
    const petar = api.withToken(entered.body.token)
    assert.equal((await petar.get('/auth/second-factor')).body.rezervnih_kodova, 8)
  })

  test('wrong codes are counted like wrong passwords, and a right password alone takes none back', async () => {
    const { code, login } = await turnedOn(engine)
    for (let i = 0; i < 10; i++) {
      assert.equal((await login('000000')).status, 401)
      if (i < 9) assert.equal((await login()).status, 401)
    }
    assert.equal((await login(code())).status, 429)
  })

  test('waiting for the code is held against nobody', async () => {
    const { code, login } = await turnedOn(engine)
    for (let i = 0; i < 15; i++) assert.equal((await login()).status, 401)
    assert.equal((await login(code())).status, 200)
  })

  test('new recovery codes and turning it off take password and code; codes of before work no longer', async () => {
    const { api, petar, codes, code, login, clock } = await turnedOn(engine)
    const [first = '', second = ''] = codes
    const ask = (password: string, typed: string) =>
      petar.post('/auth/second-factor/codes', { password, code: typed }, { 'idempotency-key': 'k' })
    assert.equal(refused(await ask('pogresna', code()))[2], 'password')
    assert.deepEqual(refused(await ask(PETAR.password, '000000')), [400, WRONG.message, WRONG.field])
    const renewed = await ask(PETAR.password, code())
    assert.equal(renewed.body.kodovi.length, 10)
    assert.equal((await login(first)).status, 401)

    const end = (typed: string, password = PETAR.password) =>
      petar.delete('/auth/second-factor', {}, { password, code: typed })
    assert.equal(refused(await end(code()))[2], 'code', 'used a moment ago')
    assert.equal(refused(await end(second))[2], 'code')
    clock.now += STEP
    assert.equal(refused(await end(code(), 'pogresna'))[2], 'password')
    assert.equal((await end(renewed.body.kodovi[0])).status, 200)
    assert.equal((await login()).status, 200)
    assert.equal((await end(code())).status, 400)
    assert.deepEqual((await petar.get('/auth/second-factor')).body, { ukljucen_od: null, rezervnih_kodova: 0 })
    assert.ok((await told(api)).includes('izmenjeno petar@firma.rs: Potvrda u dva koraka isključena'))
    assert.ok((await told(api)).includes('izmenjeno petar@firma.rs: Novi rezervni kodovi'))
    for (const table of ['rezervni_kod', 'dnevnik', 'idempotencija'] as const) {
      const rows = JSON.stringify(await api.store.read.selectFrom(table).selectAll().execute())
      for (const one of renewed.body.kodovi) assert.ok(!rows.includes(one) && !rows.includes(one.replace('-', '')))
    }
  })

  test('a link for a new password sets it and goes no further; so does one of the command line', async () => {
    const { api, id, code, clock } = await turnedOn(engine)
    const link = (await api.post(`/auth/accounts/${id}/link`)).body.adresa.split('#')[1]
    const used = await api.anonymous.post('/auth/link/password', { token: link, password: 'sneg-u-februaru' })
    assert.deepEqual([used.status, used.body], [200, { token: null, device: null }])
    assert.equal((await api.store.read.selectFrom('sesija').select('id').execute()).length, 1, 'that of Ana')
    const login = (password: string, typed?: string) =>
      api.anonymous.post('/auth/login', { email: PETAR.email, password, code: typed })
    assert.equal((await login('sneg-u-februaru')).status, 401)
    assert.equal((await login('sneg-u-februaru', code())).status, 200)
    const given = (await resetPassword(api.store, PETAR.email, clock.now)) ?? ''
    clock.now += STEP
    assert.deepEqual(refused(await login(given)), [401, WANTED.message, WANTED.field])
    assert.equal((await login(given, code())).status, 200)
  })

  test('an administrator takes it from another, who is logged out and comes in by his password, never from himself', async () => {
    const { api, id, petar, login } = await turnedOn(engine)
    const { accounts } = (await api.get('/auth/accounts')).body
    assert.deepEqual(
      accounts.map(({ email, drugi_korak }: { email: string; drugi_korak: boolean }) => [email, drugi_korak]),
      [
        ['ana@firma.rs', false],
        [PETAR.email, true],
      ],
    )
    assert.equal((await api.delete(`/auth/accounts/${api.user.id}/second-factor`)).status, 409)
    assert.equal((await petar.delete(`/auth/accounts/${id}/second-factor`)).status, 403)
    assert.equal((await api.delete(`/auth/accounts/${id}/second-factor`)).status, 200)
    assert.equal((await petar.get('/auth/me')).status, 401)
    assert.equal((await login()).status, 200)
    assert.ok((await told(api)).includes('izmenjeno ana@firma.rs: Potvrda u dva koraka uklonjena'))
    assert.equal((await api.delete(`/auth/accounts/${id}/second-factor`)).status, 409)
  })

  test('the command line takes it from whoever is left alone without a phone', async () => {
    const { api, login, petar, clock } = await turnedOn(engine)
    const remove = (email: string) => removeSecondFactor(api.store, email, clock.now)
    assert.equal(await remove('niko@firma.rs'), null)
    assert.equal(await remove(PETAR.email.toUpperCase()), true)
    assert.equal((await petar.get('/auth/me')).status, 401)
    assert.equal((await login()).status, 200)
    assert.equal(await remove(PETAR.email), false)
    assert.ok((await told(api)).includes('izmenjeno sistem: Potvrda u dva koraka uklonjena'))
  })

  test('where it is required, an account without one sets it up before anything else; keys of programs go on', async () => {
    const { api, petar, code, confirm } = await withFactor(engine, { secondFactor: 'required' })
    // Ana has hers already.
    await api.store.transact(async (tx) => {
      await tx.updateTable('korisnik').set({ totp_od: 1 }).where('id', '=', api.user.id).execute()
    })
    const erp = (await api.post('/auth/keys', { naziv: 'ERP', pravo: 'Pun pristup' })).body.kljuc
    assert.equal((await petar.get('/auth/me')).body.user.ceka_drugi_korak, true)
    for (const answer of [
      await petar.get('/materials'),
      await petar.get('/changes'),
      await petar.post('/c4', {}),
      await petar.get('/auth/accounts'),
    ])
      assert.deepEqual([answer.status, answer.body], [403, FIRST])
    assert.equal((await api.withToken(erp).get('/materials')).status, 200)
    assert.equal((await confirm(code())).status, 200)
    assert.equal((await petar.get('/materials')).status, 200)
    assert.equal((await petar.get('/auth/me')).body.user.ceka_drugi_korak, undefined)
  })
})
