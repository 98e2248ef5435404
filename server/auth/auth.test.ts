import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { isOutdated } from './passwords.ts'

const petar = { email: 'petar@firma.rs', password: 'tajna-rec-1' }
/** Status and sentence of an answer. */
const said = async (call: ReturnType<TestApi['get']>) => {
  const { status, body } = await call
  return [status, body.message]
}

eachEngine('registration and login', (engine) => {
  test('who registers can log in, and the token of the login is his session', async () => {
    const { anonymous, withToken } = await testApi(engine)
    const registered = await anonymous.post('/auth/register', petar)
    assert.deepEqual(
      [registered.status, registered.body],
      [201, { user: { email: petar.email, ime: '', uloga: 'Pun pristup' } }],
    )
    const login = await anonymous.post('/auth/login', petar)
    assert.equal(login.status, 200)
    assert.deepEqual(Object.keys(login.body), ['token', 'device'])
    const me = await withToken(login.body.token).get('/auth/me')
    assert.deepEqual([me.status, me.body], [200, { user: { email: petar.email, ime: '', uloga: 'Pun pristup' } }])
    assert.equal(login.headers.get('cache-control'), 'no-store')
  })

  test('a domain in other letters is the same written in ASCII, also where only some may register', async () => {
    const { registration } = readConfig({ REGISTRATION: 'фирма.срб' })
    const { anonymous } = await testApi(engine, { registration })
    const ana = { email: 'Ana@ФИРМА.срб', password: petar.password }
    const registered = await anonymous.post('/auth/register', ana)
    assert.deepEqual(registered.body, { user: { email: 'Ana@xn--80apmps.xn--90a3ac', ime: '', uloga: 'Pun pristup' } })
    assert.equal((await anonymous.post('/auth/register', petar)).status, 403)
    // 403: the password is right, and a colleague has to let the account in. Another account would be 401.
    for (const email of ['ana@фирма.срб', 'ANA@xn--80apmps.xn--90a3ac'])
      assert.equal((await anonymous.post('/auth/login', { ...ana, email })).status, 403, email)
  })

  test('logging out ends the session on the server, and no other', async () => {
    const { anonymous, withToken } = await testApi(engine)
    await anonymous.post('/auth/register', petar)
    const login = async () => withToken((await anonymous.post('/auth/login', petar)).body.token)
    const [here, there] = [await login(), await login()]
    const out = await here.post('/auth/logout')
    assert.deepEqual([out.status, out.body], [200, { message: 'Odjavljeni ste.' }])
    assert.deepEqual(await said(here.get('/auth/me')), [401, 'Niste prijavljeni ili je sesija istekla.'])
    assert.equal((await here.post('/auth/logout')).status, 401)
    assert.equal((await there.get('/auth/me')).status, 200)
  })

  test('a password that was stored at another cost is stored at today’s with the next login', async () => {
    const { anonymous, store } = await testApi(engine)
    await anonymous.post('/auth/register', petar)
    const nonce = Buffer.alloc(16, 7)
    const cheap = { memory: 8_192, passes: 1, parallelism: 1, nonce, tagLength: 32 }
    const tag = argon2Sync('argon2id', { message: petar.password, ...cheap }).toString('base64')
    const lozinka = `argon2id$m=8192,t=1,p=1$${nonce.toString('base64')}$${tag}`
    const ofPetar = store.read.selectFrom('korisnik').select('lozinka').where('email', '=', petar.email)
    await store.transact((tx) => tx.updateTable('korisnik').set({ lozinka }).where('email', '=', petar.email).execute())
    assert.equal((await anonymous.post('/auth/login', { ...petar, password: 'tajna-rec-2' })).status, 401)
    assert.equal((await ofPetar.executeTakeFirstOrThrow()).lozinka, lozinka)
    assert.equal((await anonymous.post('/auth/login', petar)).status, 200)
    const renewed = (await ofPetar.executeTakeFirstOrThrow()).lozinka
    assert.ok(!isOutdated(renewed), renewed)
    assert.equal((await anonymous.post('/auth/login', petar)).status, 200)
    assert.equal((await ofPetar.executeTakeFirstOrThrow()).lozinka, renewed, 'and stays')
  })

  test('a wrong password and an unknown e-mail are answered alike', async () => {
    const { anonymous } = await testApi(engine)
    await anonymous.post('/auth/register', petar)
    for (const credentials of [
      { ...petar, password: 'tajna-rec-2' },
      { ...petar, password: 'Tajna-rec-1' },
      { ...petar, email: 'niko@firma.rs' },
    ]) {
      const { status, body } = await anonymous.post('/auth/login', credentials)
      assert.deepEqual([status, body], [401, { message: 'Pogrešan email ili lozinka.' }])
    }
  })

  test('an e-mail is one account, whatever its case and the blanks around it', async () => {
    const { anonymous } = await testApi(engine)
    assert.equal((await anonymous.post('/auth/register', { ...petar, email: ' Petar@Firma.RS ' })).status, 201)
    for (const email of ['petar@firma.rs', 'PETAR@FIRMA.RS'])
      assert.equal((await anonymous.post('/auth/login', { ...petar, email })).status, 200)
    const again = await anonymous.post('/auth/register', { email: 'pEtAr@firma.rs', password: 'druga-rec-2' })
    assert.deepEqual([again.status, again.body], [409, { message: 'Korisnik sa ovim emailom već postoji.' }])
    assert.equal((await anonymous.post('/auth/login', petar)).status, 200, 'the first password stays')
  })

  test('of registrations of one e-mail at the same moment one is made', async () => {
    const { anonymous } = await testApi(engine)
    const answers = await Promise.all([1, 2, 3].map(() => anonymous.post('/auth/register', petar)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
  })

  test('fields that are missing or wrong are one sentence; a password under 8 characters has its own', async () => {
    const { anonymous } = await testApi(engine)
    const { email, password } = petar
    for (const path of ['/auth/register', '/auth/login']) {
      for (const body of [
        {},
        { email },
        { password },
        { email: '', password: '' },
        { email: 'petar', password },
        { email: 'petar@', password: null },
        { email, password: 12345678 },
        { email: `${'p'.repeat(250)}@a.rs`, password },
      ]) {
        const answer = await said(anonymous.post(path, body))
        assert.deepEqual(answer, [400, 'Molimo popunite sva polja ispravno.'], JSON.stringify(body))
      }
    }
    const short = await anonymous.post('/auth/register', { email, password: '1234567' })
    assert.deepEqual(
      [short.status, short.body],
      [
        400,
        {
          message: 'Password must be at least 8 characters long',
          errors: [{ field: 'password', message: 'Password must be at least 8 characters long' }],
        },
      ],
    )
    assert.equal((await anonymous.post('/auth/register', { email, password: '12345678' })).status, 201)
    assert.deepEqual(await said(anonymous.post('/auth/login', { email, password: 'x'.repeat(201) })), [
      400,
      'Lozinka: najviše 200 znakova.',
    ])
  })

  test('registration can be closed', async () => {
    const { anonymous } = await testApi(engine, { registration: 'closed' })
    assert.deepEqual(await said(anonymous.post('/auth/register', petar)), [
      403,
      'Registracija je zatvorena. Obratite se administratoru.',
    ])
    assert.equal((await anonymous.post('/auth/login', petar)).status, 401)
  })

  test('registration can be limited to e-mail domains, which are not those that end alike', async () => {
    const { anonymous } = await testApi(engine, { registration: ['firma.rs', 'druga.rs'] })
    const register = (email: string) => anonymous.post('/auth/register', { ...petar, email })
    assert.equal((await register('petar@Druga.rs')).status, 201)
    for (const email of ['petar@mojafirma.rs', 'petar@firma.rs.example', 'firma.rs@example.com', 'petar@sub.firma.rs'])
      assert.deepEqual(await said(register(email)), [403, 'Registracija nije dozvoljena za ovu email adresu.'], email)
  })
})
