import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partnerTexts } from '#contract/partneri.ts'
import { eachEngine, type TestApi, type TestEngine, testApi } from '#server/testing.ts'
import { addCatalogue, c1Body, c4Body, column, type Fields, stored } from '#server/testing-documents.ts'
import { verify } from '#server/verify/verify.ts'

const kabl = { materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 1 }
const prazan = { proizvod_id: 'PRAZAN', kolicina: 1, cena: 1 }
const OURS = 'Šumadija kabl'

/** A firm with its catalogue, and what is asked of its register. */
async function office(engine: TestEngine) {
  const api = await testApi(engine)
  await addCatalogue(api)
  let number = 0
  return {
    api,
    import: (datum: string, fields: Fields = {}) => stored(api, '/c4', c4Body(`C4-${++number}`, datum, [kabl], fields)),
    export: (datum: string, fields: Fields = {}) =>
      stored(api, '/c1', c1Body(`C1-${++number}`, datum, [prazan], fields)),
    list: async (query = '') => (await api.get(`/partneri${query}`)).body.results as Fields[],
    named: async (naziv: string) => {
      const { results } = (await api.get(`/partneri?search=${encodeURIComponent(naziv)}`)).body
      const exact = results.find((row: Fields) => row.naziv === naziv) ?? results[0]
      return (await api.get(`/partneri/${exact.id}`)).body
    },
    senders: async () => column((await api.get('/c4/firms')).body, 'posiljalac_naziv'),
  }
}

const correct = (api: TestApi, partner: Fields, change: Fields) =>
  api.put(`/partneri/${partner.id}`, { ...partner, ...change }, { 'if-match': `"${partner.verzija}"` })

async function expectWhole({ store }: TestApi) {
  const verdict = await store.readAtOnce((db) => verify(db))
  assert.ok(verdict.ok, verdict.ok ? '' : verdict.difference)
}

