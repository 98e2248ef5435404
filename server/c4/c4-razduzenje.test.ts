import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RazduzenjeRow } from '#contract/c1.ts'
import type { C4RazduzenjeRow } from '#contract/c4.ts'
import { type Client, eachEngine, testApi } from '#server/testing.ts'
import { addCatalogue, c1Body, c4Body, column, stored } from '#server/testing-documents.ts'

const kabl = { materijal_id: 'KABL1', kolicina: 100, cena_po_jedinici: 2 }
const konektor = { materijal_id: 'KON8', kolicina: 10, cena_po_jedinici: 0.5 }
const snop = (kolicina: number) => ({ proizvod_id: 'SNOP1', kolicina, cena: 20 })

const rowsOf = async (api: Client, id: number, query = ''): Promise<C4RazduzenjeRow[]> =>
  (await api.get(`/c4/${id}/razduzenje${query}`)).body.results

/** A row as `invoice/ordinal material rest: export invoice/ordinal quantity`. */
const short = ({ broj_fakture, redni_broj, materijal_id, preostalo, izvoz }: C4RazduzenjeRow) =>
  `${broj_fakture}/${redni_broj} ${materijal_id} ${preostalo}: ${izvoz ? `${izvoz.broj_c1} ${izvoz.broj_fakture}/${izvoz.redni_broj} ${izvoz.kolicina}` : '–'}`

