// Versions of a normativ: each export takes the one in force on its day and keeps it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf } from '#server/local-time.ts'
import { lockMaterials } from '#server/stock/read-ledger.ts'
import { eachEngine } from '#server/testing.ts'
import { c1Body, type Fields } from '#server/testing-documents.ts'
import { exportMeters, importMeters, meterApi, pieces } from '#server/testing-meters.ts'
import { whileHeld } from '#server/testing-races.ts'

const of = (potrebna_kolicina: number) => [{ materijal_id: 'KABL1', potrebna_kolicina }]
const verzija = (vazi_od: string, kolicina: number) => ({ vazi_od, broj_akta: `AKT-${kolicina}`, items: of(kolicina) })

eachEngine('versions of a normativ', (engine) => {
  async function withVersions() {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 1000)
    for (const [day, kolicina] of [
      ['2026-03-01', 3],
      ['2026-02-01', 2],
      ['2099-01-01', 9],
    ] as const)
      assert.equal((await api.post('/normativ/METAR/verzije', verzija(day, kolicina))).status, 201)
    return api
  }
  const drawn = ({ stavke }: Fields) =>
    (stavke as Fields[]).map(({ normativ, normativ_verzija }) => [
      normativ_verzija,
      (normativ as Fields[])[0]?.potrebna_kolicina,
    ])

  test('a line takes the one in force on the day of its export, and keeps it when the day changes', async () => {
    const api = await withVersions()
    const before = await exportMeters(api, 'C1-1', '2026-01-31', 10)
    const second = await exportMeters(api, 'C1-2', '2026-02-28', 10)
    const first = await exportMeters(api, 'C1-3', '2026-03-01', 10)
    assert.deepEqual([before, second, first].map(drawn), [[[null, 1]], [[3, 2]], [[2, 3]]])
    const moved = c1Body('C1-2', '2026-03-15', [...(second.stavke as Fields[]), ...pieces(1)])
    const { body } = await api.put(`/c1/${second.id}`, moved)
    assert.deepEqual(drawn(body), [
      [3, 2],
      [2, 3],
    ])
    assert.deepEqual(drawn((await api.get(`/c1/${second.id}`)).body), drawn(body))
    const { normativi } = (await api.get('/obracun')).body
    assert.deepEqual(
      normativi.map((row: Fields) => [row.normativ_verzija, row.broj_akta, row.neto, row.ukupno]),
      [
        [null, null, 1, 10],
        [2, 'AKT-3', 3, 33],
        [3, 'AKT-2', 2, 20],
      ],
    )
  })

  test('the product shows its versions and which exports took which; without a day the one in force is written', async () => {
    const api = await withVersions()
    await exportMeters(api, 'C1-1', '2026-02-28', 10)
    await exportMeters(api, 'C1-2', '2026-02-27', 10)
    await exportMeters(api, 'C1-3', '2026-01-31', 10)
    const on = async (query: string) => (await api.get(`/normativ/METAR${query}`)).body.normativ[0].potrebna_kolicina
    assert.deepEqual(
      [await on(''), await on('?datum=2026-01-31'), await on('?datum=2026-02-01'), await on('?datum=2099-01-01')],
      [3, 1, 2, 9],
    )
    const replaced = { items: [...of(4), { materijal_id: 'KON8', potrebna_kolicina: 1 }] }
    assert.equal((await api.post('/normativ/METAR', replaced)).status, 200)
    assert.equal((await api.get('/proizvodi/METAR')).body.normativ_count, 2)
    const { results } = (await api.get('/normativ/METAR/verzije')).body
    const said = results.map((row: Fields) => [
      row.verzija,
      row.vazi_od,
      row.broj_akta,
      row.u_snazi,
      (row.stavke as Fields[]).length,
      row.broj_izvoza,
      (row.izvozi as Fields[]).map(({ broj_c1 }) => broj_c1),
    ])
    assert.deepEqual(said, [
      [1, null, null, false, 1, 1, ['C1-3']],
      [3, '2026-02-01', 'AKT-2', false, 1, 2, ['C1-1', 'C1-2']],
      [2, '2026-03-01', 'AKT-3', true, 2, 0, []],
      [4, '2099-01-01', 'AKT-9', false, 1, 0, []],
    ])
    await api.post('/normativ/METAR/verzije', verzija(dayOf(Date.now()), 7))
    const { results: now } = (await api.get('/normativ/METAR/verzije')).body
    assert.deepEqual(
      now.filter(({ u_snazi }: Fields) => u_snazi).map(({ broj_akta }: Fields) => broj_akta),
      ['AKT-7'],
      'in force from its first day on',
    )
  })

  test('a day is given once; what an export has taken stays, and the normativ without a day too', async () => {
    const api = await withVersions()
    await exportMeters(api, 'C1-1', '2026-02-28', 10)
    const twice = await api.post('/normativ/METAR/verzije', verzija('2026-02-01', 5))
    assert.deepEqual([twice.status, twice.body.message], [409, 'Verzija normativa sa tim datumom već postoji.'])
    const used = await api.delete('/normativ/METAR/verzije/3')
    assert.deepEqual(
      [used.status, used.body.message],
      [409, 'Verzija normativa 3 je na 1 izvozu; ne može da se obriše.'],
    )
    assert.equal((await api.delete('/normativ/METAR/verzije/1')).status, 409)
    assert.equal((await api.delete('/normativ/METAR/verzije/7')).status, 404)
    assert.equal((await api.delete('/normativ/METAR/verzije/4')).status, 200)
    const { results } = (await api.get('/audit?vrsta=proizvod&predmet=METAR')).body
    assert.equal(results[0].sazetak, 'Obrisana verzija normativa od 01.01.2099.')
    assert.deepEqual((await api.get('/normativ/NEMA/verzije')).status, 404)
  })

  test('a product and an export come back with their versions', async () => {
    const api = await withVersions()
    const saved = await exportMeters(api, 'C1-1', '2026-02-28', 10)
    const versions = async () =>
      ((await api.get('/normativ/METAR/verzije')).body.results as Fields[]).map(
        ({ broj_izvoza: _, izvozi: __, ...row }) => row,
      )
    const was = await versions()
    assert.equal((await api.delete(`/c1/${saved.id}`)).status, 200)
    assert.equal((await api.delete('/proizvodi/METAR')).status, 200)
    assert.equal((await api.post('/vrati/proizvodi/METAR', {})).status, 200)
    assert.deepEqual(await versions(), was)
    assert.deepEqual(drawn((await api.post(`/vrati/c1/${saved.id}`, {})).body), [[3, 2]])
  })

  test('an export that comes back does not name a version that has got the number of its own', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 1000)
    const add = async (day: string, kolicina: number) =>
      assert.equal((await api.post('/normativ/METAR/verzije', verzija(day, kolicina))).body.verzija, 2)
    await add('2026-02-01', 2)
    const { id } = await exportMeters(api, 'C1-1', '2026-02-10', 10)
    assert.equal((await api.delete(`/c1/${id}`)).status, 200)
    assert.equal((await api.delete('/normativ/METAR/verzije/2')).status, 200)
    await add('2026-03-01', 3)
    assert.deepEqual(drawn((await api.post(`/vrati/c1/${id}`, {})).body), [[null, 2]])
    const { normativi } = (await api.get('/obracun')).body
    assert.deepEqual([normativi[0].neto, normativi[0].broj_akta], [2, null])

    assert.equal((await api.delete('/normativ/METAR/verzije/2')).status, 200)
    await add('2026-02-01', 2)
    const other = await exportMeters(api, 'C1-2', '2026-02-10', 10)
    assert.equal((await api.delete(`/c1/${other.id}`)).status, 200)
    assert.equal((await api.delete('/normativ/METAR/verzije/2')).status, 200)
    const ofAct = { ...verzija('2026-02-01', 2), broj_akta: 'DRUGI' }
    assert.equal((await api.post('/normativ/METAR/verzije', ofAct)).body.verzija, 2)
    assert.deepEqual(
      drawn((await api.post(`/vrati/c1/${other.id}`, {})).body),
      [[null, 2]],
      'of the same day, by another act',
    )
  })

  test('a version that an export is about to take stays', async () => {
    // SQLite has one writer: nobody removes anything while a save waits.
    if (engine.name === 'sqlite') return
    const api = await withVersions()
    const [saved, removed] = await whileHeld(
      api,
      (tx) => lockMaterials(tx, ['KABL1']),
      () => api.post('/c1', c1Body('C1-1', '2026-02-28', pieces(10)), { prefer: 'return=minimal' }),
      () => api.delete('/normativ/METAR/verzije/3'),
    )
    assert.deepEqual([saved.status, removed.status], [201, 409])
    assert.deepEqual(drawn(saved.body), [[3, 2]])
  })
})
