import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, testApi } from '#server/testing.ts'
import { addCatalogue, c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { RECENT_EXPORTED_LINES } from './usual-values.ts'

test('products are looked for in the 20.000 exported lines entered last', () => {
  assert.equal(RECENT_EXPORTED_LINES, 20_000)
})

anyEngine('what is usual of a material or product', (engine) => {
  test('its last price by the day of the document, and the median of its last quantities, of all asked for at once', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const lot = (materijal_id: string, kolicina: number, cena_po_jedinici: number) => ({
      materijal_id,
      kolicina,
      cena_po_jedinici,
    })
    const last = await stored(api, '/c4', c4Body('U3', '2026-03-01', [lot('KABL1', 900, 2.5)], { valuta: 'RSD' }))
    await stored(api, '/c4', c4Body('U1', '2026-01-01', [lot('KABL1', 5, 7), lot('KABL1', 6, 8), lot('KON8', 1, 3)]))
    const usual = async (path: string, body: object) => (await api.post(path, body)).body
    const kabl = { id: 'KABL1', naziv: 'Kabl crni', jedinica_mere: 'm' }
    assert.deepEqual(await usual('/c4/uobicajeno', { ids: ['KABL1', 'NEMAGA'] }), [
      { ...kabl, poslednja_cena: 2.5, valuta: 'RSD', kurs: 1, uobicajena_kolicina: 6 },
    ])
    const without = await usual('/c4/uobicajeno', { ids: ['KON8', 'KABL1'], bez_dokumenta: last.id })
    assert.deepEqual(
      without.find(({ id }: { id: string }) => id === 'KABL1'),
      { ...kabl, poslednja_cena: 8, valuta: 'EUR', kurs: 117.5, uobicajena_kolicina: 6 },
    )
    assert.equal(without.length, 2)

    for (const [day, kolicina, cena] of [
      ['2026-05-02', 3, 20],
      ['2026-05-01', 4, 10],
    ] as const)
      await stored(api, '/c1', c1Body(`I${day}`, day, [{ proizvod_id: 'PRAZAN', kolicina, cena }]))
    const prazan = { id: 'PRAZAN', naziv: 'Bez normativa', jedinica_mere: 'kom', valuta: 'EUR', kurs: 117.5 }
    assert.deepEqual(await usual('/c1/uobicajeno', { ids: ['PRAZAN', 'SNOP1'] }), [
      { ...prazan, poslednja_cena: 20, uobicajena_kolicina: 4 },
    ])
    assert.deepEqual(await usual('/c1/uobicajeno', { ids: [] }), [])
    assert.equal((await api.post('/c4/uobicajeno', { ids: 'KABL1' })).status, 400)
  })

  test('the preview of a file is the save, taken back: it says the same, and nothing of it stays', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const csv = (...lines: string[]) => ({ name: 'x.csv', bytes: new TextEncoder().encode(lines.join('\n')) })
    const files = {
      '/materials/import': csv(
        'ID;Naziv;Poreklo;JM;Tarifa',
        'KABL1;Kabl beli;Kina;m;8544.49',
        'NOV01;;Kina;kg;7208.10',
      ),
      '/proizvodi/import': csv('ID proizvoda;Komponenta;Količina', 'SNOP1;KON8;3', 'PRAZAN;KABL1;x'),
      '/rates/import': csv('Datum;Oznaka valute;Važi za;Srednji kurs', '02.01.2026.;EUR;1;117,2', 'x;EUR;1;1'),
    }
    const books = async () => {
      const all = ['/materials/KABL1', '/proizvodi/SNOP1', '/rates', '/audit'].map((path) => api.get(path))
      return (await Promise.all(all)).map(({ body }) => body)
    }
    for (const [path, file] of Object.entries(files)) {
      const before = await books()
      const { message: _, ...preview } = (await api.upload(`${path}?dryRun=true`, file)).body
      assert.deepEqual(await books(), before, path)
      const { message: __, ...written } = (await api.upload(path, file)).body
      assert.deepEqual(preview, { ...written, dryRun: true }, path)
      assert.equal(written.novih + written.izmenjenih, 1, path)
    }
  })

  test('whichever way it comes in, a price or quantity far from the usual one is said', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    await stored(api, '/c4', c4Body('U1', '2026-01-01', [{ materijal_id: 'KABL1', kolicina: 10, cena_po_jedinici: 2 }]))
    await stored(api, '/rates', { valuta: 'EUR', vazi_od: '2026-01-01', kurs: 117.2 })
    const csv = (...lines: string[]) => ({ name: 'x.csv', bytes: new TextEncoder().encode(lines.join('\n')) })
    const QUANTITY = 'Kabl crni (KABL1): količina 5.000 m, a uobičajena je 10 m.'
    const ways: readonly (readonly [path: string, file: ReturnType<typeof csv>, ...said: string[]])[] = [
      ['/c4/import', csv('Broj fakture;ID materijala;Količina;Cena', 'F-1;KABL1;5000;2'), QUANTITY],
      [
        '/c4/fakture/read',
        csv('Broj fakture;Naša šifra;Naziv;Količina;Cena;Valuta;JM', 'F-1;KABL1;Kabl;5;300000;EUR;km'),
        QUANTITY,
        'cena 300 EUR, a poslednja je bila 2 EUR.',
      ],
      ['/popisi/import?datum=2026-02-01', csv('ID;Izbrojano', 'KABL1;5000'), 'a u knjigama je'],
      [
        '/proizvodi/import?dryRun=true',
        csv('ID proizvoda;Komponenta;Količina', 'SNOP1;KABL1;251'),
        'Količina za KABL1 je 251, a u važećem normativu 2,5.',
      ],
      [
        '/rates/import?dryRun=true',
        csv('Datum;Oznaka valute;Važi za;Srednji kurs', '02.01.2026.;EUR;1;11720'),
        'Kurs za 1 EUR je 11.720, a poslednji upisan je 117,2.',
      ],
    ]
    for (const [path, file, ...said] of ways) {
      const { status, body } = await api.upload(path, file)
      for (const one of said)
        assert.ok(JSON.stringify(body).includes(one), `${path} ${status}: ${JSON.stringify(body)}`)
    }
  })
})
