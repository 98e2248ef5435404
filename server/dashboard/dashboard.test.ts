import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { assertBooks } from '#server/verify/testing-verify.ts'

/** Noon of a day where the tests run, so that the local day is that day in every time zone. */
const noon = (year: number, month: number, day: number) => () => new Date(year, month - 1, day, 12).getTime()

/** The age of what came in the last three months, on 10 February 2026. */
const YOUNGEST = { meseci: '0-3', uvoz_od: '2025-11-11', uvoz_do: null }

type Valued = { vrednost_rsd: number }
const total = (rows: Valued[]) => Math.round(rows.reduce((sum, { vrednost_rsd }) => sum + vrednost_rsd, 0) * 100) / 100

eachEngine('dashboard', (engine) => {
  test('an empty firm has zeros and empty lists', async () => {
    const api = await testApi(engine, { now: noon(2026, 2, 10) })
    assert.deepEqual((await api.get('/dashboard')).body, {
      ukupno_materijala: 0,
      materijala_ispod_nule: 0,
      materijala_sa_manjkom: 0,
      ukupno_proizvoda: 0,
      proizvoda_bez_normativa: 0,
      ukupno_c4: 0,
      ukupno_c1: 0,
      c1_sa_manjkom: 0,
      vrednost_zaliha_rsd: 0,
      nedavni_c4: [],
      nedavni_c1: [],
    })
    const { body } = await api.get('/dashboard/charts')
    assert.equal(body.po_mesecima.length, 12)
    assert.deepEqual([body.po_materijalu, body.po_zemlji], [[], []])
    assert.deepEqual(body.po_starosti[0], { ...YOUNGEST, vrednost_rsd: 0, lotova: 0 })
  })

  test('counts, value and the newest documents cover everything', async () => {
    const api = await testApi(engine)
    const { c4, c1 } = await addDocuments(api)
    const { nedavni_c4, nedavni_c1, ...figures } = (await api.get('/dashboard')).body
    assert.deepEqual(figures, {
      ukupno_materijala: 2,
      materijala_ispod_nule: 1,
      materijala_sa_manjkom: 1,
      ukupno_proizvoda: 2,
      proizvoda_bez_normativa: 1,
      ukupno_c4: 2,
      ukupno_c1: 2,
      c1_sa_manjkom: 2,
      vrednost_zaliha_rsd: 12000,
    })
    const document = { valuta: 'EUR', ima_manjak: false }
    assert.deepEqual(nedavni_c4, [
      {
        ...document,
        id: c4[1].id,
        broj: 'C4-2',
        partner: 'Čelik promet',
        valuta: 'RSD',
        vrednost_total: 15000,
        datum: '2026-02-05',
      },
      {
        ...document,
        id: c4[0].id,
        broj: 'C4-1',
        partner: 'Müller Kabel GmbH',
        vrednost_total: 205,
        datum: '2026-01-10',
      },
    ])
    const exported = { ...document, partner: 'Beta Auto', ima_manjak: true }
    assert.deepEqual(nedavni_c1, [
      { ...exported, id: c1[1].id, broj: 'C1-2', vrednost_total: 384, datum: '2026-02-05' },
      { ...exported, id: c1[0].id, broj: 'C1-1', vrednost_total: 300, datum: '2026-02-01' },
    ])
  })

  test('an export that is covered is none with a shortage, and one that lacks two materials is one', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const plugs = [{ materijal_id: 'KON8', kolicina: 10, cena_po_jedinici: 1 }]
    // The first export gets its plugs; the other lacks cable, too.
    await stored(api, '/c4', c4Body('C4-0', '2026-01-05', plugs))
    await stored(api, '/c1', c1Body('C1-3', '2026-02-06', [{ proizvod_id: 'SNOP1', kolicina: 40, cena: 1 }]))
    const { c1_sa_manjkom, nedavni_c1 } = (await api.get('/dashboard')).body
    assert.deepEqual(
      nedavni_c1.map(({ broj, ima_manjak }: Record<string, unknown>) => `${broj} ${ima_manjak}`),
      ['C1-3 true', 'C1-2 true', 'C1-1 false'],
    )
    assert.equal(c1_sa_manjkom, 2)
  })

  test('no more than five documents are recent, the last entered first of one day', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    for (const broj of ['A', 'B', 'C', 'D', 'E', 'F']) {
      const lot = { materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 1 }
      await stored(api, '/c4', c4Body(broj, broj === 'F' ? '2026-01-01' : '2026-03-01', [lot]))
    }
    const { body } = await api.get('/dashboard')
    assert.deepEqual(
      body.nedavni_c4.map(({ broj }: { broj: string }) => broj),
      ['E', 'D', 'C', 'B', 'A'],
    )
  })

  test('the value of the stock is the sum of its lots, each rounded half up, wherever it stands', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    // Each lot is worth 0.005 RSD: rounded all together it would be half of that. Those of a digit less are worth nothing.
    const lots = Array.from({ length: 300 }, (_, at) => ({
      materijal_id: 'KON8',
      kolicina: at % 2 === 0 ? 0.5 : 0.499999,
      cena_po_jedinici: 0.01,
    }))
    await stored(api, '/c4', c4Body('A', '2026-01-01', lots, { valuta: 'RSD' }))
    assert.equal((await api.get('/dashboard')).body.vrednost_zaliha_rsd, 1.5)
    const { body } = await api.get('/dashboard/charts')
    const account = (await api.get('/obracun')).body
    const deadlines = (await api.get('/rokovi')).body
    const shown = [body.po_materijalu, body.po_zemlji, body.po_starosti, account.stavke, account.ukupno]
    for (const rows of [...shown, deadlines.results, deadlines.stanja]) assert.equal(total(rows), 1.5)
    assert.equal((await api.get('/materials/KON8')).body.vrednost_rsd, 1.5)
    assert.equal((await api.get('/archive/materials')).body.vrednost_rsd, 1.5)
    await assertBooks(api)
    // The rest of a lot is rounded by itself; it is not the value from before less what was taken.
    const path = '/ostala-razduzenja'
    const [{ ulaz_stavka_id }] = account.stavke
    const named = { broj: 'R-1', datum: '2026-01-02', vrsta: 'Uništenje', razlog: 'Kvar' }
    await stored(api, path, { ...named, stavke: [{ ulaz_stavka_id, kolicina: 0.1 }] })
    assert.equal((await api.get('/dashboard')).body.vrednost_zaliha_rsd, 1.49)
    await assertBooks(api)
  })
})

