import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, type Client } from '#server/testing.ts'
import { c1Body, stored } from '#server/testing-documents.ts'
import { drawsOf, exportMeters, importMeters, meterApi, pieces } from '#server/testing-meters.ts'

/** From now on a METAR takes so much cable. */
const setNorm = async (api: Client, potrebna_kolicina: number, materijal_id = 'KABL1') => {
  const answer = await api.post('/normativ/METAR', { items: [{ materijal_id, potrebna_kolicina }] })
  assert.equal(answer.status, 200)
}
type Stavka = { id: number; normativ: { materijal_id: string; potrebna_kolicina: number; kolicina: number }[] }
const norms = ({ stavke }: { stavke: Stavka[] }) =>
  stavke.map(({ normativ }) => normativ.map((row) => `${row.materijal_id} ${row.potrebna_kolicina}`).join())

anyEngine('normativ on a C1', (engine) => {
  test('a later change of the normativ never changes an old export', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 100)
    const old = await exportMeters(api, 'C1-1', '2026-02-01', 10)
    await setNorm(api, 1.5)
    assert.deepEqual(await drawsOf(api, old), ['C4-1 10'])
    assert.deepEqual(norms((await api.get(`/c1/${old.id}`)).body), ['KABL1 1'])
    const fresh = await exportMeters(api, 'C1-2', '2026-02-01', 10)
    assert.deepEqual([norms(fresh), await drawsOf(api, fresh)], [['KABL1 1.5'], ['C4-1 15']])
  })

  test('an edit keeps the copy of an unchanged product, with ids and without', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 100)
    const { id, stavke } = await exportMeters(api, 'C1-1', '2026-02-01', 10)
    await setNorm(api, 3)
    const put = async (lines: Record<string, unknown>[], datum = '2026-02-01') =>
      (await api.put(`/c1/${id}`, c1Body('C1-1', datum, lines), { prefer: 'return=minimal' })).body
    const [line] = pieces(12)
    assert.deepEqual(norms(await put([{ ...line, id: stavke[0].id }])), ['KABL1 1'])
    const without = await put([{ ...line, cena: 6 }])
    assert.deepEqual([norms(without), without.stavke[0].id], [['KABL1 1'], stavke[0].id])
    assert.deepEqual(norms(await put([{ ...line, broj_fakture: 'F-7', redni_broj: 4 }], '2026-02-05')), ['KABL1 1'])
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalConsumed, 12)
  })

  test('so does an edit without ids of several lines of one product, in their order', async () => {
    const api = await meterApi(engine)
    const { id, stavke } = await exportMeters(api, 'C1-1', '2026-02-01', 10, 20, 30)
    await setNorm(api, 5)
    const renamed = pieces(10, 20, 30).map((line) => ({ ...line, broj_fakture: 'F-2' }))
    const { body } = await api.put(`/c1/${id}`, c1Body('C1-1', '2026-02-01', renamed), { prefer: 'return=minimal' })
    assert.deepEqual(norms(body), ['KABL1 1', 'KABL1 1', 'KABL1 1'])
    assert.deepEqual(
      body.stavke.map((line: Stavka) => line.id),
      stavke.map((line: Stavka) => line.id),
    )
  })

  test('a line whose other product needs the very same of a material is answered with its shortage', async () => {
    const api = await meterApi(engine)
    await setNorm(api, 2.5)
    const { id, stavke } = await exportMeters(api, 'C1-1', '2026-02-01', 4)
    const [line] = pieces(4)
    const snop = [{ ...line, proizvod_id: 'SNOP1', id: stavke[0].id }]
    const { manjak } = (await api.put(`/c1/${id}`, c1Body('C1-1', '2026-02-01', snop))).body
    assert.deepEqual(
      manjak.map((row: { materijal_id: string; kolicina: number }) => `${row.materijal_id} ${row.kolicina}`),
      ['KABL1 10', 'KON8 4'],
    )
    assert.deepEqual(manjak, (await api.get(`/c1/${id}`)).body.manjak)
  })

  test('a new line, and a line with another product, take the normativ of today', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 100)
    const { id, stavke } = await exportMeters(api, 'C1-1', '2026-02-01', 10)
    await setNorm(api, 3)
    const [line] = pieces(10)
    const lines = [
      { ...line, id: stavke[0].id },
      { ...line, kolicina: 1 },
    ]
    const grown = (await api.put(`/c1/${id}`, c1Body('C1-1', '2026-02-01', lines))).body
    assert.deepEqual(norms(grown), ['KABL1 1', 'KABL1 3'])
    const snop = [{ ...line, proizvod_id: 'SNOP1', id: stavke[0].id }]
    const other = (await api.put(`/c1/${id}`, c1Body('C1-1', '2026-02-01', snop))).body
    assert.deepEqual([norms(other), other.stavke[0].id], [['KABL1 2.5,KON8 1'], stavke[0].id])
    assert.deepEqual(await drawsOf(api, other), ['C4-1 25', 'manjak 10'])
    const back = (await api.put(`/c1/${id}`, c1Body('C1-1', '2026-02-01', [{ ...line, id: stavke[0].id }]))).body
    assert.deepEqual([norms(back), await drawsOf(api, back)], [['KABL1 3'], ['C4-1 30']])
  })

  test('a line that stands in the place of another one is that line, whatever its product and its id', async () => {
    const api = await meterApi(engine)
    const { id, stavke } = await exportMeters(api, 'C1-1', '2026-02-01', 10, 20)
    const other = { proizvod_id: 'SNOP1', kolicina: 20, cena: 5 }
    const body = c1Body('C1-1', '2026-02-01', [...pieces(10), other])
    const { body: saved } = await api.put(`/c1/${id}`, body, { prefer: 'return=minimal' })
    const ids = (lines: Stavka[]) => lines.map((line) => line.id)
    assert.deepEqual([norms(saved), ids(saved.stavke)], [['KABL1 1', 'KABL1 2.5,KON8 1'], ids(stavke)])
  })

  test('a line that takes as much by another normativ is kept with that one', async () => {
    const api = await meterApi(engine)
    const { id, stavke } = await exportMeters(api, 'C1-1', '2026-02-01', 10)
    await setNorm(api, 2)
    await stored(api, '/proizvodi', {
      ...{ id: 'DUPLI', naziv: 'Dupli kabl', hs_code: '8544', jedinica_mere: 'kom' },
      normativi: [{ materijal_id: 'KABL1', potrebna_kolicina: 2 }],
    })
    const lines = [{ id: stavke[0].id, proizvod_id: 'DUPLI', kolicina: 5, cena: 5 }]
    const saved = (await api.put(`/c1/${id}`, c1Body('C1-1', '2026-02-01', lines))).body
    assert.deepEqual(norms(saved), ['KABL1 2'])
    assert.deepEqual((await api.get(`/c1/${id}/stavke`)).body, saved.stavke)
  })

  test('a material that left the normativ stays in the old export and out of the new one', async () => {
    const api = await meterApi(engine)
    const old = await exportMeters(api, 'C1-1', '2026-02-01', 2)
    await setNorm(api, 1, 'KON8')
    const fresh = await exportMeters(api, 'C1-2', '2026-02-01', 2)
    assert.deepEqual([norms(old), norms(fresh)], [['KABL1 1'], ['KON8 1']])
    const edited = await api.put(`/c1/${old.id}`, c1Body('C1-1', '2026-02-01', pieces(5)))
    assert.deepEqual(edited.body.manjak, [
      { materijal_id: 'KABL1', naziv: 'Kabl crni', jedinica_mere: 'm', kolicina: 5 },
    ])
  })

  test('waste and loss are taken with the net quantity and told apart in each draw', async () => {
    const api = await meterApi(engine)
    const first = await importMeters(api, 'C4-1', '2026-01-10', 200)
    await importMeters(api, 'C4-2', '2026-01-11', 500)
    const items = [{ materijal_id: 'KABL1', potrebna_kolicina: 2.5, otpad_procenat: 4 }]
    assert.equal((await api.post('/normativ/METAR', { items })).status, 200)
    const norm = (await api.get('/normativ/METAR')).body.normativ[0]
    assert.deepEqual([norm.otpad_procenat, norm.gubitak_procenat], [4, 0])
    const saved = await exportMeters(api, 'C1-1', '2026-02-01', 100)
    const parts = async () => {
      const rows: Record<string, number>[] = (await api.get(`/c1/${saved.id}/razduzenje`)).body
      return rows.map(({ kolicina, ugradjeno, otpad, gubitak }) => [kolicina, ugradjeno, otpad, gubitak])
    }
    const example = [
      [200, 192.307692, 7.692308, 0],
      [60, 57.692308, 2.307692, 0],
    ]
    assert.deepEqual(await parts(), example)
    await api.post('/normativ/METAR', { items: [{ ...items[0], otpad_procenat: 0 }] })
    const document = (await api.get(`/c1/${saved.id}`)).body
    assert.equal((await api.put(`/c1/${saved.id}`, c1Body('C1-1', '2026-02-01', document.stavke))).status, 200)
    assert.deepEqual(await parts(), example, 'the copy keeps its percents')
    const { razduzenje } = (await api.post('/c1/provera', { dokument: c1Body('C1-2', '2026-02-02', pieces(4)) })).body
    assert.deepEqual([razduzenje[0].kolicina, razduzenje[0].ugradjeno, razduzenje[0].otpad], [10, 10, 0])
    assert.equal((await api.get(`/c4/${first.id}/razduzenje`)).body.results[0].kolicina_razduzena, 200)
    const beyond = { items: [{ ...items[0], otpad_procenat: 60, gubitak_procenat: 40 }] }
    const refused = await api.post('/normativ/METAR', beyond)
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /Otpad i gubitak zajedno moraju biti od 0 do manje od 100 % za stavku 1\./)
  })

  test('looking before saving divides what stays drawn by the new quantity, as the save does', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 1)
    const items = [{ materijal_id: 'KABL1', potrebna_kolicina: 0.000001, otpad_procenat: 4 }]
    assert.equal((await api.post('/normativ/METAR', { items })).status, 200)
    const { id, stavke } = await exportMeters(api, 'C1-1', '2026-02-01', 4.326924)
    const dokument = c1Body('C1-1', '2026-02-01', [{ ...pieces(4.5)[0], id: stavke[0].id }])
    const partsIn = ([row]: Record<string, number>[]) => [row?.kolicina, row?.ugradjeno, row?.otpad]
    const told = partsIn((await api.post('/c1/provera', { id, dokument })).body.razduzenje)
    assert.deepEqual(told, [0.000005, 0.000005, 0])
    assert.equal((await api.put(`/c1/${id}`, dokument)).status, 200)
    assert.deepEqual(partsIn((await api.get(`/c1/${id}/razduzenje`)).body), told)
  })

  test('percents of the gross quantity take more; what is saved keeps what its percents were of', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 1000)
    await api.post('/normativ/METAR', {
      items: [{ materijal_id: 'KABL1', potrebna_kolicina: 2.5, otpad_procenat: 4 }],
    })
    const net = await exportMeters(api, 'C1-1', '2026-02-01', 100)
    assert.equal((await api.put('/podesavanja', { upozorenje_roka_dana: 30, osnov_otpada: 'bruto' })).status, 200)
    const gross = await exportMeters(api, 'C1-2', '2026-02-02', 100)
    assert.equal((await api.put(`/c1/${net.id}`, c1Body('C1-1', '2026-02-03', net.stavke))).status, 200)
    assert.deepEqual(await drawsOf(api, net), ['C4-1 260'])
    assert.deepEqual(await drawsOf(api, gross), ['C4-1 260.416667'])
    const [{ ugradjeno, otpad, gubitak }] = (await api.get(`/c1/${gross.id}/razduzenje`)).body
    assert.deepEqual([ugradjeno, otpad, gubitak], [250, 10.416667, 0], 'customs §7, example 1')
  })

  test('an id that the document does not have is refused', async () => {
    const api = await meterApi(engine)
    const other = await exportMeters(api, 'C1-1', '2026-02-01', 1)
    const { id } = await exportMeters(api, 'C1-2', '2026-02-01', 1)
    const foreign = other.stavke[0].id
    const [line] = pieces(1)
    const answer = await api.put(`/c1/${id}`, c1Body('C1-2', '2026-02-01', [{ ...line, id: foreign }]))
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body, {
      message: `Stavka 1: dokument nema stavku ${foreign}.`,
      errors: [{ field: 'stavke.0.id', message: `Stavka 1: dokument nema stavku ${foreign}.` }],
    })
  })

  test('an id that stands twice is refused as repeated', async () => {
    const api = await meterApi(engine)
    const { id, stavke } = await exportMeters(api, 'C1-1', '2026-02-01', 1)
    const [line] = pieces(1)
    const own = stavke[0].id
    const lines = [1, 2].map((redni_broj) => ({ ...line, id: own, redni_broj }))
    const answer = await api.put(`/c1/${id}`, c1Body('C1-1', '2026-02-01', lines))
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body, {
      message: `Stavka 2: stavka ${own} se ponavlja u istom dokumentu.`,
      errors: [{ field: 'stavke.1.id', message: `Stavka 2: stavka ${own} se ponavlja u istom dokumentu.` }],
    })
    assert.deepEqual((await api.get(`/c1/${id}`)).body.stavke.length, 1)
  })

  test('a line saved when its product had no normativ keeps to that; entered anew it takes the one of today', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 100)
    const lines = [{ proizvod_id: 'PRAZAN', kolicina: 4, cena: 1 }]
    const { id } = await stored(api, '/c1', c1Body('C1-1', '2026-02-01', lines))
    await api.post('/normativ/PRAZAN', { items: [{ materijal_id: 'KABL1', potrebna_kolicina: 2 }] })
    assert.deepEqual(norms((await api.get(`/c1/${id}`)).body), [''])
    const edited = (await api.put(`/c1/${id}`, c1Body('C1-1', '2026-02-01', lines))).body
    assert.deepEqual([norms(edited), await drawsOf(api, edited)], [[''], []])
    const anew = lines.map((line) => ({ ...line, id: null }))
    const replaced = (await api.put(`/c1/${id}`, c1Body('C1-1', '2026-02-01', anew))).body
    assert.deepEqual([norms(replaced), await drawsOf(api, replaced)], [['KABL1 2'], ['C4-1 8']])
  })

  test('an old export keeps HS code and unit of its product; a line of another product takes those of today', async () => {
    const api = await meterApi(engine)
    const { id, stavke } = await exportMeters(api, 'C1-1', '2026-02-01', 10)
    const changed = { naziv: 'Metar kabla', hs_code: '8536.90', jedinica_mere: 'kom' }
    assert.equal((await api.put('/proizvodi/METAR', changed)).status, 200)
    const codes = ({ stavke }: { stavke: { hs_code: string; jedinica_mere: string }[] }) =>
      stavke.map(({ hs_code, jedinica_mere }) => `${hs_code} ${jedinica_mere}`)
    assert.deepEqual(codes((await api.get(`/c1/${id}`)).body), ['8544 m'])
    const put = async (lines: Record<string, unknown>[]) => {
      const { body } = await api.put(`/c1/${id}`, c1Body('C1-1', '2026-02-05', lines))
      assert.deepEqual(codes((await api.get(`/c1/${id}`)).body), codes(body))
      return codes(body)
    }
    const [line] = pieces(12)
    const own = { ...line, id: stavke[0].id }
    assert.deepEqual(await put([own, { ...line, id: null, kolicina: 1 }]), ['8544 m', '8536.90 kom'])
    assert.deepEqual(await put([{ ...own, proizvod_id: 'SNOP1' }]), ['8544.30 kom'])
    assert.deepEqual(await put([own]), ['8536.90 kom'])
  })
})
