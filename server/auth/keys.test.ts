import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, type TestApi, testApi } from '#server/testing.ts'
import { KEY_TOUCH_MS } from './tokens.ts'

const MATERIAL = { id: 'ZICA1', naziv: 'Žica', jedinica_mere: 'kg', zemlja_porekla: 'Kina', tarifni_broj: '8544' }
const READING = { message: "Nalog ima ulogu 'Samo čitanje': vidi i preuzima sve, ali ništa ne menja." }
const PERSON = { message: 'Ovo može samo neko ko je prijavljen, ne program sa ključem.' }

const newKey = async (api: TestApi, naziv = 'ERP', pravo = 'Pun pristup') => {
  const { status, body } = await api.post('/auth/keys', { naziv, pravo })
  assert.equal(status, 201)
  return api.withToken(body.kljuc, '10.0.0.7')
}
const keysOf = async (api: TestApi) => (await api.get('/auth/keys')).body.keys

anyEngine('keys of programs', (engine) => {
  test('a key with the right to write changes the books, and the trail names its program', async () => {
    const api = await testApi(engine)
    const erp = await newKey(api)
    assert.match(erp.token, /^zalihe_[\w-]{43}$/)
    assert.equal((await erp.post('/materials', MATERIAL)).status, 201)
    const { results } = (await api.get('/audit?vrsta=materijal')).body
    assert.deepEqual([results[0].korisnik, results[0].opis], ['ERP (program)', 'Žica'])
    assert.equal((await api.get('/audit?korisnik=ERP%20(program)')).body.total, 1)
  })

  test('a key for reading reads all and changes nothing, and none does what is about people or administrators', async () => {
    const api = await testApi(engine)
    const reader = await newKey(api, 'Izveštaji', 'Samo čitanje')
    assert.equal((await reader.get('/materials')).status, 200)
    const refused = await reader.post('/materials', MATERIAL)
    assert.deepEqual([refused.status, refused.body], [403, READING])
    const erp = await newKey(api)
    for (const answer of [await erp.get('/auth/sessions'), await erp.post('/auth/logout')])
      assert.deepEqual([answer.status, answer.body], [403, PERSON])
    assert.equal((await erp.get('/auth/accounts')).status, 403)
    for (const pravo of ['Administrator', 'sve', null])
      assert.equal((await api.post('/auth/keys', { naziv: 'X', pravo })).status, 400)
  })

  test('a request that a program sends twice is done once', async () => {
    const api = await testApi(engine)
    const erp = await newKey(api)
    const key = { 'idempotency-key': 'nalog-17' }
    const [first, second] = [await erp.post('/materials', MATERIAL, key), await erp.post('/materials', MATERIAL, key)]
    assert.deepEqual([first.status, second.status, second.body], [201, 201, first.body])
  })

  test('its use is written down once a minute, and reading writes nothing in between', async () => {
    let now = Date.UTC(2026, 5, 1, 8)
    const api = await testApi(engine, { now: () => now })
    const erp = await newKey(api)
    assert.deepEqual(
      (await keysOf(api)).map(({ naziv, koriscen }: { naziv: string; koriscen: unknown }) => [naziv, koriscen]),
      [['ERP', null]],
    )
    const used = async () => Date.parse((await keysOf(api))[0].koriscen)
    const usedAt = async (moment: number) => {
      // The answer does not wait for it.
      for (let asked = 0; asked < 1000 && (await used()) !== moment; asked++) await new Promise(setImmediate)
      assert.equal(await used(), moment)
    }
    await erp.get('/materials')
    await usedAt(now)
    const [first, { poslednja_adresa }] = [now, (await keysOf(api))[0]]
    assert.equal(poslednja_adresa, '10.0.0.7')
    now += KEY_TOUCH_MS - 1
    await erp.get('/materials')
    await api.store.transact(async () => undefined)
    assert.equal(await used(), first)
    now += 1
    await erp.get('/materials')
    await usedAt(now)
  })

  test('a key that was revoked is refused at once, also for what is on its way; its program gets another', async () => {
    const api = await testApi(engine)
    const old = await newKey(api)
    const taken = await api.post('/auth/keys', { naziv: 'erp', pravo: 'Samo čitanje' })
    assert.deepEqual(
      [taken.status, taken.body.message],
      [409, 'Program sa ovim nazivom već ima ključ. Ukinite ga, ili dodajte drugi naziv.'],
    )
    assert.equal((await old.post('/materials', MATERIAL)).status, 201, 'a refusal leaves its right')
    const [{ id }] = await keysOf(api)
    const revoked = await api.delete(`/auth/keys/${id}`)
    assert.deepEqual([revoked.status, revoked.body], [200, { message: 'Ključ je ukinut.' }])
    assert.equal((await old.get('/materials')).status, 401)
    assert.equal((await api.delete(`/auth/keys/${id}`)).status, 404)
    const next = await newKey(api)
    assert.equal((await old.get('/materials')).status, 401)
    assert.equal((await next.get('/materials')).status, 200)
    assert.equal((await keysOf(api))[0].id, id, 'the same program in the trail')
  })

  test('a program is no account that anybody lists, changes, invites or logs in with', async () => {
    const api = await testApi(engine)
    await newKey(api)
    const [{ id }] = await keysOf(api)
    const { accounts } = (await api.get('/auth/accounts')).body
    assert.equal(accounts.length, 1)
    const body = { ime: '', uloga: 'Administrator', iskljucen: false }
    assert.equal((await api.put(`/auth/accounts/${id}`, body)).status, 404)
    assert.equal((await api.post(`/auth/accounts/${id}/link`)).status, 404)
    assert.equal((await api.anonymous.post('/auth/login', { email: 'ERP (program)', password: 'x' })).status, 400)
  })

  test('the database knows no key', async () => {
    const api = await testApi(engine)
    const { body } = await api.post('/auth/keys', { naziv: 'ERP', pravo: 'Pun pristup' }, { 'idempotency-key': 'k' })
    for (const table of ['kljuc', 'korisnik', 'dnevnik', 'idempotencija'] as const) {
      const rows = await api.store.read.selectFrom(table).selectAll().execute()
      assert.ok(!JSON.stringify(rows).includes(body.kljuc.slice(7)), table)
    }
  })
})
