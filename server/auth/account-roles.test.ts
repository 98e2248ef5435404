import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, type TestApi, testApi } from '#server/testing.ts'
import { makeAdministrator } from './accounts.ts'

const PETAR = { email: 'petar@firma.rs', password: 'tajna-rec-1' }
const LAST = { message: 'Ovo je jedini nalog sa ulogom Administrator. Prvo je dajte drugom nalogu.' }
const READING = { message: "Nalog ima ulogu 'Samo čitanje': vidi i preuzima sve, ali ništa ne menja." }

/** The account of this address as administrators see it. */
const accountIn = async (api: TestApi, email: string) =>
  (await api.get('/auth/accounts')).body.accounts.find((one: { email: string }) => one.email === email)

/** Another user, registered and logged in with a password. */
async function logIn({ anonymous, withToken }: TestApi) {
  await anonymous.post('/auth/register', PETAR)
  return withToken((await anonymous.post('/auth/login', PETAR)).body.token)
}

anyEngine('names and roles of accounts', (engine) => {
  test('the first account of the books is their administrator, the next have full access', async () => {
    const api = await testApi(engine)
    await api.store.transact((tx) => tx.deleteFrom('korisnik').execute())
    const register = async (email: string) =>
      (await api.anonymous.post('/auth/register', { email, password: PETAR.password })).body.user.uloga
    assert.equal(await register('prvi@firma.rs'), 'Administrator')
    assert.equal(await register('drugi@firma.rs'), 'Pun pristup')
  })

  test('an administrator gives a name and a role; the new role ends the sessions and holds at once', async () => {
    const api = await testApi(engine)
    const petar = await logIn(api)
    const { id, uloga, otvorenih_sesija, poslednji_put } = await accountIn(api, PETAR.email)
    assert.deepEqual([uloga, otvorenih_sesija, typeof poslednji_put], ['Pun pristup', 1, 'string'])
    const change = { ime: 'Petar Perić', uloga: 'Samo čitanje', iskljucen: false }
    const changed = await api.put(`/auth/accounts/${id}`, change)
    assert.deepEqual([changed.status, changed.body], [200, { message: 'Nalog je izmenjen.' }])
    assert.equal((await petar.get('/auth/me')).status, 401)

    const again = await logIn(api)
    const me = { email: PETAR.email, ime: 'Petar Perić', uloga: 'Samo čitanje' }
    assert.deepEqual((await again.get('/auth/me')).body.user, me)
    const refused = await again.post('/materials', { id: 'M1', naziv: 'Žica', jedinica_mere: 'kg' })
    assert.deepEqual([refused.status, refused.body], [403, READING])
    assert.equal((await again.get('/materials')).status, 200)
    const [entry] = (await api.get('/audit?radnja=izmenjeno')).body.results
    assert.deepEqual(
      [entry.korisnik, entry.opis, entry.sazetak],
      [api.user.email, PETAR.email, 'Ime: Petar Perić. Uloga: Samo čitanje (bila Pun pristup)'],
    )
  })

  test('the last administrator is neither demoted nor shut out', async () => {
    const api = await testApi(engine)
    await api.signIn(PETAR.email, 'Administrator')
    const change = (id: number, uloga: string, iskljucen = false) =>
      api.put(`/auth/accounts/${id}`, { ime: '', uloga, iskljucen })
    const { id: petar } = await accountIn(api, PETAR.email)
    assert.equal((await change(petar, 'Administrator', true)).status, 200, 'one of two')
    for (const refused of [await change(api.user.id, 'Pun pristup'), await change(api.user.id, 'Administrator', true)])
      assert.deepEqual([refused.status, refused.body], [409, LAST])
    assert.equal((await api.get('/auth/me')).body.user.uloga, 'Administrator')
  })

  test('the command line makes an administrator of an account', async () => {
    const api = await testApi(engine)
    const petar = await logIn(api)
    assert.equal((await petar.get('/auth/accounts')).status, 403)
    assert.equal(await makeAdministrator(api.store, PETAR.email, Date.now()), true)
    assert.equal((await (await logIn(api)).get('/auth/accounts')).status, 200)
    assert.equal(await makeAdministrator(api.store, 'niko@firma.rs', Date.now()), false)
  })

  test('of two administrators who take the role from each other at once one keeps it', async () => {
    const api = await testApi(engine)
    const petar = await api.signIn(PETAR.email, 'Administrator')
    const { id } = await accountIn(api, PETAR.email)
    const body = { ime: '', uloga: 'Pun pristup', iskljucen: false }
    await Promise.all([api.put(`/auth/accounts/${id}`, body), petar.put(`/auth/accounts/${api.user.id}`, body)])
    const left = await api.store.read.selectFrom('korisnik').select('id').where('uloga', '=', 'Administrator').execute()
    assert.equal(left.length, 1)
  })

  test('who is shut out is out at once, and comes in again when let in; sessions can be ended alone', async () => {
    const api = await testApi(engine)
    const petar = await logIn(api)
    const { id } = await accountIn(api, PETAR.email)
    assert.equal((await api.delete(`/auth/accounts/${id}/sessions`)).status, 200)
    assert.equal((await petar.get('/auth/me')).status, 401)
    const change = (iskljucen: boolean) => api.put(`/auth/accounts/${id}`, { ime: '', uloga: 'Pun pristup', iskljucen })
    assert.equal((await change(true)).status, 200)
    assert.equal((await api.anonymous.post('/auth/login', PETAR)).status, 401)
    assert.equal((await change(false)).status, 200)
    assert.equal((await api.anonymous.post('/auth/login', PETAR)).status, 200)
  })

  test('an account that waits or does not exist is not found', async () => {
    const api = await testApi(engine, { registration: ['firma.rs'] })
    await api.anonymous.post('/auth/register', PETAR)
    const [{ id }] = (await api.get('/auth/waiting')).body.accounts
    const body = { ime: '', uloga: 'Pun pristup', iskljucen: false }
    for (const one of [id, 999]) {
      assert.equal((await api.put(`/auth/accounts/${one}`, body)).status, 404)
      assert.equal((await api.delete(`/auth/accounts/${one}/sessions`)).status, 404)
    }
  })
})
