import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { odobrenjeTexts } from '#contract/odobrenja.ts'
import { anyEngine, testApi } from '#server/testing.ts'
import { addCatalogue, c1Body, c4Body, type Fields, stored } from '#server/testing-documents.ts'

const NEW = { broj: '148-I-08/26', vazi_od: '2026-01-01' }
const FULL = {
  ...NEW,
  vrsta_postupka: 'Aktivno oplemenjivanje – odlaganje',
  carinski_organ: 'Carinarnica Kragujevac',
  nadzorni_organ: null,
  vazi_do: '2027-12-31',
  rok_meseci: 6,
  rok_do_kraja: 'mesec',
  rok_obracuna_dana: 30,
  napomena: null,
  stavke: [
    { tarifni_broj: '8544.49', opis: 'Kabl', najvise_kolicina: 1000.5, jedinica_mere: 'm', sporedni: false },
    { tarifni_broj: null, opis: 'Otpad bakra', najvise_kolicina: null, jedinica_mere: null, sporedni: true },
  ],
}
const NO_IMPORTS = { broj_c4: 0, otvoreno_c4: 0, najblizi_rok: null }

anyEngine('odobrenja', (engine) => {
  test('are entered, listed, changed by their version, and told in the trail', async () => {
    const api = await testApi(engine)
    const { id, ...bare } = await stored(api, '/odobrenja', { ...NEW, vazi_do: '', rok_meseci: ' ' })
    const nothing = { vrsta_postupka: null, carinski_organ: null, nadzorni_organ: null, napomena: null }
    const own = { rok_meseci: null, rok_do_kraja: 'dan', rok_obracuna_dana: 30, vazi_do: null, stavke: [], verzija: 1 }
    assert.deepEqual(bare, { ...NEW, ...nothing, ...own, ...NO_IMPORTS })
    const put = (body: object, version: number) => api.put(`/odobrenja/${id}`, body, { 'if-match': `"${version}"` })
    assert.deepEqual((await put(FULL, 1)).body, { id, ...FULL, ...NO_IMPORTS, verzija: 2 })
    assert.equal((await put(NEW, 1)).status, 409)
    assert.deepEqual((await api.get(`/odobrenja/${id}`)).body, { id, ...FULL, ...NO_IMPORTS, verzija: 2 })
    assert.equal((await put({ ...FULL, stavke: FULL.stavke.slice(1) }, 2)).body.stavke.length, 1)
    const { results } = (await api.get(`/audit?vrsta=odobrenje&predmet=${id}`)).body
    assert.deepEqual(
      results.map(({ radnja, opis, sazetak }: Fields) => [radnja, opis, sazetak]),
      [
        ['izmenjeno', NEW.broj, 'Stavke (izmenjenih: 1, obrisanih: 1)'],
        [
          'izmenjeno',
          NEW.broj,
          'Vrsta postupka · Carinski organ · Važi do · Rok u mesecima · Rok do kraja · Stavke (novih: 2)',
        ],
        ['dodato', NEW.broj, ''],
      ],
    )
  })

  test('refuse what is wrong by field and row, a taken number, and repeat a request once', async () => {
    const api = await testApi(engine)
    const wrong = await api.post('/odobrenja', {
      broj: ' ',
      vazi_od: '2026-02-01',
      vazi_do: '2026-01-31',
      rok_meseci: 121,
      rok_do_kraja: 'godina',
      rok_obracuna_dana: -1,
      stavke: [{ opis: ' ' }, { opis: 'Kabl', najvise_kolicina: 0, jedinica_mere: 'lb' }],
    })
    assert.equal(wrong.status, 400)
    const said = Object.fromEntries(wrong.body.errors.map(({ field, message }: Fields) => [field, message]))
    assert.deepEqual(said, {
      broj: 'Broj odobrenja: obavezno polje.',
      rok_meseci: 'Rok u mesecima: ceo broj od 1 do 120.',
      rok_do_kraja: 'Rok do kraja: dozvoljeno je dan, mesec, kvartal, polugodiste.',
      rok_obracuna_dana: 'Rok za obračun u danima: ceo broj od 0 do 366.',
      'stavke.0.tarifni_broj': 'Stavka 1: Upišite tarifni broj ili opis.',
      'stavke.1.najvise_kolicina': 'Stavka 2: Najveća količina mora biti veća od 0',
      'stavke.1.jedinica_mere': 'Stavka 2: Jedinica mere: dozvoljeno je kg, m, kom, l, t.',
    })
    const early = await api.post('/odobrenja', { ...NEW, vazi_do: '2025-12-31' })
    assert.equal(early.body.message, 'Važi do: ne može da bude pre datuma od kog važi.')
    const many = await api.post('/odobrenja', { ...NEW, stavke: Array(501).fill({ opis: 'Kabl' }) })
    assert.equal(many.body.message, 'Odobrenje može imati najviše 500 stavki.')

    const key = { 'idempotency-key': 'jednom' }
    const first = await api.post('/odobrenja', NEW, key)
    assert.deepEqual((await api.post('/odobrenja', NEW, key)).body, first.body)
    const again = await api.post('/odobrenja', { ...NEW, broj: ` ${NEW.broj.toLowerCase()} ` })
    assert.equal(again.status, 409)
    assert.deepEqual(again.body.errors, [{ field: 'broj', message: 'Odobrenje sa ovim brojem već postoji.' }])
    const other = await stored(api, '/odobrenja', { ...NEW, broj: 'DRUGO-2' })
    const taken = await api.put(`/odobrenja/${other.id}`, NEW)
    assert.deepEqual([taken.status, taken.body.errors], [409, again.body.errors])
  })

  test('are found and paged, with how many imports each has, how many are open, and their nearest deadline', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const write = (statement: RawBuilder<unknown>) => api.store.transact((tx) => statement.execute(tx))
    const { id } = await stored(api, '/odobrenja', FULL)
    await stored(api, '/odobrenja', { ...NEW, broj: 'PRAZNO-1', vazi_od: '2025-01-01' })
    const lots = [{ materijal_id: 'KABL1', kolicina: 10, cena_po_jedinici: 2 }]
    const days = ['2026-01-10', '2026-01-20', '2026-02-05']
    for (const [at, day] of days.entries()) {
      await stored(api, '/c4', c4Body(`U${at}`, day, lots, { odobrenje_id: id, rok_razduzenja: `2026-0${7 + at}-15` }))
    }
    // Takes the first lot and half of the second.
    await stored(api, '/c1', c1Body('I1', '2026-03-01', [{ proizvod_id: 'SNOP1', kolicina: 6, cena: 1 }]))
    const { body } = await api.get('/odobrenja')
    assert.deepEqual(
      body.results.map((row: Fields) => [row.broj, row.broj_c4, row.otvoreno_c4, row.najblizi_rok]),
      [
        [NEW.broj, 3, 2, '2026-08-15'],
        ['PRAZNO-1', 0, 0, null],
      ],
    )
    const page = (await api.get('/odobrenja?sort=broj&order=desc&page=2&limit=1')).body
    assert.deepEqual([page.results[0].broj, page.total, page.totalPages], [NEW.broj, 2, 2])
    for (const text of ['148 odlaganje', 'otpad bakra', 'KRAGUJEVAC'])
      assert.equal((await api.get(`/odobrenja?search=${encodeURIComponent(text)}`)).body.total, 1, text)
    const found = (await api.get('/pretraga?q=148-i')).body.odobrenja
    assert.deepEqual(found, [{ id, broj: FULL.broj, vrsta_postupka: FULL.vrsta_postupka }])

    const { stavke, ostalo } = (await api.get(`/odobrenja/${id}/kolicine`)).body
    assert.deepEqual(
      stavke.map((row: Fields) => [row.tarifni_broj, row.najvise_kolicina, row.uvezeno, row.preostalo]),
      [
        ['8544.49', 1000.5, 30, 15],
        [null, null, 0, 0],
      ],
    )
    assert.deepEqual(ostalo, [])
    assert.equal((await api.get('/odobrenja/9999/kolicine')).status, 404)
    await write(sql`
      insert into obracun (broj, broj_kljuc, odobrenje_id, datum_od, datum_do, stanje, napravljen, korisnik, verzija)
      values ('O-1', 'o-1', ${id}, '2026-01-01', '2026-01-31', 'nacrt', 0, 'ana', 1)`)
    const accounts = (await api.get(`/obracuni?odobrenje_id=${id}`)).body
    assert.deepEqual([accounts.total, accounts.results[0].broj], [1, 'O-1'])

    const refused = await api.delete(`/odobrenja/${id}`)
    assert.deepEqual([refused.status, refused.body.message], [409, 'Odobrenje ima 4 dokumenta; ne može da se obriše.'])
    await write(sql`update c4 set odobrenje_id = null`)
    await write(sql`delete from obracun`)
    assert.equal((await api.delete(`/odobrenja/${id}`, { 'if-match': '"7"' })).status, 409)
    assert.deepEqual((await api.delete(`/odobrenja/${id}`)).body, { message: `Odobrenje ${NEW.broj} je obrisano.` })
    assert.equal((await api.get(`/odobrenja/${id}`)).status, 404)
    assert.equal((await api.store.read.selectFrom('odobrenje_stavka').selectAll().execute()).length, 0)
    const [{ moze_vratiti }] = (await api.get(`/audit?vrsta=odobrenje&predmet=${id}`)).body.results
    assert.equal(moze_vratiti, true)
    const back = await api.post(`/vrati/odobrenja/${id}`)
    assert.deepEqual(back.body, { id, ...FULL, ...NO_IMPORTS, verzija: 1 })
    assert.deepEqual((await api.get(`/odobrenja/${id}`)).body, back.body)
    assert.equal((await api.post(`/vrati/odobrenja/${id}`)).body.message, odobrenjeTexts.there)
  })

  test('move the deadlines of their imports with their own, but those that were typed', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const { id } = await stored(api, '/odobrenja', { ...NEW, rok_meseci: 6 })
    const lots = [{ materijal_id: 'KABL1', kolicina: 10, cena_po_jedinici: 2 }]
    const c4 = await stored(api, '/c4', c4Body('U1', '2026-01-15', lots, { odobrenje_id: id }))
    const typed = { odobrenje_id: id, rok_razduzenja: '2026-05-01' }
    const other = await stored(api, '/c4', c4Body('U2', '2026-01-16', lots, typed))
    const deadlines = async () => {
      const [own, fixed] = [await api.get(`/c4/${c4.id}`), await api.get(`/c4/${other.id}`)]
      return [own.body.rok, fixed.body.rok]
    }
    assert.deepEqual(await deadlines(), ['2026-07-15', '2026-05-01'])
    const change = async (fields: object) => {
      const { status, body } = await api.put(`/odobrenja/${id}`, { ...NEW, ...fields })
      assert.equal(status, 200)
      return [body.najblizi_rok, ...(await deadlines())]
    }
    assert.deepEqual(await change({ rok_meseci: 3 }), ['2026-04-15', '2026-04-15', '2026-05-01'])
    const quarter = { rok_meseci: 3, rok_do_kraja: 'kvartal' }
    assert.deepEqual(await change(quarter), ['2026-05-01', '2026-06-30', '2026-05-01'])
    assert.deepEqual(await change({ rok_meseci: null }), ['2026-05-01', null, '2026-05-01'])
    assert.equal((await api.get(`/c4/${c4.id}`)).body.verzija, c4.verzija)
  })
})