eachEngine('charts', (engine) => {
  test('months are the last twelve of the calendar, imports beside exports, at the rates of their documents', async () => {
    const api = await testApi(engine, { now: noon(2026, 2, 10) })
    await addDocuments(api)
    await stored(
      api,
      '/c4',
      c4Body('OLD', '2025-02-28', [{ materijal_id: 'KON8', kolicina: 1, cena_po_jedinici: 1000 }], { valuta: 'RSD' }),
    )
    const { body } = await api.get('/dashboard/charts')
    assert.deepEqual(
      body.po_mesecima.map(({ mesec }: { mesec: string }) => mesec),
      [
        ...['2025-03', '2025-04', '2025-05', '2025-06', '2025-07', '2025-08', '2025-09'],
        ...['2025-10', '2025-11', '2025-12', '2026-01', '2026-02'],
      ],
    )
    assert.deepEqual(body.po_mesecima.slice(-3), [
      { mesec: '2025-12', uvoz_rsd: 0, izvoz_rsd: 0 },
      { mesec: '2026-01', uvoz_rsd: 24087.5, izvoz_rsd: 0 },
      { mesec: '2026-02', uvoz_rsd: 15000, izvoz_rsd: 80370 },
    ])
    assert.deepEqual(body.po_mesecima[0], { mesec: '2025-03', uvoz_rsd: 0, izvoz_rsd: 0 })
  })

  test('what remains is told by material, ten of them and all others as one', async () => {
    const api = await testApi(engine)
    for (let n = 1; n <= 12; n++) {
      const id = `MAT${String(n).padStart(2, '0')}`
      const material = { id, naziv: `Materijal ${n}`, zemlja_porekla: 'Italija', tarifni_broj: '8544' }
      await stored(api, '/materials', { ...material, jedinica_mere: 'kg' })
      const lot = { materijal_id: id, kolicina: 2, cena_po_jedinici: n }
      await stored(api, '/c4', c4Body(id, '2026-01-01', [lot], { valuta: 'RSD' }))
    }
    const { po_materijalu } = (await api.get('/dashboard/charts')).body
    assert.equal(po_materijalu.length, 11)
    assert.deepEqual(po_materijalu[0], { materijal_id: 'MAT12', naziv: 'Materijal 12', vrednost_rsd: 24 })
    assert.deepEqual(po_materijalu[9], { materijal_id: 'MAT03', naziv: 'Materijal 3', vrednost_rsd: 6 })
    assert.deepEqual(po_materijalu[10], { materijal_id: '', naziv: 'Ostalo', vrednost_rsd: 6 })
  })

  test('of equal value the materials stand by their IDs, and the countries by their names', async () => {
    const api = await testApi(engine, { now: noon(2026, 2, 10) })
    const ids = ['MAT3', 'MAT1', 'MAT2']
    const countries = ['Turska', 'Italija', 'Nemačka']
    for (const [index, id] of ids.entries()) {
      const material = { id, naziv: `Materijal ${id}`, zemlja_porekla: 'Italija', tarifni_broj: '8544' }
      await stored(api, '/materials', { ...material, jedinica_mere: 'kg' })
      const lot = { materijal_id: id, kolicina: 2, cena_po_jedinici: 5, zemlja_porekla: countries[index] }
      await stored(api, '/c4', c4Body(id, `2026-01-0${3 - index}`, [lot], { valuta: 'RSD' }))
    }
    const { po_materijalu, po_zemlji } = (await api.get('/dashboard/charts')).body
    assert.deepEqual(
      po_materijalu.map(({ materijal_id }: { materijal_id: string }) => materijal_id),
      ['MAT1', 'MAT2', 'MAT3'],
    )
    assert.deepEqual(
      po_zemlji.map(({ zemlja_porekla }: { zemlja_porekla: string }) => zemlja_porekla),
      ['Italija', 'Nemačka', 'Turska'],
    )
  })

  test('what remains is told by the country of the lot and by its age on the day of the server', async () => {
    const api = await testApi(engine, { now: noon(2026, 5, 31) })
    await addCatalogue(api)
    const days = ['2026-06-15', '2026-03-01', '2026-02-28', '2025-12-01', '2025-11-30', '2025-06-01', '2025-05-31']
    for (const [index, datum] of days.entries()) {
      const zemlja_porekla = index < 2 ? 'Italija' : 'Nemačka'
      const lot = { materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 10 ** index / 100, zemlja_porekla }
      await stored(api, '/c4', c4Body(`U${index}`, datum, [lot], { valuta: 'RSD' }))
    }
    const { po_zemlji, po_starosti } = (await api.get('/dashboard/charts')).body
    assert.deepEqual(po_zemlji, [
      { zemlja_porekla: 'Nemačka', vrednost_rsd: 11111 },
      { zemlja_porekla: 'Italija', vrednost_rsd: 0.11 },
    ])
    assert.deepEqual(po_starosti, [
      { meseci: '0-3', uvoz_od: '2026-03-01', uvoz_do: null, vrednost_rsd: 0.11, lotova: 2 },
      { meseci: '3-6', uvoz_od: '2025-12-01', uvoz_do: '2026-02-28', vrednost_rsd: 11, lotova: 2 },
      { meseci: '6-12', uvoz_od: '2025-06-01', uvoz_do: '2025-11-30', vrednost_rsd: 1100, lotova: 2 },
      { meseci: '12+', uvoz_od: null, uvoz_do: '2025-05-31', vrednost_rsd: 10000, lotova: 1 },
    ])
    // Behind each bar stand the lots that it adds up.
    const bars: (Valued & Partial<Record<'uvoz_od' | 'uvoz_do' | 'zemlja_porekla', string | null>>)[] = [
      ...po_starosti,
      ...po_zemlji,
    ]
    for (const { uvoz_od, uvoz_do, zemlja_porekla, vrednost_rsd } of bars) {
      const asked = new URLSearchParams({ uvoz_od: uvoz_od ?? '', uvoz_do: uvoz_do ?? '' })
      if (zemlja_porekla) asked.set('zemlja_porekla', zemlja_porekla)
      const { results } = (await api.get(`/archive/remaining?limit=50&${asked}`)).body
      assert.equal(total(results.flatMap(({ stavke }: { stavke: Valued[] }) => stavke)), vrednost_rsd, `${asked}`)
    }
  })

  test('lots that are used up have no value and no age any more', async () => {
    const api = await testApi(engine, { now: noon(2026, 2, 10) })
    await addCatalogue(api)
    const lot = { materijal_id: 'KABL1', kolicina: 5, cena_po_jedinici: 2 }
    const kon = { materijal_id: 'KON8', kolicina: 3, cena_po_jedinici: 100, zemlja_porekla: 'Italija' }
    await stored(api, '/c4', c4Body('U1', '2026-01-01', [lot, kon], { valuta: 'RSD' }))
    await stored(api, '/c1', c1Body('I1', '2026-02-01', [{ proizvod_id: 'SNOP1', kolicina: 2, cena: 9 }]))
    const { po_zemlji, po_starosti, po_materijalu } = (await api.get('/dashboard/charts')).body
    assert.deepEqual(po_zemlji, [{ zemlja_porekla: 'Italija', vrednost_rsd: 100 }])
    assert.deepEqual(po_starosti[0], { ...YOUNGEST, vrednost_rsd: 100, lotova: 1 })
    assert.deepEqual(po_materijalu, [{ materijal_id: 'KON8', naziv: 'Konektor žuti', vrednost_rsd: 100 }])
    assert.equal((await api.get('/dashboard')).body.materijala_ispod_nule, 0, 'nothing left is not below nothing')
  })
})
