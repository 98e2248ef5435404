// Draws that an export directs to lots it names (customs §4.4): what may be directed, what moves, and how it is told.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, type TestApi } from '#server/testing.ts'
import { c1Body, c4Body, column, type Fields, stored } from '#server/testing-documents.ts'
import { exportMeters, importMeters, meterApi } from '#server/testing-meters.ts'
import { assertBooks } from '#server/verify/testing-verify.ts'

type Directed = { ulaz_stavka_id: number; kolicina: number; materijal_id?: string; razlog?: string }

const body = (broj: string, datum: string, kolicina: number, directed: readonly Directed[]) =>
  c1Body(broj, datum, [
    {
      proizvod_id: 'METAR',
      cena: 5,
      kolicina,
      usmerenja: directed.map((one) => ({ materijal_id: 'KABL1', razlog: 'Traži kupac', ...one })),
    },
  ])

anyEngine('directed draws', (engine) => {
  /** Two lots of 100, of different days. */
  async function twoLots() {
    const api = await meterApi(engine)
    const first = await importMeters(api, 'C4-001/26', '2026-01-10', 100)
    const second = await importMeters(api, 'C4-002/26', '2026-02-10', 100)
    const lots = [first, second].map(({ stavke }) => (stavke as Fields[])[0]?.id as number) as [number, number]
    return { api, lots, c4: [first, second] as [Fields, Fields] }
  }
  const drawsOf = async (api: TestApi, c1: Fields) => {
    const { body: rows } = await api.get(`/c1/${c1.id}/razduzenje`)
    return rows.map((row: Fields) => [(row.lot as Fields | null)?.c4_broj ?? null, row.kolicina, row.usmereno])
  }

  test('the rest of the need is found by FIFO, and later exports move', async () => {
    const { api, lots, c4 } = await twoLots()
    const later = await exportMeters(api, 'C1-009/26', '2026-05-01', 120)
    const saved = await stored(
      api,
      '/c1',
      body('C1-001/26', '2026-03-01', 50, [{ ulaz_stavka_id: lots[1], kolicina: 40 }]),
    )
    assert.deepEqual(await drawsOf(api, saved), [
      ['C4-001/26', 10, false],
      ['C4-002/26', 40, true],
    ])
    assert.deepEqual(column(saved.promenjeni_c1, 'broj_c1'), ['C1-009/26'])
    assert.deepEqual(await drawsOf(api, later), [
      ['C4-001/26', 90, false],
      ['C4-002/26', 30, false],
    ])
    assert.deepEqual((await api.get(`/c1/${saved.id}`)).body.stavke[0].usmerenja, [
      {
        ...{ materijal_id: 'KABL1', ulaz_stavka_id: lots[1], kolicina: 40, razlog: 'Traži kupac' },
        ...{ c4_id: c4[1].id, broj_c4: 'C4-002/26', broj_fakture: 'F-1', redni_broj: 1 },
      },
    ])
    const { izvoz } = (await api.get('/obracun')).body
    assert.deepEqual(column(izvoz, 'usmereno'), [false, true, false, false])
    const { results } = (await api.get('/razduzenje?materijal_id=KABL1')).body
    assert.deepEqual(column(results, 'usmereno'), [false, true, false, false])
    const { body: card } = await api.get('/materials/KABL1/transactions?limit=20')
    assert.equal(card.total, 6)
    await assertBooks(api)
  })

  test('what one line takes of a lot by name and by FIFO are two rows, on the day on which the lot came too', async () => {
    const { api, lots } = await twoLots()
    const saved = await stored(
      api,
      '/c1',
      body('C1-001/26', '2026-02-10', 150, [{ ulaz_stavka_id: lots[1], kolicina: 30 }]),
    )
    assert.deepEqual(await drawsOf(api, saved), [
      ['C4-001/26', 100, false],
      ['C4-002/26', 20, false],
      ['C4-002/26', 30, true],
    ])
    await assertBooks(api)
    const { body: moved } = await api.delete(`/c1/${saved.id}`)
    assert.deepEqual(moved.promenjeni_c1, [])
    await assertBooks(api)
    const back = await api.post(`/vrati/c1/${saved.id}`, {})
    assert.equal(back.body.stavke[0].usmerenja.length, 1)
    assert.equal((await drawsOf(api, saved)).length, 3)
    await assertBooks(api)
  })

  test('one line may direct lots of several materials', async () => {
    const { api, lots } = await twoLots()
    const kon = { materijal_id: 'KON8', kolicina: 9, cena_po_jedinici: 1 }
    const { stavke } = await stored(api, '/c4', c4Body('C4-003/26', '2026-02-10', [kon]))
    const items = ['KABL1', 'KON8'].map((materijal_id) => ({ materijal_id, potrebna_kolicina: 1 }))
    assert.equal((await api.post('/normativ/METAR', { items })).status, 200)
    const directed = [
      { ulaz_stavka_id: lots[1], kolicina: 3 },
      { materijal_id: 'KON8', ulaz_stavka_id: stavke[0].id, kolicina: 2 },
    ]
    const saved = await stored(api, '/c1', body('C1-001/26', '2026-03-01', 5, directed))
    assert.deepEqual(await drawsOf(api, saved), [
      ['C4-001/26', 2, false],
      ['C4-002/26', 3, true],
      ['C4-003/26', 3, false],
      ['C4-003/26', 2, true],
    ])
    await assertBooks(api)
  })

  test('more than is needed, than there is, of another material or without a reason is refused', async () => {
    const { api, lots } = await twoLots()
    await exportMeters(api, 'C1-000/26', '2026-02-20', 130)
    const answerTo = async (datum: string, kolicina: number, directed: Partial<Directed>) => {
      const document = body('C1-001/26', datum, kolicina, [{ ulaz_stavka_id: lots[1], kolicina: 10, ...directed }])
      const { status, body: answer } = await api.post('/c1', document)
      return [status, answer.errors?.[0]?.message ?? answer.message]
    }
    assert.deepEqual(await answerTo('2026-03-01', 50, { kolicina: 60 }), [
      400,
      'Usmerena količina (60) je veća od potrebne (50).',
    ])
    assert.deepEqual(await answerTo('2026-03-01', 90, { kolicina: 80 }), [
      409,
      'Na stavci 1 fakture F-1 (C4-002/26) na dan 01.03.2026. ima 70 m; ne može da se razduži 80 m.',
    ])
    assert.deepEqual(await answerTo('2026-03-01', 50, { razlog: ' ' }), [400, 'Stavka 1: Razlog je obavezan.'])
    assert.deepEqual(await answerTo('2026-02-01', 50, {}), [
      400,
      'Datum razduženja ne može da bude pre datuma uvoza (10.02.2026.).',
    ])
    assert.deepEqual(await answerTo('2026-03-01', 50, { materijal_id: 'KON8' }), [
      400,
      'Usmerena količina (10) je veća od potrebne (0).',
    ])
    await assertBooks(api)
  })

  test('a lot of another material is refused', async () => {
    const { api } = await twoLots()
    const goods = { materijal_id: 'KON8', kolicina: 100, cena_po_jedinici: 2 }
    const other = await stored(api, '/c4', c4Body('C4-003/26', '2026-01-05', [goods]))
    const lot = (other.stavke as Fields[])[0]?.id as number
    const { status, body: answer } = await api.post(
      '/c1',
      body('C1-001/26', '2026-03-01', 50, [{ ulaz_stavka_id: lot, kolicina: 5 }]),
    )
    assert.deepEqual([status, answer.errors[0].message], [400, 'Stavka uvoza nije od materijala KABL1.'])
  })

  test('what would take the cover from another export is refused, as looking ahead says', async () => {
    const { api, lots } = await twoLots()
    await exportMeters(api, 'C1-009/26', '2026-05-01', 160)
    const document = body('C1-001/26', '2026-03-01', 50, [{ ulaz_stavka_id: lots[1], kolicina: 50 }])
    const sentence =
      'Razduženje nije moguće, jer bi izvoz ostao bez pokrića: Kabl crni (KABL1): 10 m za izvoz C1-009/26.'
    const told = (await api.post('/c1/provera', { dokument: document })).body
    assert.equal(told.odbijeno.message, sentence)
    const refused = await api.post('/c1', document)
    assert.deepEqual([refused.status, refused.body.message], [409, sentence])
    await assertBooks(api)
  })

  test('the import of a named lot keeps it, naming the export', async () => {
    const { api, lots, c4 } = await twoLots()
    await stored(api, '/c1', body('C1-001/26', '2026-03-01', 50, [{ ulaz_stavka_id: lots[1], kolicina: 40 }]))
    const refused = await api.delete(`/c4/${c4[1].id}`)
    assert.equal(refused.status, 409)
    assert.match(refused.body.message, /dokumentom C1-001\/26; ne može da se ukloni/)
  })

  test('an edit may direct what the export drew itself, and the trail tells it in words', async () => {
    const { api, lots } = await twoLots()
    const saved = await stored(api, '/c1', body('C1-001/26', '2026-03-01', 150, []))
    const { results } = (
      await api.get(`/ostala-razduzenja/mogucnosti?materijal_id=KABL1&datum=2026-03-01&bez_c1=${saved.id}`)
    ).body
    assert.deepEqual(column(results, 'moguce'), [100, 100])
    const edited = await api.put(
      `/c1/${saved.id}`,
      body('C1-001/26', '2026-03-01', 150, [{ ulaz_stavka_id: lots[1], kolicina: 90 }]),
    )
    assert.equal(edited.status, 200, JSON.stringify(edited.body))
    assert.deepEqual(await drawsOf(api, saved), [
      ['C4-001/26', 60, false],
      ['C4-002/26', 90, true],
    ])
    await assertBooks(api)
    const { body: trail } = await api.get(`/audit?vrsta=c1&predmet=${saved.id}`)
    const { body: entry } = await api.get(`/audit/${trail.results[0].id}`)
    assert.match(JSON.stringify(entry), /KABL1: 90 iz C4-002\/26, faktura F-1, stavka 1 \(Traži kupac\)/)
  })
})