eachEngine('partneri', (engine) => {
  test('have each firm of the documents once, with what stands in any of them', async () => {
    const books = await office(engine)
    await books.import('2026-01-10')
    await books.import('2026-01-11', { posiljalac_naziv: 'MULLER KABEL GMBH', posiljalac_grad: 'Nurnberg' })
    await books.import('2026-01-12', { posiljalac_grad: 'Berlin' })
    await books.export('2026-01-20', { primalac_naziv: 'Beta Auto', primalac_pib: '104052135' })
    await books.export('2026-01-21', {
      primalac_naziv: 'Beta Automobili',
      primalac_pib: 'RS 104-052-135',
      primalac_mb: '1',
    })
    const rows = await books.list()
    const facts = ['naziv', 'grad', 'drzava', 'pib', 'mb', 'broj_c4', 'broj_c1', 'poslednji_dokument']
    assert.deepEqual(
      rows.map((row) => facts.map((name) => row[name])),
      [
        ['Beta Auto', 'Zagreb', null, '104052135', '1', 0, 2, '2026-01-21'],
        ['Müller Kabel GmbH', 'Nürnberg', 'Nemačka', null, null, 2, 0, '2026-01-11'],
        ['Müller Kabel GmbH', 'Berlin', 'Nemačka', null, null, 1, 0, '2026-01-12'],
        [OURS, 'Kragujevac', 'Srbija', null, null, 3, 2, '2026-01-21'],
      ],
    )
    assert.deepEqual(column(await books.list('?search=automobili'), 'naziv'), ['Beta Auto'])
    assert.deepEqual(column(await books.list('?sort=grad&order=desc&limit=2'), 'grad'), ['Zagreb', 'Nürnberg'])
    const sheet = await books.api.get('/archive/sheets/partneri?search=muller&sort=grad&format=csv')
    assert.deepEqual(new TextDecoder().decode(sheet.bytes).split('\r\n'), [
      'Naziv;Grad;Država;PIB;MB;C4;C1;Poslednji dokument;Ne predlaže se',
      'Müller Kabel GmbH;Berlin;Nemačka;;;1;0;12.01.2026.;NE',
      'Müller Kabel GmbH;Nürnberg;Nemačka;;;2;0;11.01.2026.;NE',
    ])
    await expectWhole(books.api)
  })

  test('corrected, are suggested so from then on, and keep their old documents as they were', async () => {
    const books = await office(engine)
    const { api } = books
    const old = await books.import('2026-01-10', { posiljalac_naziv: 'Muler Kabel' })
    const before = (await api.get(`/c4/${old.id}`)).body
    const partner = await books.named('Muler')
    const { status, body } = await correct(api, partner, { naziv: 'Müller Kabel AG', grad: 'Ulm', pib: '104052135' })
    assert.deepEqual([status, body.naziv, body.verzija], [200, 'Müller Kabel AG', partner.verzija + 1])
    assert.equal((await correct(api, partner, { naziv: 'X' })).status, 409)
    assert.deepEqual((await api.get(`/c4/${old.id}`)).body, before)
    assert.deepEqual(await books.senders(), ['Müller Kabel AG'])
    const { body: predlog } = await api.get('/c4/predlog?partner=m%C3%BCller+kabel+ag')
    assert.equal(predlog.zemlja_otpreme, 'Nemačka')

    const next = await books.import('2026-01-11', { posiljalac_naziv: 'Müller Kabel AG', posiljalac_grad: 'Ulm' })
    await books.import('2026-01-12', { posiljalac_naziv: 'Muler Kabel' })
    const { zapisi, ...now } = await books.named('muler')
    assert.deepEqual([now.id, now.naziv, now.broj_c4], [partner.id, 'Müller Kabel AG', 3])
    assert.deepEqual(column(zapisi, 'naziv'), ['Muler Kabel', 'Müller Kabel AG'])
    assert.deepEqual(await books.senders(), ['Müller Kabel AG'])
    const page = (await api.get(`/partneri/${partner.id}/dokumenti?limit=2&page=1`)).body
    assert.deepEqual([page.total, page.totalPages], [3, 2])
    assert.deepEqual(column(page.results, 'datum'), ['2026-01-12', '2026-01-11'])
    const last = (await api.get(`/partneri/${partner.id}/dokumenti?limit=2&page=2`)).body.results
    assert.deepEqual(column(last, 'naziv'), ['Muler Kabel'])
    assert.equal(page.results[1].id, next.id)
    const trail = (await api.get(`/audit?vrsta=partner&predmet=${partner.id}`)).body.results
    assert.deepEqual(column(trail, 'sazetak'), ['Naziv · PIB · Grad'])
    await expectWhole(api)
  })

  test('joined, are one firm, until a spelling is taken out again', async () => {
    const books = await office(engine)
    const { api } = books
    await books.import('2026-01-10', { posiljalac_naziv: 'Alfa' })
    const document = await books.import('2026-01-11', { posiljalac_naziv: 'Alfa Werke' })
    await books.export('2026-01-12', {
      primalac_naziv: 'Alfa Werke',
      primalac_grad: 'Nürnberg',
      primalac_pib: '104052135',
    })
    const [alfa, werke] = [await books.named('Alfa'), await books.named('Alfa Werke')]
    const join = (id: unknown, partner_id: unknown, version: unknown) =>
      api.post(`/partneri/${id}/spoji`, { partner_id }, { 'if-match': `"${version}"` })
    assert.equal((await join(alfa.id, alfa.id, alfa.verzija)).body.message, partnerTexts.joinedToItself)
    assert.equal((await join(alfa.id, werke.id, alfa.verzija + 1)).status, 409)
    assert.equal((await join(alfa.id, 999_999, alfa.verzija)).status, 404)
    const joined = (await join(alfa.id, werke.id, alfa.verzija)).body
    assert.deepEqual([joined.naziv, joined.pib, joined.broj_c4, joined.broj_c1], ['Alfa', '104052135', 2, 1])
    assert.equal((await api.get(`/partneri/${werke.id}`)).status, 404)
    assert.deepEqual(await books.senders(), ['Alfa'])
    assert.equal((await api.get(`/c4/${document.id}`)).body.posiljalac_naziv, 'Alfa Werke')
    await expectWhole(api)

    const out = (zapis_id: unknown, id = alfa.id) => api.post(`/partneri/${id}/izdvoji`, { zapis_id })
    const zapis = joined.zapisi.find(({ pib }: Fields) => pib === '104052135')
    const own = await out(zapis.id)
    assert.equal(own.status, 201)
    assert.deepEqual([own.body.naziv, own.body.broj_c4, own.body.broj_c1], ['Alfa Werke', 0, 1])
    const left = (await api.get(`/partneri/${alfa.id}`)).body
    assert.deepEqual([left.pib, left.broj_c4, left.broj_c1, left.zapisi.length], [null, 2, 0, 2])
    assert.equal((await out(zapis.id)).status, 404)
    assert.equal((await out(zapis.id, own.body.id)).body.message, partnerTexts.onlyOne)
    await expectWhole(api)
  })

  test('hidden, or not yet in any document, are suggested accordingly; no two have one name or PIB', async () => {
    const books = await office(engine)
    const { api } = books
    await books.import('2026-01-10')
    const fields = { naziv: 'Nova', grad: 'Niš', drzava: 'Srbija', pib: '104052135', mb: null, napomena: 'Javlja se.' }
    const nova = await stored(api, '/partneri', fields)
    assert.deepEqual(await books.senders(), ['Müller Kabel GmbH', 'Nova'])
    const twin = await api.post('/partneri', { ...fields, naziv: 'Druga', pib: '104 052 135' })
    assert.deepEqual([twin.status, twin.body.errors[0].field], [409, 'pib'])
    assert.equal((await api.post('/partneri', { ...fields, naziv: 'NOVA', pib: null })).status, 409)
    await correct(api, nova, { ne_predlaze: true })
    await correct(api, await books.named('muller'), { ne_predlaze: true })
    const firms = (await api.get('/c4/firms')).body
    assert.deepEqual(column(firms, 'posiljalac_naziv'), [null])
    assert.deepEqual(column(firms, 'primalac_naziv'), [OURS])
    await books.import('2026-01-11', { posiljalac_naziv: 'Nova', posiljalac_grad: 'Niš', posiljalac_drzava: 'Srbija' })
    assert.equal((await books.named('nova')).broj_c4, 1)
    const wrong = await api.post('/partneri', { naziv: ' ', grad: '', pib: 'x'.repeat(51) })
    assert.deepEqual(column(wrong.body.errors, 'field'), ['naziv', 'grad', 'pib'])
  })

  test('hear of a document that is changed, deleted and brought back, and count one of both sides once', async () => {
    const books = await office(engine)
    const { api } = books
    const { id } = await books.import('2026-01-10', { posiljalac_naziv: 'Prvi' })
    const { body } = await api.get(`/c4/${id}`)
    assert.equal((await api.put(`/c4/${id}`, { ...body, posiljalac_naziv: 'Drugi' })).status, 200)
    const counts = async () => [(await books.named('prvi')).broj_c4, (await books.named('drugi')).broj_c4]
    assert.deepEqual(await counts(), [0, 1])
    assert.equal((await api.delete(`/c4/${id}`)).status, 200)
    assert.deepEqual(await counts(), [0, 0])
    assert.equal((await api.post(`/vrati/c4/${id}`)).status, 200)
    assert.deepEqual(await counts(), [0, 1])
    assert.deepEqual((await api.get('/partneri/999999/dokumenti')).status, 404)
    await books.import('2026-01-11', {
      ...{ posiljalac_naziv: 'Treći', posiljalac_grad: 'Niš', primalac_naziv: 'Treći', primalac_grad: 'Niš' },
    })
    await books.import('2026-01-12', { posiljalac_naziv: 'Treći', posiljalac_grad: 'Niš' })
    const treci = await books.named('treći')
    const { total, results } = (await api.get(`/partneri/${treci.id}/dokumenti`)).body
    assert.deepEqual([treci.broj_c4, total, column(results, 'strana')], [2, 2, ['pošiljalac', 'oba']])
    await expectWhole(api)
  })
})