eachEngine('discharge of a C4', (engine) => {
  async function books() {
    const api = await testApi(engine)
    await addCatalogue(api)
    const first = await stored(api, '/c4', c4Body('UV-1', '2026-01-10', [konektor, { ...kabl, broj_fakture: 'F-2' }]))
    const second = await stored(api, '/c4', c4Body('UV-2', '2026-01-20', [kabl]))
    // SNOP1 takes 2.5 m of KABL1 and 1 of KON8.
    await stored(api, '/c1', c1Body('IZ-2', '2026-03-01', [snop(20), snop(4)], { primalac_naziv: 'Ђорђевић' }))
    await stored(api, '/c1', c1Body('IZ-1', '2026-02-01', [snop(8)]))
    return { api, first, second }
  }

  test('exports of one day follow one another, in the order in which they were entered', async () => {
    const { api, second } = await books()
    for (const broj of ['IZ-4', 'IZ-3']) await stored(api, '/c1', c1Body(broj, '2026-04-01', [snop(9), snop(4)]))
    assert.deepEqual((await rowsOf(api, second.id)).map(short), [
      'F-1/1 KABL1 55: IZ-4 F-1/1 2.5',
      'F-1/1 KABL1 55: IZ-4 F-1/2 10',
      'F-1/1 KABL1 55: IZ-3 F-1/1 22.5',
      'F-1/1 KABL1 55: IZ-3 F-1/2 10',
    ])
  })

  test('lines of an export stand in the order in which it has them now', async () => {
    const { api, second } = await books()
    const item = { ...snop(4), redni_broj: 2 }
    const c1 = await stored(api, '/c1', c1Body('IZ-3', '2026-04-01', [snop(12), item]))
    const { status } = await api.put(
      `/c1/${c1.id}`,
      c1Body('IZ-3', '2026-04-01', [item, { ...snop(12), redni_broj: 1 }]),
    )
    assert.equal(status, 200)
    assert.deepEqual((await rowsOf(api, second.id)).map(short), [
      'F-1/1 KABL1 80: IZ-3 F-1/2 10',
      'F-1/1 KABL1 80: IZ-3 F-1/1 10',
    ])
  })

  test('says of each line which exported lines took from it, the oldest first, and which lines nothing left', async () => {
    const { api, first, second } = await books()
    assert.deepEqual((await rowsOf(api, first.id)).map(short), [
      'F-1/1 KON8 0: IZ-1 F-1/1 8',
      'F-1/1 KON8 0: IZ-2 F-1/1 2',
      'F-2/2 KABL1 20: IZ-1 F-1/1 20',
      'F-2/2 KABL1 20: IZ-2 F-1/1 50',
      'F-2/2 KABL1 20: IZ-2 F-1/2 10',
    ])
    assert.deepEqual((await rowsOf(api, second.id)).map(short), ['F-1/1 KABL1 100: –'])
    const [row] = await rowsOf(api, first.id)
    const c1 = (await api.get('/c1?c1Number=IZ-1')).body.results[0]
    assert.deepEqual(row, {
      ulaz_stavka_id: first.stavke[0].id,
      broj_fakture: 'F-1',
      redni_broj: 1,
      materijal_id: 'KON8',
      materijal_naziv: 'Konektor žuti',
      jedinica_mere: 'kom',
      tarifni_broj: '8544.49',
      zemlja_porekla: 'Nemačka',
      dokazuje_poreklo: false,
      kolicina: 10,
      kolicina_razduzena: 10,
      preostalo: 0,
      izvoz: {
        c1_id: c1.id,
        broj_c1: 'IZ-1',
        c1_datum: '2026-02-01',
        primalac_naziv: 'Beta Auto',
        c1_stavka_id: (await api.get(`/c1/${c1.id}/stavke`)).body[0].id,
        broj_fakture: 'F-1',
        redni_broj: 1,
        proizvod_id: 'SNOP1',
        proizvod_naziv: 'Kablovski snop',
        kolicina: 8,
        ugradjeno: 8,
        otpad: 0,
        gubitak: 0,
        usmereno: false,
        posle_roka: false,
      },
      ostalo_razduzenje: null,
    })
  })

  test('tells what documents that name a line took from it, by their days between the exports', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const c4 = await stored(api, '/c4', c4Body('UV-1', '2026-01-10', [{ ...kabl, kolicina: 200 }]))
    await stored(api, '/c1', c1Body('IZ-1', '2026-02-01', [snop(1)]))
    const stavke = [{ ulaz_stavka_id: c4.stavke[0].id, kolicina: 40 }]
    const named = { broj: 'OR-1', datum: '2026-01-20', vrsta: 'Uništenje', razlog: 'Oštećeno', stavke }
    const { id } = await stored(api, '/ostala-razduzenja', named)
    const rows = await rowsOf(api, c4.id)
    assert.deepEqual(
      rows.map(({ izvoz, ostalo_razduzenje }) => izvoz?.broj_c1 ?? ostalo_razduzenje?.broj),
      ['OR-1', 'IZ-1'],
    )
    const told = { id, broj: 'OR-1', datum: '2026-01-20', vrsta: 'Uništenje', kolicina: 40 }
    assert.deepEqual(rows[0]?.ostalo_razduzenje, told)
    const { transactions } = (await api.get('/materials/KABL1/transactions')).body
    const card = transactions.find((row: { ostalo_razduzenje_id: number | null }) => row.ostalo_razduzenje_id === id)
    assert.deepEqual(
      [card.type, card.document_number, card.partner_name, card.quantity],
      ['OUTPUT', 'OR-1', 'Uništenje', 40],
    )
  })

  test('marks what an export took after the deadline of the import, not what it took on the day itself', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const rok_razduzenja = '2026-03-01'
    const c4 = await stored(api, '/c4', c4Body('UV-1', '2026-01-10', [{ ...kabl, kolicina: 200 }], { rok_razduzenja }))
    const marked: [string, boolean][] = []
    for (const datum of ['2026-03-01', '2026-03-02']) {
      const dokument = c1Body(`IZ-${datum}`, datum, [snop(1)])
      const told = (await api.post('/c1/provera', { dokument })).body.razduzenje
      const c1 = await stored(api, '/c1', dokument)
      const drawn: RazduzenjeRow[] = (await api.get(`/c1/${c1.id}/razduzenje`)).body
      for (const { lot, posle_roka } of [...told, ...drawn]) marked.push([`${datum} ${lot?.c4_broj}`, posle_roka])
    }
    assert.deepEqual(marked, [
      ...[1, 2].flatMap((): [string, boolean][] => [
        ['2026-03-01 UV-1', false],
        ['2026-03-01 undefined', false],
      ]),
      ...[1, 2].flatMap((): [string, boolean][] => [
        ['2026-03-02 UV-1', true],
        ['2026-03-02 undefined', false],
      ]),
    ])
    const byDay = (rows: C4RazduzenjeRow[]) => rows.map(({ izvoz }) => [izvoz?.c1_datum, izvoz?.posle_roka])
    assert.deepEqual(byDay(await rowsOf(api, c4.id)), [
      ['2026-03-01', false],
      ['2026-03-02', true],
    ])
    const ledger = (await api.get('/razduzenje?materijal_id=KABL1')).body.results
    assert.deepEqual(column(ledger, 'posle_roka'), [false, true])
    const dokument = c4Body('UV-1', '2026-01-10', [{ ...kabl, kolicina: 200 }], { rok_razduzenja: '2026-02-28' })
    const sooner = (await api.post('/c4/provera', { id: c4.id, dokument })).body.razduzenje
    assert.deepEqual(byDay(sooner), [
      ['2026-03-01', true],
      ['2026-03-02', true],
    ])
  })

  test('says apart what stands in the product, is waste and was lost', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const items = [{ materijal_id: 'KABL1', potrebna_kolicina: 2.5, otpad_procenat: 4 }]
    assert.equal((await api.post('/normativ/SNOP1', { items })).status, 200)
    const first = await stored(api, '/c4', c4Body('UV-1', '2026-01-10', [{ ...kabl, kolicina: 200 }]))
    const second = await stored(api, '/c4', c4Body('UV-2', '2026-01-20', [{ ...kabl, kolicina: 50 }]))
    await stored(api, '/c1', c1Body('IZ-1', '2026-02-01', [snop(100)]))
    const partsOf = async (id: number) =>
      (await rowsOf(api, id)).map(({ izvoz }) => [izvoz?.kolicina, izvoz?.ugradjeno, izvoz?.otpad, izvoz?.gubitak])
    assert.deepEqual(await partsOf(first.id), [[200, 192.307692, 7.692308, 0]])
    assert.deepEqual(await partsOf(second.id), [[50, 48.076923, 1.923077, 0]])
  })

  test('goes invoice by invoice, also where their lines were saved in turn', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const lines = ['F-2', 'F-1', 'F-2', 'F-1'].map((broj_fakture) => ({ ...kabl, broj_fakture }))
    const { id } = await stored(api, '/c4', c4Body('UV-1', '2026-01-10', lines))
    const found = (await rowsOf(api, id)).map(({ broj_fakture, redni_broj }) => `${broj_fakture}/${redni_broj}`)
    assert.deepEqual(found, ['F-2/1', 'F-2/3', 'F-1/2', 'F-1/4'])
    const page = await rowsOf(api, id, '?limit=2&page=2')
    assert.deepEqual(page.map(short), ['F-1/2 KABL1 100: –', 'F-1/4 KABL1 100: –'])
    const [last] = await rowsOf(api, id, '?limit=1&page=4')
    assert.equal(last?.redni_broj, 4)
  })

  test('is the discharge of the exports seen from the other side, to the last row', async () => {
    const { api, first, second } = await books()
    const exports: { id: number }[] = (await api.get('/c1')).body.results
    const drawn = await Promise.all(
      exports.map(async ({ id }) => (await api.get(`/c1/${id}/razduzenje`)).body as RazduzenjeRow[]),
    )
    const fromExports = drawn
      .flat()
      .flatMap(({ c1_stavka_id, kolicina, lot }) => (lot ? [`${c1_stavka_id} ${lot.ulaz_stavka_id} ${kolicina}`] : []))
    const fromImports = (await Promise.all([first, second].map(({ id }) => rowsOf(api, id))))
      .flat()
      .flatMap(({ ulaz_stavka_id, izvoz }) =>
        izvoz ? [`${izvoz.c1_stavka_id} ${ulaz_stavka_id} ${izvoz.kolicina}`] : [],
      )
    assert.equal(fromImports.length, 5)
    assert.deepEqual(fromImports.sort(), fromExports.sort())
  })

  test('is a paper too, as the books are then', async () => {
    const { api, first } = await books()
    const { status, body } = await api.get(`/c4/${first.id}/files`)
    assert.equal(status, 200)
    assert.deepEqual(
      body.files.map(({ name }: { name: string }) => name),
      ['C4_UV-1_razduzenje.pdf'],
    )
    assert.match(Buffer.from(body.files[0].data, 'base64').toString('latin1'), /^%PDF-/)
    assert.equal((await api.get('/c4/999/files')).status, 404)
  })

  test('is searched by line, material, export, receiver and product, and comes in pages', async () => {
    const { api, first } = await books()
    const found = async (search: string) =>
      (await rowsOf(api, first.id, `?search=${encodeURIComponent(search)}`)).map(short)
    assert.deepEqual(await found('konektor iz-2'), ['F-1/1 KON8 0: IZ-2 F-1/1 2'])
    assert.equal((await found('f-2')).length, 3)
    assert.equal((await found('f-2 2')).length, 3)
    assert.equal((await found('djordj snop')).length, 3)
    assert.deepEqual(await found('nepostojeci'), [])
    const other = await stored(api, '/c4', c4Body('UV-9', '2026-05-01', [{ ...konektor, broj_fakture: 'FŠ-1' }, kabl]))
    for (const typed of ['FŠ-1', 'fs-1', 'ФШ'])
      assert.equal((await rowsOf(api, other.id, `?search=${encodeURIComponent(typed)}`)).length, 1, typed)
    const page = (await api.get(`/c4/${first.id}/razduzenje?limit=2&page=3`)).body
    assert.deepEqual([page.total, page.totalPages, page.results.map(short)], [5, 3, ['F-2/2 KABL1 20: IZ-2 F-1/2 10']])
    const middle = (await api.get(`/c4/${first.id}/razduzenje?limit=2&page=2`)).body
    assert.deepEqual(middle.results.map(short), ['F-2/2 KABL1 20: IZ-1 F-1/1 20', 'F-2/2 KABL1 20: IZ-2 F-1/1 50'])
    assert.deepEqual((await api.get(`/c4/${first.id}/razduzenje?page=9`)).body.results, [])
    assert.equal((await api.get('/c4/999/razduzenje')).status, 404)
  })
})
