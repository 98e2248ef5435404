// Documents that take from named lots (customs §4.3, examples 3, 4 and 6): what may be taken on which day, which exports
// move, what the stock of a past day is, and what of a lot that is named stays as it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, type TestApi } from '#server/testing.ts'
import { c4Body, column, type Fields, stored } from '#server/testing-documents.ts'
import { exportMeters, importMeters, meterApi, meters } from '#server/testing-meters.ts'
import { assertBooks } from '#server/verify/testing-verify.ts'

const body = (broj: string, datum: string, stavke: readonly [ulaz_stavka_id: number, kolicina: number][]) => ({
  broj,
  datum,
  vrsta: 'Povraćaj neprerađene robe',
  broj_jci: 'JCI-7',
  razlog: 'Neispravna roba',
  stavke: stavke.map(([ulaz_stavka_id, kolicina]) => ({ ulaz_stavka_id, kolicina })),
})

eachEngine('documents that take from named lots', (engine) => {
  /** Three imports and two exports of example 4; L3 not before it is asked for. */
  async function example4(third = true) {
    const api = await meterApi(engine)
    const lots = [
      await importMeters(api, 'C4-001/26', '2026-01-10', 100),
      await importMeters(api, 'C4-002/26', '2026-02-10', 100),
      ...(third ? [await importMeters(api, 'C4-003/26', '2026-04-20', 100)] : []),
    ]
    const c1 = [
      await exportMeters(api, 'C1-001/26', '2026-03-01', 120),
      await exportMeters(api, 'C1-002/26', '2026-05-01', 50),
    ]
    return { api, c4: lots, lots: lots.map(({ stavke }) => (stavke as Fields[])[0]?.id as number), c1 }
  }

  const drawsOf = async (api: TestApi, c1: Fields) => {
    const { body: rows } = await api.get(`/c1/${c1.id}/razduzenje`)
    return rows.map((row: Fields) => [(row.lot as Fields | null)?.c4_broj ?? null, row.kolicina])
  }
  const leftAt = async (api: TestApi, day: string) => {
    const { results } = (await api.get(`/archive/remaining?datum_do=${day}&limit=100`)).body
    return Object.fromEntries(
      results.map(({ c4_broj, stavke }: Fields) => [c4_broj, (stavke as Fields[])[0]?.preostalo]),
    )
  }

  test('a return leaves earlier exports, moves later ones and is right on every day', async () => {
    const { api, lots, c1 } = await example4()
    const { results } = (await api.get('/ostala-razduzenja/mogucnosti?materijal_id=KABL1&datum=2026-04-15')).body
    assert.deepEqual(column(results, 'broj_c4'), ['C4-002/26'])
    assert.deepEqual(column(results, 'moguce'), [80])
    const many = await api.post('/ostala-razduzenja', body('R-1', '2026-04-15', [[lots[1] as number, 90]]))
    const sentence = 'Na stavci 1 fakture F-1 (C4-002/26) na dan 15.04.2026. ima 80 m; ne može da se razduži 90 m.'
    assert.deepEqual([many.status, many.body.message], [409, sentence])
    assert.deepEqual(column(many.body.errors, 'field'), ['stavke.0.kolicina'])
    // The day of an export, and that of an import.
    const same = await api.post('/ostala-razduzenja', body('R-1', '2026-03-01', [[lots[1] as number, 90]]))
    assert.equal(same.body.message, sentence.replace('15.04.', '01.03.'))
    const offered = await api.get('/ostala-razduzenja/mogucnosti?materijal_id=KABL1&datum=2026-04-20')
    assert.deepEqual(column(offered.body.results, 'broj_c4'), ['C4-002/26', 'C4-003/26'])
    const usedUp = await api.get('/ostala-razduzenja/mogucnosti?materijal_id=KABL1&datum=2026-03-01')
    assert.deepEqual(column(usedUp.body.results, 'broj_c4'), ['C4-002/26'], 'C4-001/26 was used up on that day')
    assert.deepEqual(column(usedUp.body.results, 'moguce'), [80], 'the export of that day has its part')
    const saved = await stored(api, '/ostala-razduzenja', body('R-1', '2026-04-15', [[lots[1] as number, 40]]))
    assert.deepEqual(column(saved.promenjeni_c1, 'broj_c1'), ['C1-002/26'])
    assert.deepEqual(await drawsOf(api, c1[0] as Fields), [
      ['C4-001/26', 100],
      ['C4-002/26', 20],
    ])
    assert.deepEqual(await drawsOf(api, c1[1] as Fields), [
      ['C4-002/26', 40],
      ['C4-003/26', 10],
    ])
    assert.deepEqual(await leftAt(api, '2026-03-31'), { 'C4-002/26': 80 })
    assert.deepEqual(await leftAt(api, '2026-04-15'), { 'C4-002/26': 40 })
    assert.deepEqual(await leftAt(api, '2026-04-30'), { 'C4-002/26': 40, 'C4-003/26': 100 })
    assert.deepEqual(await leftAt(api, '2026-05-31'), { 'C4-003/26': 90 })
    const stock = (await api.get('/materials/KABL1/stock')).body
    assert.deepEqual([stock.totalQuantity, stock.totalInput, stock.preostalo], [90, 300, 90])
    await assertBooks(api)
  })

  test('what would leave an export without cover is refused', async () => {
    const { api, lots } = await example4(false)
    const refused = await api.post('/ostala-razduzenja', body('R-1', '2026-04-15', [[lots[1] as number, 40]]))
    const sentence =
      'Razduženje nije moguće, jer bi izvoz ostao bez pokrića: Kabl crni (KABL1): 10 m za izvoz C1-002/26.'
    assert.deepEqual([refused.status, refused.body.message], [409, sentence])
    await assertBooks(api)
  })

  test('duty and tax of what is released are reckoned with the rate of tax alone', async () => {
    const api = await meterApi(engine)
    await stored(api, '/rates', { valuta: 'EUR', vazi_od: '2026-01-01', kurs: 117.5 })
    const goods = { materijal_id: 'KABL1', kolicina: 1000, cena_po_jedinici: 2 }
    const c4 = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', [goods]))
    const line = { ulaz_stavka_id: (c4.stavke as Fields[])[0]?.id, kolicina: 400, stopa_carine: 5 }
    const release = { ...body('R-1', '2026-04-10', []), vrsta: 'Stavljanje u slobodan promet', stavke: [line] }
    const dutyOf = ({ stavke }: Fields) =>
      (stavke as Fields[]).map((one) => [one.vrednost_rsd, one.iznos_carine, one.iznos_pdv])
    const saved = await stored(api, '/ostala-razduzenja', release)
    assert.deepEqual(dutyOf(saved), [[94_000, null, null]])
    assert.equal((await api.put('/podesavanja', { upozorenje_roka_dana: 30, stopa_pdv: 20 })).status, 200)
    const change = async (fields: Fields) => {
      const answer = await api.put(`/ostala-razduzenja/${saved.id}`, { ...release, ...fields })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return dutyOf(answer.body)
    }
    assert.deepEqual(await change({}), [[94_000, 4_700, 19_740]], 'example 3')
    const declared = { stavke: [{ ...line, carinska_vrednost_rsd: 100_000 }] }
    assert.deepEqual(await change(declared), [[94_000, 5_000, 21_000]])
    assert.deepEqual(await change({ vrsta: 'Uništenje' }), [[94_000, null, null]])

    assert.deepEqual(await change({}), [[94_000, 4_700, 19_740]])
    const taxed = async (stopa_pdv: number | null) =>
      assert.equal((await api.put('/podesavanja', { upozorenje_roka_dana: 30, stopa_pdv })).status, 200)
    await taxed(null)
    assert.equal((await api.delete(`/ostala-razduzenja/${saved.id}`)).status, 200)
    const back = await api.post(`/vrati/ostala-razduzenja/${saved.id}`)
    assert.deepEqual(dutyOf(back.body), [[94_000, 4_700, 19_740]], 'it comes back as it was')
    await taxed(20)
    const closed = { do_dana: '2026-04-30', razlog: 'Mesec', potvrda: true }
    assert.equal((await api.post('/zakljucenje', closed)).status, 201)
    assert.equal((await api.put('/podesavanja', { upozorenje_roka_dana: 30, stopa_pdv: 10 })).status, 200)
    assert.deepEqual(await change({ broj_jci: 'JCI-8' }), [[94_000, 4_700, 19_740]], 'of a closed period as it was')
  })

  test('all that is left is released, and not a unit more', async () => {
    const api = await meterApi(engine)
    const c4 = await importMeters(api, 'C4-1', '2026-01-10', 1000)
    const lot = (c4.stavke as Fields[])[0]?.id as number
    await exportMeters(api, 'C1-1', '2026-03-20', 600)
    const release = (kolicina: number) => ({
      ...body('R-1', '2026-04-10', [[lot, kolicina]]),
      vrsta: 'Stavljanje u slobodan promet',
    })
    assert.equal((await api.post('/ostala-razduzenja', release(401))).status, 409)
    const saved = await stored(api, '/ostala-razduzenja', release(400))
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalQuantity, 0)
    await assertBooks(api)
    const less = await api.put(`/ostala-razduzenja/${saved.id}`, release(300))
    assert.deepEqual([less.status, less.body.verzija], [200, 2])
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalQuantity, 100)
    await assertBooks(api)
  })

  test('a lot that is wholly returned is passed over, and is there again when the return goes', async () => {
    const { api, lots, c1 } = await example4()
    const first = await stored(api, '/ostala-razduzenja', body('R-1', '2026-04-25', [[lots[2] as number, 100]]))
    assert.deepEqual(first.promenjeni_c1, [])
    await assertBooks(api)
    const refused = await api.post('/ostala-razduzenja', body('R-2', '2026-04-26', [[lots[1] as number, 40]]))
    assert.equal(refused.status, 409)
    const gone = await api.delete(`/ostala-razduzenja/${first.id}`)
    assert.equal(gone.status, 200)
    await stored(api, '/ostala-razduzenja', body('R-2', '2026-04-26', [[lots[1] as number, 40]]))
    assert.deepEqual(await drawsOf(api, c1[1] as Fields), [
      ['C4-002/26', 40],
      ['C4-003/26', 10],
    ])
    await assertBooks(api)
    // Its lot has 90 left now: what was deleted does not fit any more.
    assert.equal((await api.post(`/vrati/ostala-razduzenja/${first.id}`, {})).status, 409)
    await assertBooks(api)
  })

  test('a material whose lots are all named has no last export when its only one goes', async () => {
    const api = await meterApi(engine)
    const { stavke } = await importMeters(api, 'C4-1', '2026-01-10', 5)
    await stored(api, '/ostala-razduzenja', body('R-1', '2026-01-20', [[stavke[0].id, 5]]))
    const { id } = await exportMeters(api, 'C1-1', '2026-02-01', 3)
    assert.equal((await api.delete(`/c1/${id}`)).status, 200)
    await assertBooks(api)
  })

  test('a deletion is taken back, under the old number and id', async () => {
    const { api, lots } = await example4()
    const saved = await stored(api, '/ostala-razduzenja', body('R-1', '2026-04-15', [[lots[1] as number, 40]]))
    const was = (await api.get(`/ostala-razduzenja/${saved.id}`)).body
    const { body: gone } = await api.delete(`/ostala-razduzenja/${saved.id}`)
    assert.deepEqual(column(gone.promenjeni_c1, 'broj_c1'), ['C1-002/26'])
    const back = await api.post(`/vrati/ostala-razduzenja/${saved.id}`, {})
    const { promenjeni_c1, ...document } = back.body
    assert.deepEqual(document, was)
    assert.deepEqual(column(promenjeni_c1, 'broj_c1'), ['C1-002/26'])
    const { results } = (await api.get('/audit?vrsta=ostalo_razduzenje')).body
    assert.deepEqual(column(results, 'radnja'), ['vraceno', 'obrisano', 'dodato'])
    const moved = (await api.get('/audit?radnja=pomereno')).body.results
    assert.equal(moved[0]?.sazetak, 'Uzrok: vraćeno razduženje R-1')
    await assertBooks(api)
  })

  test('is found by its words, kind, material and days, and has one number in a year', async () => {
    const { api, lots } = await example4()
    await stored(api, '/ostala-razduzenja', body('R-1', '2026-04-15', [[lots[1] as number, 10]]))
    await stored(api, '/ostala-razduzenja', {
      ...body('R-2', '2026-04-16', [[lots[1] as number, 10]]),
      vrsta: 'Uništenje',
    })
    const found = async (query: string) => column((await api.get(`/ostala-razduzenja?${query}`)).body.results, 'broj')
    assert.deepEqual(await found(''), ['R-2', 'R-1'])
    assert.deepEqual(await found('search=unistenje'), ['R-2'])
    assert.deepEqual(await found('search=kabl c4-002'), ['R-2', 'R-1'])
    assert.deepEqual(await found(`vrsta=${encodeURIComponent('Uništenje')}`), ['R-2'])
    assert.deepEqual(await found('materijal_id=KON8'), [])
    assert.deepEqual(await found('datum_do=2026-04-15'), ['R-1'])
    const taken = await api.post('/ostala-razduzenja', body('r-1', '2026-05-15', [[lots[1] as number, 1]]))
    assert.deepEqual([taken.status, taken.body.message], [409, 'Dokument sa ovim brojem već postoji.'])
  })

  test('what is named is checked before anything is written', async () => {
    const { api, lots } = await example4()
    const lot = lots[1] as number
    const refusal = async (sent: object) => {
      const answer = await api.post('/ostala-razduzenja', sent)
      return [answer.status, answer.body.message]
    }
    const good = body('R-1', '2026-04-15', [[lot, 1]])
    assert.deepEqual(await refusal({ ...good, razlog: ' ' }), [400, 'Razlog je obavezan.'])
    assert.deepEqual(await refusal({ ...good, vrsta: '' }), [400, 'Vrsta razduženja je obavezna.'])
    assert.deepEqual(await refusal({ ...good, stavke: [] }), [400, 'Razduženje mora imati barem jednu stavku.'])
    assert.deepEqual(await refusal(body('R-1', '2026-04-15', [[999, 1]])), [400, 'Stavka 1: stavka uvoza ne postoji.'])
    assert.deepEqual(
      await refusal(
        body('R-1', '2026-04-15', [
          [lot, 1],
          [lot, 2],
        ]),
      ),
      [400, 'Stavka 2: ista stavka uvoza je već u ovom razduženju.'],
    )
    assert.deepEqual(await refusal(body('R-1', '2026-02-09', [[lot, 1]])), [
      400,
      'Datum razduženja ne može da bude pre datuma uvoza (10.02.2026.).',
    ])
  })

  test('a version that somebody else changed meanwhile is a conflict', async () => {
    const { api, lots } = await example4()
    const sent = body('R-1', '2026-04-15', [[lots[1] as number, 10]])
    const { id } = await stored(api, '/ostala-razduzenja', sent)
    assert.equal((await api.put(`/ostala-razduzenja/${id}`, sent, { 'if-match': '"1"' })).status, 200)
    assert.equal((await api.put(`/ostala-razduzenja/${id}`, sent, { 'if-match': '"1"' })).status, 409)
  })

  test('a line of an import that is named keeps its place, material, day and quantity', async () => {
    const { api, c4, lots } = await example4()
    await stored(api, '/ostala-razduzenja', body('R-1', '2026-04-15', [[lots[1] as number, 40]]))
    const { id } = c4[1] as Fields
    const line = { id: lots[1], ...(meters(100)[0] as Fields) }
    const change = async (datum: string, stavka: Fields) => {
      const answer = await api.put(`/c4/${id}`, c4Body('C4-002/26', datum, [stavka]))
      return [answer.status, answer.body.message]
    }
    const named = 'Stavka 1 fakture F-1 je razdužena i dokumentom R-1; '
    assert.deepEqual(await change('2026-02-10', { ...line, kolicina: 39 }), [
      409,
      `${named}količina ne može da bude manja od 40.`,
    ])
    assert.deepEqual(await change('2026-04-16', line), [409, `${named}datum uvoza ne može da bude posle 15.04.2026.`])
    assert.deepEqual(await change('2026-02-10', { ...line, materijal_id: 'KON8' }), [
      409,
      `${named}materijal ne može da se promeni.`,
    ])
    const removed = await api.delete(`/c4/${id}`)
    assert.deepEqual([removed.status, removed.body.message], [409, `${named}ne može da se ukloni.`])
    assert.equal((await change('2026-02-10', { ...line, cena_po_jedinici: 3 }))[0], 200)
    await assertBooks(api)
    assert.equal((await change('2026-02-10', { ...line, kolicina: 110 }))[0], 200)
    await assertBooks(api)
    // A document may name it on the day on which it came.
    await stored(api, '/ostala-razduzenja', body('R-2', '2026-02-10', [[lots[1] as number, 1]]))
    // Exports are covered by another import, so nothing but what names it holds the quantity.
    await stored(api, '/c4', c4Body('C4-0', '2026-01-01', meters(100)))
    assert.deepEqual(await change('2026-02-10', { ...line, kolicina: 41 }), [200, undefined])
    await assertBooks(api)
  })

  test('of a closed period nothing is named, and nothing later moves an export of it', async () => {
    const api = await meterApi(engine)
    const lots: number[] = []
    for (const [broj, datum] of [
      ['L1', '2026-01-10'],
      ['L2', '2026-02-10'],
      ['L3', '2026-03-05'],
    ] as const)
      lots.push(((await importMeters(api, broj, datum, 100)).stavke as Fields[])[0]?.id as number)
    const sent = body('R-1', '2026-04-15', [[lots[1] as number, 40]])
    const { id } = await stored(api, '/ostala-razduzenja', sent)
    const c1 = await exportMeters(api, 'C1-1', '2026-03-10', 190)
    assert.deepEqual(column(await drawsOf(api, c1), '1'), [100, 60, 30])
    assert.equal((await api.post('/zakljucenje', { do_dana: '2026-03-31', razlog: 'Kvartal' })).status, 201)
    const moves = 'Period do 31.03.2026. je zaključan; razduženje izvoza C1-1 od 10.03.2026. ne može da se promeni.'
    const gone = await api.delete(`/ostala-razduzenja/${id}`)
    assert.deepEqual([gone.status, gone.body.message], [409, moves])
    const less = await api.put(`/ostala-razduzenja/${id}`, body('R-1', '2026-04-15', [[lots[1] as number, 30]]))
    assert.deepEqual([less.status, less.body.message], [409, moves])
    assert.equal(
      (await api.post('/ostala-razduzenja', body('R-2', '2026-04-16', [[lots[2] as number, 70]]))).status,
      201,
    )
    const early = await api.post('/ostala-razduzenja', body('R-3', '2026-03-31', [[lots[2] as number, 1]]))
    assert.match(early.body.message, /^Period do 31\.03\.2026\. je zaključan; dokument sa datumom 31\.03\.2026\./)
    await assertBooks(api)
  })

  test('a free number is proposed, neighbours stand by days, and its paper is a PDF', async () => {
    const { api, lots } = await example4()
    const proposed = async (query: string) => (await api.get(`/ostala-razduzenja/predlog${query}`)).body
    assert.deepEqual(await proposed('?datum=2026-04-15'), {})
    assert.deepEqual(await proposed(''), {})
    const dated = (broj: string, datum: string) =>
      stored(api, '/ostala-razduzenja', body(broj, datum, [[lots.at(-1) as number, 1]]))
    const first = await dated('OR-001/26', '2026-05-10')
    const last = await dated('OR-003/26', '2026-05-12')
    const middle = await dated('OR-002/26', '2026-05-11')
    assert.deepEqual(await proposed('?datum=2026-05-13'), { broj: 'OR-004/26' })
    const neighbours = async ({ id }: Fields) => {
      const { prethodni, sledeci } = (await api.get(`/ostala-razduzenja/${id}/susedni`)).body
      return [prethodni?.broj ?? null, sledeci?.broj ?? null].toSorted()
    }
    assert.deepEqual(await neighbours(middle), ['OR-001/26', 'OR-003/26'])
    assert.ok((await neighbours(first)).includes(null) && (await neighbours(last)).includes(null))
    const [{ name, data }] = (await api.get(`/ostala-razduzenja/${first.id}/files`)).body.files
    assert.match(name, /OR-001.*\.pdf$/)
    assert.equal(Buffer.from(data, 'base64').subarray(0, 5).toString(), '%PDF-')
    for (const path of ['susedni', 'files'])
      assert.equal((await api.get(`/ostala-razduzenja/4711/${path}`)).status, 404, path)
  })
})
