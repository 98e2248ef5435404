import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSession } from '#server/auth/sessions.ts'
import { eachEngine, testApi } from '#server/testing.ts'
import { addCatalogue, c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { sample } from '#server/testing-sheets.ts'

const key = { 'idempotency-key': 'forma-17' }
const kabl = { materijal_id: 'KABL1', kolicina: 10, cena_po_jedinici: 2 }
const body = c4Body('C4-1', '2026-01-10', [kabl])
const pdf = { name: 'racun.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF') }
const DAY_MS = 24 * 60 * 60 * 1000

eachEngine('Idempotency-Key', (engine) => {
  test('the same key and body twice save one document and give the first answer again', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const first = await api.post('/c4', body, key)
    assert.equal(first.status, 201)
    const second = await api.post('/c4', body, key)
    assert.equal(second.status, 201)
    assert.deepEqual(second.body, first.body)
    assert.equal(second.headers.get('etag'), first.headers.get('etag'))
    assert.equal((await api.get('/c4')).body.total, 1)
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalInput, 10)
  })

  test('so does a C1, with its papers', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const c1 = c1Body('C1-1', '2026-01-10', [{ proizvod_id: 'SNOP1', kolicina: 2, cena: 15 }])
    const first = await api.post('/c1', c1, key)
    const second = await api.post('/c1', c1, key)
    assert.equal(second.status, 201)
    // Only the moment that stands on the papers is another.
    const named = ({ files, ...rest }: { files: { name: string }[] }) => ({
      ...rest,
      files: files.map(({ name }) => name),
    })
    assert.deepEqual(named(second.body), named(first.body))
    assert.equal(second.body.files.length, 2)
    assert.equal((await api.get('/c1')).body.total, 1)
  })

  test('the same key with another body or for another call is refused and changes nothing', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    await api.post('/c4', body, key)
    const other = await api.post('/c4', c4Body('C4-2', '2026-01-10', [kabl]), key)
    assert.equal(other.status, 409)
    assert.deepEqual(other.body, { message: 'Isti ključ zahteva je već upotrebljen za druge podatke.' })
    assert.equal((await api.post('/materials', body, key)).status, 400, 'the body is looked at first')
    const elsewhere = await api.post('/rates', { valuta: 'EUR', vazi_od: '2026-01-10', kurs: 117 }, key)
    assert.equal(elsewhere.status, 409)
    assert.equal((await api.post('/c4?izvor=drugi', body, key)).status, 409, 'another address is another call')
    assert.equal((await api.get('/c4')).body.total, 1)
  })

  test('sent several times at once it saves one document, and everybody gets the same answer', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const answers = await Promise.all(Array.from({ length: 6 }, () => api.post('/c4', body, key)))
    for (const { status, body: answer } of answers) {
      assert.equal(status, 201)
      assert.deepEqual(answer, answers[0]?.body)
    }
    assert.equal((await api.get('/c4')).body.total, 1)
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalInput, 10)
  })

  test('a refused request leaves its key free', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const unknown = { ...body, stavke: body.stavke.map((line) => ({ ...line, materijal_id: 'NEMA' })) }
    assert.equal((await api.post('/c4', unknown, key)).status, 400)
    assert.equal((await api.post('/c4', body, key)).status, 201)
  })

  test('a key belongs to its user; without one every request counts', async () => {
    const api = await testApi(engine)
    const mika = await api.signIn('mika@firma.rs')
    await addCatalogue(api)
    await stored(api, '/c4', body)
    assert.equal((await api.post('/c4', body)).status, 409)
    const own = (broj: string) => c4Body(broj, '2026-01-10', [kabl])
    assert.equal((await api.post('/c4', own('C4-2'), key)).status, 201)
    assert.equal((await mika.post('/c4', own('C4-3'), key)).status, 201)
    assert.equal((await api.get('/c4')).body.total, 3)
    const other = { 'idempotency-key': 'mikin' }
    for (const [client, broj] of [
      [mika, 'C4-4'],
      [api, 'C4-5'],
    ] as const)
      assert.equal((await client.post('/c4', own(broj), other)).body.broj_c4, broj)
  })

  test('an upload sent twice is kept once, and its path is good', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const first = await api.upload('/c4/upload', pdf, {}, key)
    assert.equal(first.status, 200)
    const second = await api.upload('/c4/upload', pdf, {}, key)
    assert.deepEqual([second.status, second.body], [200, first.body])
    const saved = await stored(api, '/c4', { ...body, pdf_fajl: second.body.filePath })
    assert.deepEqual((await api.get(`/c4/download/${saved.id}`)).bytes, pdf.bytes)
    const other = { ...pdf, bytes: new TextEncoder().encode('%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF other') }
    assert.equal((await api.upload('/c4/upload', other, {}, key)).status, 409)
    assert.equal((await api.upload('/c4/upload', pdf, { documentId: 'C4-2' }, key)).status, 409)
  })

  test('an import sent twice is made once', async () => {
    const api = await testApi(engine)
    const first = await api.upload('/materials/import', sample('materijali.xlsx'), {}, key)
    const second = await api.upload('/materials/import', sample('materijali.xlsx'), {}, key)
    assert.equal(first.status, 200)
    assert.deepEqual(second.body, first.body)
    assert.ok(first.body.novih > 0)
  })

  test('a change or a removal takes no key: each counts by itself', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const { id } = await stored(api, '/c4', body)
    for (const verzija of [2, 3]) assert.equal((await api.put(`/c4/${id}`, body, key)).body.verzija, verzija)
    assert.deepEqual(
      [(await api.delete(`/c4/${id}`, key)).status, (await api.delete(`/c4/${id}`, key)).status],
      [200, 404],
    )
    assert.deepEqual(await api.store.read.selectFrom('idempotencija').selectAll().execute(), [])
  })

  test('logging out with a key ends the session', async () => {
    const api = await testApi(engine)
    assert.equal((await api.post('/auth/logout', undefined, key)).status, 200)
    assert.equal((await api.get('/auth/me')).status, 401)
  })

  test('a key is kept for seven days and not for ever', async () => {
    let now = Date.now()
    const api = await testApi(engine, { now: () => now })
    await addCatalogue(api)
    const first = await api.post('/c4', body, key)
    const again = async () => api.withToken(await api.store.transact((tx) => startSession(tx, api.user.id, now)))
    now += 7 * DAY_MS
    assert.deepEqual((await (await again()).post('/c4', body, key)).body, first.body)
    now += 1
    const later = await again()
    assert.equal((await later.post('/c4', body, key)).status, 409, 'the number is taken')
    const { length } = await api.store.read.selectFrom('idempotencija').selectAll().execute()
    assert.equal(length, 1, 'a refused request removes nothing')
    await later.post('/c4', c4Body('C4-2', '2026-01-10', [kabl]), { 'idempotency-key': 'forma-18' })
    const kept = await api.store.read.selectFrom('idempotencija').select('kljuc').execute()
    assert.deepEqual(
      kept.map(({ kljuc }) => kljuc),
      ['forma-18'],
    )
  })

  test('a key has a limit', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const keyOf = (length: number) => ({ 'idempotency-key': 'k'.repeat(length) })
    const refused = await api.post('/c4', body, keyOf(201))
    assert.equal(refused.status, 400)
    assert.deepEqual(refused.body, { message: 'Idempotency-Key: najviše 200 znakova.' })
    assert.equal((await api.post('/c4', body, keyOf(200))).status, 201)
  })
})
