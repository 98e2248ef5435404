import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, testApi } from '#server/testing.ts'
import { addCatalogue, c4Body, stored } from '#server/testing-documents.ts'

type Entry = Record<string, string | number>
const PDF = { name: 'račun.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF') }
const material = { naziv: 'Žica', zemlja_porekla: 'Kina', jedinica_mere: 'kg', tarifni_broj: '8544' }
const product = { naziv: 'Snop', hs_code: '8544', jedinica_mere: 'kom' }

eachEngine('searching the audit trail', (engine) => {
  test('the whole trail is filtered and paged, newest first', async () => {
    const day = (text: string) => new Date(`${text}T12:00:00`).getTime()
    let now = day('2026-03-01')
    const api = await testApi(engine, { now: () => now })
    await stored(api, '/materials', { id: 'KABL1', ...material, naziv: 'Kabl đački' })
    now = new Date('2026-03-02T00:00:00').getTime()
    const petar = await api.signIn('petar@firma.rs')
    await stored(petar, '/proizvodi', { id: 'SNOP1', ...product })
    now = day('2026-03-03')
    const vera = await api.signIn('vera@firma.rs')
    await vera.put('/materials/KABL1', { ...material, naziv: 'Kabl' })
    await vera.delete('/materials/KABL1')

    const matches = async (query: string) => {
      const { results, total } = (await vera.get(`/audit?${query}`)).body
      return [total, ...results.map(({ radnja, predmet }: Entry) => `${radnja} ${predmet}`)]
    }
    assert.deepEqual(await matches(''), [4, 'obrisano KABL1', 'izmenjeno KABL1', 'dodato SNOP1', 'dodato KABL1'])
    assert.deepEqual(await matches('limit=1&page=3'), [4, 'dodato SNOP1'])
    assert.deepEqual(await matches('vrsta=proizvod'), [1, 'dodato SNOP1'])
    assert.deepEqual(await matches('vrsta=materijal&predmet=KABL1&radnja=dodato'), [1, 'dodato KABL1'])
    assert.deepEqual(await matches('korisnik=ana@firma.rs'), [1, 'dodato KABL1'])
    assert.deepEqual(await matches('datum_od=2026-03-02&datum_do=2026-03-02'), [1, 'dodato SNOP1'])
    assert.deepEqual(await matches('datum_od=2026-03-03'), [2, 'obrisano KABL1', 'izmenjeno KABL1'])
    assert.deepEqual(await matches('datum_do=2026-03-01'), [1, 'dodato KABL1'])
    assert.deepEqual(await matches('datum_do=2026-02-28'), [0])
    const [shown] = (await vera.get('/audit?datum_od=2026-03-02&datum_do=2026-03-02')).body.results
    assert.deepEqual([shown.dan, shown.sat], ['2026-03-02', '00:00'], 'in the zone in which it is looked for')
    assert.deepEqual(await matches(`search=${encodeURIComponent('ДЈАЧКИ kabl')}`), [1, 'dodato KABL1'])
    assert.deepEqual(await matches('search=petar snop'), [1, 'dodato SNOP1'])
    // Both of one moment, with the end of a page between them.
    assert.deepEqual(await matches('search=vera&limit=1'), [2, 'obrisano KABL1'])
    assert.deepEqual(await matches('search=vera&limit=1&page=2'), [2, 'izmenjeno KABL1'])
    // Sessions of tests begin past the call: one login by it, which is left out of list and count.
    const login = { email: 'ana@firma.rs', password: 'pogresna-rec' }
    assert.equal((await vera.post('/auth/login', login)).status, 401)
    assert.equal((await matches(''))[0], 5)
    assert.equal((await matches('bez_prijava=true'))[0], 4)
    assert.equal((await matches('bez_prijava=true&limit=2&page=2'))[1], 'dodato SNOP1')
    assert.deepEqual(await matches('bez_prijava=true&vrsta=nalog'), [0])
    assert.equal((await vera.get('/audit?datum_od=juce')).status, 400)
    assert.equal((await vera.get('/audit/999')).status, 404)
    assert.deepEqual((await vera.get('/audit/users')).body, [
      'ana@firma.rs',
      'petar@firma.rs',
      'vera@firma.rs',
      'sistem',
    ])
  })

  test('a document is found by its number, not by the id that nobody sees', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const lot = { materijal_id: 'KABL1', kolicina: 10, cena_po_jedinici: 1 }
    for (const broj of ['U-A', 'U-B', 'U-C', 'U-8']) await stored(api, '/c4', c4Body(broj, '2026-01-10', [lot]))
    const found = async (query: string) =>
      (await api.get(`/audit?vrsta=c4&${query}`)).body.results.map(({ opis }: Entry) => opis)
    assert.deepEqual(await found('predmet=4'), ['U-8'])
    assert.deepEqual(await found('search=4'), [])
    assert.deepEqual(await found('search=8'), ['U-8'])
  })

  test('entries are found by who made them, an account or not, and by what they say', async () => {
    let now = Date.parse('2026-03-01T12:00:00Z')
    const api = await testApi(engine, { now: () => now })
    await api.upload('/c4/upload', PDF)
    now += 25 * 60 * 60 * 1000
    // Too many to compare their numbers one by one; every second is of another firm.
    for (let i = 1; i <= 20; i++) {
      const someone = await api.signIn(`korisnik${i}@${i % 2 ? 'prva' : 'druga'}.rs`)
      await stored(someone, '/materials', { id: `MAT${i}`, ...material, naziv: i === 6 ? 'prva' : 'Kabl' })
    }
    const client = await api.signIn('vera@firma.rs')
    await client.upload('/c4/upload', PDF)
    await api.anonymous.post('/auth/login', { email: 'nema@firma.rs', password: 'pogrešna-1' })
    const totals = async (query: string) => {
      const { results, total } = (await client.get(`/audit?limit=100&${query}`)).body
      assert.equal(results.length, total)
      return [total, ...new Set(results.map(({ korisnik }: Entry) => korisnik))]
    }
    assert.deepEqual(await totals('search=korisnik7'), [1, 'korisnik7@prva.rs'])
    assert.deepEqual(await totals('search=KORISNIK7@ mat7 kabl'), [1, 'korisnik7@prva.rs'])
    assert.deepEqual(await totals('search=korisnik7 mat8'), [0])
    assert.equal((await totals('search=korisnik1'))[0], 11)
    // Ten of that firm, and one entry that says the word itself.
    assert.equal((await totals('search=prva'))[0], 11)
    assert.deepEqual(await totals('search=prva druga'), [1, 'korisnik6@druga.rs'])
    assert.deepEqual(await totals('search=sistem'), [1, 'sistem'])
    assert.deepEqual(await totals('korisnik=sistem'), [1, 'sistem'])
    assert.deepEqual(await totals('search=nepoznat'), [1, 'nepoznat nalog'])
    assert.deepEqual(await totals('korisnik=korisnik7@prva.rs'), [1, 'korisnik7@prva.rs'])
    assert.deepEqual(await totals('korisnik=korisnik7'), [0])
  })
})
