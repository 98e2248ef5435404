// Names in a request that its call does not know: told in the answer, refused where the client wants it so.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, testApi } from '#server/testing.ts'
import { MAX_WARNINGS } from './unknown-names.ts'

const kabl = { id: 'KABL1', naziv: 'Kabl', zemlja_porekla: 'Srbija', jedinica_mere: 'm', tarifni_broj: '8544.49' }
const line = { redni_broj: 1, materijal_id: 'KABL1', kolicina: 5, cena_po_jedinici: 2, zemlja_porekla: 'Srbija' }
const c4 = {
  tip_dokumenta: 'Uvozna deklaracija',
  broj_terminala: 'T-1',
  broj_c4: 'C4-1',
  datum: '2026-01-10',
  posiljalac_naziv: 'Draht GmbH',
  posiljalac_grad: 'Ulm',
  posiljalac_drzava: 'Nemačka',
  primalac_naziv: 'Mi',
  primalac_grad: 'Niš',
  zemlja_otpreme: 'Nemačka',
  stavke: [{ ...line, tarifni_broj: '8544.49', dokazuje_porekla: true }],
}
const STRICT = { prefer: 'return=minimal, handling=strict' }
const fromHeader = (headers: Headers) => JSON.parse(decodeURIComponent(headers.get('x-upozorenja') ?? '""'))

anyEngine('Names that a call does not know', (engine) => {
  test('in a body are told, and refused only where the client is strict', async () => {
    const api = await testApi(engine)
    await api.post('/materials', kabl)
    const upozorenja = ['Polje dokazuje_porekla nije poznato i nije uzeto u obzir (stavka 1).']
    const strict = await api.post('/c4', c4, STRICT)
    assert.equal(strict.status, 400)
    assert.deepEqual(strict.body, {
      message: upozorenja[0],
      errors: [{ field: 'stavke.0.dokazuje_porekla', message: upozorenja[0] }],
    })
    const taken = await api.post('/c4', c4)
    assert.equal(taken.status, 201)
    assert.deepEqual(taken.body.upozorenja, upozorenja)
    assert.deepEqual(fromHeader(taken.headers), upozorenja)
    const { upozorenja: _, ...stored } = taken.body
    const sentBack = await api.put(`/c4/${stored.id}`, stored, STRICT)
    assert.equal(sentBack.status, 200, 'what an answer has may be sent back')
    assert.deepEqual(sentBack.body.upozorenja, [])
    assert.equal(sentBack.headers.get('x-upozorenja'), null)
  })

  test('in an address are told beside plain lists by a header, also a choice that is none', async () => {
    const api = await testApi(engine)
    const all = await api.get('/materials/all?serach=kabl')
    const serach = 'Parametar serach nije poznat i nije uzet u obzir.'
    assert.deepEqual([all.status, all.body, fromHeader(all.headers)], [200, [], [serach]])
    const { body } = await api.get('/materials?serach=kabl&sort=nazvi&page=dva&order=&limit=7')
    assert.equal(body.limit, 7)
    assert.deepEqual(body.upozorenja, [
      'Parametar serach nije poznat i nije uzet u obzir.',
      'Parametar sort: vrednost nazvi nije poznata i nije uzeta u obzir.',
      'Parametar page: vrednost dva nije poznata i nije uzeta u obzir.',
    ])
    assert.equal((await api.get('/materials?serach=kabl', STRICT)).status, 400)
    assert.equal((await api.get('/materials?search=kabl&sort=naziv&page=1', STRICT)).status, 200)
  })

  test('beside a file are told: a preview that is asked for there is none', async () => {
    const api = await testApi(engine)
    const file = { name: 'a.xlsx', bytes: new Uint8Array([1, 2, 3]) }
    const { status, body } = await api.upload('/materials/import', file, { dryRun: 'true' }, STRICT)
    assert.deepEqual([status, body.message], [400, 'Polje dryRun nije poznato i nije uzeto u obzir.'])
    for (const name of ['documentId', 'brojC1', 'broj_c1'])
      assert.notEqual((await api.upload('/c1/upload', file, { [name]: 'C1-1' }, STRICT)).body.errors?.[0]?.field, name)
  })

  test('fit into the header, however many and long they are and whatever their letters', async () => {
    const api = await testApi(engine)
    const names = Array.from({ length: 100 }, (_, at) => [`ž\ud800${at}${'Ж'.repeat(200)}`, 1])
    const { status, body, headers } = await api.post('/materials', { ...kabl, ...Object.fromEntries(names) })
    assert.equal(status, 201)
    assert.equal(body.upozorenja.length, MAX_WARNINGS)
    assert.deepEqual(fromHeader(headers), body.upozorenja)
    assert.ok((headers.get('x-upozorenja') ?? '').length < 12_000)
  })

  test('an If-Match or Idempotency-Key that is none is refused', async () => {
    const api = await testApi(engine)
    await api.post('/materials', kabl)
    for (const none of ['"nonsense"', '"1", "2"', 'abc', '', '"undefined"']) {
      const { status, body } = await api.put('/materials/KABL1', kabl, { 'if-match': none })
      assert.deepEqual([status, body.message], [400, 'If-Match: očekuje se verzija podatka, na primer "7".'], none)
    }
    const { status, body } = await api.post('/materials', { ...kabl, id: 'KABL2' }, { 'idempotency-key': ' ' })
    assert.deepEqual([status, body.message], [400, 'Idempotency-Key: ključ je prazan.'])
  })

  test('a period that ends before it begins is refused by every list that has one', async () => {
    const api = await testApi(engine)
    const lists = [
      'c4',
      'c1',
      'audit',
      'archive/overview',
      'archive/documents',
      'archive/remaining',
      'archive/materials',
    ]
    for (const list of [...lists, 'archive/products', 'archive/sheets/razduzenje']) {
      const { status, body } = await api.get(`/${list}?datum_od=2026-02-01&datum_do=2026-01-31`)
      const message = 'Kraj perioda je pre njegovog početka.'
      assert.deepEqual([status, body], [400, { message, errors: [{ field: 'datum_do', message }] }], list)
    }
    for (const [from, to] of [
      ['dateStart', 'dateEnd'],
      ['dateStart', 'datum_do'],
    ])
      assert.equal((await api.get(`/c4?${from}=2026-02-01&${to}=2026-01-31`)).status, 400)
    assert.equal((await api.get('/c4?datum_od=2026-02-01&datum_do=2026-02-01')).status, 200)
  })
})
