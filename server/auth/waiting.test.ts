import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_WAITING_SHOWN } from '#contract/limits.ts'
import { anyEngine, testApi } from '#server/testing.ts'
import { switchAccount } from './accounts.ts'

const DIREKTOR = { email: 'direktor@firma.rs', password: 'tajna-rec-1' }
const WAITS = { message: 'Nalog čeka odobrenje.' }

anyEngine('accounts that wait', (engine) => {
  test('with domains a new account waits until a colleague lets it in, and the trail says who did', async () => {
    const api = await testApi(engine, { registration: ['firma.rs'] })
    const login = (password = DIREKTOR.password) => api.anonymous.post('/auth/login', { ...DIREKTOR, password })
    const registered = await api.anonymous.post('/auth/register', DIREKTOR)
    assert.deepEqual(
      [registered.status, registered.body],
      [201, { user: { email: DIREKTOR.email, ime: '', uloga: 'Pun pristup' } }],
    )
    const refused = await login()
    assert.deepEqual([refused.status, refused.body], [403, WAITS])
    const guessed = await login('tajna-rec-2')
    assert.deepEqual([guessed.status, guessed.body], [401, { message: 'Pogrešan email ili lozinka.' }])
    assert.deepEqual(await api.store.read.selectFrom('sesija').select('korisnik_id').execute(), [
      { korisnik_id: api.user.id },
    ])

    const { accounts, total } = (await api.get('/auth/waiting')).body
    assert.deepEqual([accounts.length, accounts[0].email, total], [1, DIREKTOR.email, 1])
    const approved = await api.post(`/auth/waiting/${accounts[0].id}`)
    assert.deepEqual([approved.status, approved.body], [200, { message: 'Nalog je odobren.' }])
    assert.equal((await api.post(`/auth/waiting/${accounts[0].id}`)).status, 404, 'it waits no longer')
    assert.deepEqual((await api.get('/auth/waiting')).body, { accounts: [], total: 0 })
    assert.equal((await login()).status, 200)
    const [entry] = (await api.get('/audit?radnja=izmenjeno')).body.results
    assert.deepEqual([entry.korisnik, entry.opis, entry.sazetak], [api.user.email, DIREKTOR.email, 'Nalog odobren'])
  })

  test('where all wait, whoever is let in at the command line is administrator, not who came first', async () => {
    const api = await testApi(engine, { registration: ['firma.rs'] })
    await api.store.transact((tx) => tx.deleteFrom('korisnik').execute())
    await api.anonymous.post('/auth/register', { email: 'stranac@firma.rs', password: DIREKTOR.password })
    await api.anonymous.post('/auth/register', DIREKTOR)
    const roles = () => api.store.read.selectFrom('korisnik').select(['email', 'uloga']).orderBy('id').execute()
    const of = (stranac: string, direktor: string) => [
      { email: 'stranac@firma.rs', uloga: stranac },
      { email: DIREKTOR.email, uloga: direktor },
    ]
    assert.deepEqual(await roles(), of('Pun pristup', 'Pun pristup'))
    await switchAccount(api.store, DIREKTOR.email, false, Date.now())
    assert.deepEqual(await roles(), of('Pun pristup', 'Administrator'))
    await switchAccount(api.store, 'stranac@firma.rs', false, Date.now())
    assert.deepEqual(await roles(), of('Pun pristup', 'Administrator'))
  })

  test('one that is refused is gone, and its e-mail is free for its owner', async () => {
    const api = await testApi(engine, { registration: ['firma.rs'] })
    await api.anonymous.post('/auth/register', { ...DIREKTOR, password: 'tudja-rec-1' })
    const [{ id }] = (await api.get('/auth/waiting')).body.accounts
    const rejected = await api.delete(`/auth/waiting/${id}`)
    assert.deepEqual([rejected.status, rejected.body], [200, { message: 'Nalog je odbijen.' }])
    const [entry] = (await api.get('/audit?radnja=obrisano')).body.results
    assert.deepEqual([entry.korisnik, entry.opis, entry.sazetak], [api.user.email, DIREKTOR.email, 'Nalog odbijen'])
    assert.equal((await api.anonymous.post('/auth/register', DIREKTOR)).status, 201)
    assert.equal((await api.delete(`/auth/waiting/${api.user.id}`)).status, 404, 'one that is in stays')
    assert.equal((await api.get('/auth/me')).status, 200)
  })

  test('an administrator lets it in at the command line, or shuts it out, and then nobody else lets it in', async () => {
    const api = await testApi(engine, { registration: ['firma.rs'] })
    const login = async () => (await api.anonymous.post('/auth/login', DIREKTOR)).status
    await api.anonymous.post('/auth/register', DIREKTOR)
    const [{ id }] = (await api.get('/auth/waiting')).body.accounts
    await switchAccount(api.store, DIREKTOR.email, true, Date.now())
    assert.equal(await login(), 401)
    assert.equal((await api.get('/auth/waiting')).body.total, 0)
    assert.equal((await api.post(`/auth/waiting/${id}`)).status, 404)
    await switchAccount(api.store, DIREKTOR.email, false, Date.now())
    assert.equal(await login(), 200)
  })

  test('open registration lets everybody in at once', async () => {
    const { anonymous } = await testApi(engine)
    await anonymous.post('/auth/register', DIREKTOR)
    assert.equal((await anonymous.post('/auth/login', DIREKTOR)).status, 200)
  })

  test(`of many the newest ${MAX_WAITING_SHOWN} are shown`, async () => {
    const { store, get } = await testApi(engine)
    const values = Array.from({ length: MAX_WAITING_SHOWN + 2 }, (_, i) => {
      const email = `novi${i}@firma.rs`
      return { email, email_kljuc: email, lozinka: '', ceka_odobrenje: 1 as const, napravljen: i }
    })
    await store.transact((tx) => tx.insertInto('korisnik').values(values).execute())
    const { accounts, total } = (await get('/auth/waiting')).body
    assert.deepEqual([accounts.length, total], [MAX_WAITING_SHOWN, values.length])
    assert.equal(accounts[0].email, values.at(-1)?.email)
  })
})
