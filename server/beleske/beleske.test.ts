import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, testApi } from '#server/testing.ts'
import { addDocuments, column, stored } from '#server/testing-documents.ts'

anyEngine('beleske', (engine) => {
  test('notes stand beside their document, are found, and come back with it', async () => {
    const api = await testApi(engine)
    const { c1 } = await addDocuments(api)
    const uz = { vrsta: 'c1', predmet: String(c1[0].id) }
    const first = await stored(api, '/beleske', { ...uz, tekst: 'Original stiže\r\nu ponedeljak ' })
    assert.equal(first.korisnik, 'ana@firma.rs')
    await stored(api, '/beleske', { ...uz, tekst: 'Špediter traži potvrdu' })
    await stored(api, '/beleske', { vrsta: 'materijal', predmet: 'KABL1', tekst: 'Spediter meri u kilometrima' })
    const list = (await api.get(`/beleske?vrsta=c1&predmet=${c1[0].id}`)).body
    assert.deepEqual(column(list.results, 'tekst'), ['Špediter traži potvrdu', 'Original stiže\nu ponedeljak'])

    const found = async (q: string) => (await api.get(`/pretraga?q=${encodeURIComponent(q)}`)).body.beleske
    assert.deepEqual(column(await found('spediter'), 'naziv'), ['Kabl crni', c1[0].broj_c1])
    assert.deepEqual((await api.delete(`/c1/${c1[0].id}`)).status, 200)
    assert.deepEqual(column(await found('spediter'), 'naziv'), ['Kabl crni'], 'nothing leads to what is gone')
    assert.equal((await api.post(`/vrati/c1/${c1[0].id}`, {})).status, 200)
    assert.equal((await found('ponedeljak')).length, 1)

    assert.deepEqual((await api.delete(`/beleske/${first.id}`)).body, { message: 'Beleška je obrisana.' })
    assert.equal((await api.delete(`/beleske/${first.id}`)).status, 404)
    const [entry] = (await api.get(`/audit?vrsta=beleska&predmet=${first.id}`)).body.results
    assert.deepEqual([entry.radnja, entry.opis, entry.sazetak], ['obrisano', `uz ${c1[0].broj_c1}`, first.tekst])
  })

  test('a note is refused beside nothing, beside what has none, and when it says nothing', async () => {
    const api = await testApi(engine)
    const refused = async (body: object) => {
      const { status, body: told } = await api.post('/beleske', body)
      return [status, told.message]
    }
    const tekst = 'Kasni'
    assert.deepEqual(await refused({ vrsta: 'c4', predmet: '999', tekst }), [
      404,
      'Nema zapisa uz koji bi beleška stajala.',
    ])
    assert.deepEqual((await refused({ vrsta: 'proizvod', predmet: 'NEMA1', tekst }))[0], 404)
    assert.deepEqual((await refused({ vrsta: 'c1', predmet: 'x1', tekst }))[0], 404)
    assert.deepEqual(await refused({ vrsta: 'kurs', predmet: 'EUR', tekst }), [
      400,
      'Beleška ne može da stoji uz ovu vrstu zapisa.',
    ])
    assert.deepEqual(await refused({ vrsta: 'c4', predmet: '1', tekst: '  ' }), [400, 'Beleška je prazna.'])
  })
})
