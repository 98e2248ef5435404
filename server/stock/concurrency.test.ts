// Many at once: nothing is drawn twice, nothing is lost, and nobody sees a database's quarrels.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import { type Answer, eachEngine } from '#server/testing.ts'
import { c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { drawsOf, exportMeters, importMeters, meterApi, pieces } from '#server/testing-meters.ts'
import { until } from '#server/testing-until.ts'
import { assertBooks } from '#server/verify/testing-verify.ts'
import { lockMaterials } from './read-ledger.ts'

const minimal = { prefer: 'return=minimal' }
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const material = (id: string) => ({ id, naziv: id, zemlja_porekla: 'Srbija', jedinica_mere: 'm', tarifni_broj: '8544' })

/** The statuses of answers, each once and in order. */
const statuses = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].sort()

eachEngine('at the same moment', (engine) => {
  test('20 exports of one material draw what there is, and nothing twice', async () => {
    const api = await meterApi(engine)
    for (const n of numbers(13)) await importMeters(api, `C4-${n}`, '2026-01-10', 10)
    const answers = await Promise.all(
      numbers(20).map((n) => api.post('/c1', c1Body(`C1-${n}`, '2026-02-01', pieces(7)), minimal)),
    )
    assert.deepEqual(statuses(answers), [201])
    const draws = (await Promise.all(answers.map(({ body }) => drawsOf(api, body)))).flat()
    const sums = new Map<string, number>()
    for (const [from = '', kolicina] of draws.map((draw) => draw.split(' ')))
      sums.set(from, (sums.get(from) ?? 0) + Number(kolicina))
    // 130 m are there, 140 m go out.
    assert.deepEqual(Object.fromEntries(sums), {
      ...Object.fromEntries(numbers(13).map((n) => [`C4-${n}`, 10])),
      manjak: 10,
    })
    assert.deepEqual((await api.get('/materials/KABL1/stock')).body, {
      totalInput: 130,
      totalConsumed: 140,
      totalQuantity: -10,
      preostalo: 0,
      manjak: 10,
    })
    await assertBooks(api)
  })

  test('documents of the same materials in opposite order do not wait for each other', async () => {
    const api = await meterApi(engine)
    for (const id of ['AAA', 'BBB', 'CCC']) await stored(api, '/materials', material(id))
    const orders = [
      ['AAA', 'BBB', 'CCC'],
      ['CCC', 'BBB', 'AAA'],
      ['BBB', 'CCC', 'AAA'],
    ]
    for (const [index, order] of orders.entries()) {
      const normativi = order.map((materijal_id) => ({ materijal_id, potrebna_kolicina: 1 }))
      const product = { id: `PRO${index}`, naziv: 'P', hs_code: '8544', jedinica_mere: 'kom', normativi }
      await stored(api, '/proizvodi', product)
    }
    const lots = (order: string[]) => order.map((materijal_id) => ({ materijal_id, kolicina: 9, cena_po_jedinici: 1 }))
    const items = (n: number) => [{ proizvod_id: `PRO${n % 3}`, kolicina: 2, cena: 1 }]
    const answers = await Promise.all(
      numbers(18).flatMap((n) => [
        api.post('/c4', c4Body(`C4-${n}`, `2026-01-${10 + n}`, lots(orders[n % 3] ?? [])), minimal),
        api.post('/c1', c1Body(`C1-${n}`, `2026-01-${28 - n}`, items(n)), minimal),
      ]),
    )
    assert.deepEqual(statuses(answers), [201])
    await assertBooks(api)
    for (const id of ['AAA', 'BBB', 'CCC'])
      assert.deepEqual((await api.get(`/materials/${id}/stock`)).body, {
        totalInput: 162,
        totalConsumed: 36,
        totalQuantity: 126,
        // C1-18 is of the day before the first import.
        preostalo: 128,
        manjak: 2,
      })
  })

  test('edits and removals of imports and exports leave right books, whoever is first', async () => {
    const api = await meterApi(engine)
    const c4 = await Promise.all(numbers(6).map((n) => importMeters(api, `C4-${n}`, `2026-01-0${n}`, 20, 20)))
    const c1 = await Promise.all(numbers(6).map((n) => exportMeters(api, `C1-${n}`, `2026-02-0${n}`, 15)))
    const answers = await Promise.all([
      ...c4.map(({ id }, n) =>
        api.put(
          `/c4/${id}`,
          c4Body(`C4-${n + 1}`, `2026-01-1${n}`, [
            { materijal_id: 'KABL1', kolicina: 10 + n, cena_po_jedinici: 3 },
            { materijal_id: 'KON8', kolicina: 5, cena_po_jedinici: 1 },
          ]),
        ),
      ),
      ...c1.map(({ id }, n) => api.put(`/c1/${id}`, c1Body(`C1-${n + 1}`, '2026-02-10', pieces(5 + n, 3)), minimal)),
      ...c4.slice(0, 2).map(({ id }) => api.delete(`/c4/${id}`)),
      ...c1.slice(0, 2).map(({ id }) => api.delete(`/c1/${id}`)),
      ...numbers(4).map((n) => api.post('/c1', c1Body(`N-${n}`, '2026-01-20', pieces(9)), minimal)),
      ...numbers(4).map((n) =>
        api.post('/c4', c4Body(`N-${n}`, '2026-01-15', [{ materijal_id: 'KABL1', kolicina: 8, cena_po_jedinici: 1 }])),
      ),
    ])
    for (const status of statuses(answers)) assert.ok([200, 201, 404, 409].includes(status), `status ${status}`)
    await assertBooks(api)
  })

  test('an export is edited by one and its materials by others', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 1000)
    const { id } = await exportMeters(api, 'C1-1', '2026-02-01', 1)
    const normativ = (potrebna_kolicina: number) => ({ items: [{ materijal_id: 'KABL1', potrebna_kolicina }] })
    const { id: _, ...change } = material('KABL1')
    const answers = await Promise.all(
      numbers(8).flatMap((n) => [
        api.put(`/c1/${id}`, c1Body('C1-1', '2026-02-01', pieces(n)), minimal),
        api.post('/c1', c1Body(`N-${n}`, '2026-02-01', pieces(1)), minimal),
        api.post('/normativ/METAR', normativ(n)),
        api.put('/materials/KABL1', { ...change, naziv: `Kabl ${n}` }),
      ]),
    )
    assert.deepEqual(statuses(answers), [200, 201])
    await assertBooks(api)
  })

  test('a material is either removed or imported', async () => {
    const api = await meterApi(engine)
    for (const n of numbers(8)) await stored(api, '/materials', material(`MAT${n}`))
    const pairs = await Promise.all(
      numbers(8).map((n) =>
        Promise.all([
          api.delete(`/materials/MAT${n}`),
          api.post(
            '/c4',
            c4Body(`C4-${n}`, '2026-01-10', [{ materijal_id: `MAT${n}`, kolicina: 1, cena_po_jedinici: 1 }]),
          ),
        ]),
      ),
    )
    for (const [removed, imported] of pairs) {
      const outcome = [removed.status, imported.status].join()
      assert.ok(['200,400', '409,201'].includes(outcome), `${outcome} ${JSON.stringify(imported.body)}`)
    }
    await assertBooks(api)
  })

  test('an export that waits for its materials books none whose unit has changed meanwhile', async () => {
    // SQLite has one writer: nobody changes anything while a save waits.
    if (engine.name === 'sqlite') return
    const api = await meterApi(engine)
    for (const id of ['AAA', 'BBB']) await stored(api, '/materials', material(id))
    const both = ['AAA', 'BBB'].map((materijal_id) => ({ materijal_id, potrebna_kolicina: 1 }))
    const product = { id: 'PRO', naziv: 'P', hs_code: '8544', jedinica_mere: 'kom' }
    await stored(api, '/proizvodi', { ...product, normativi: both })
    const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = api.store.transact(async (tx) => {
      await lockMaterials(tx, ['AAA'])
      // The lock is not waited for; what is asked behind it is.
      await sql`select 1`.execute(tx)
      locked.resolve()
      await free.promise
    })
    await locked.promise
    const saving = api.post(
      '/c1',
      c1Body('C1-1', '2026-02-01', [{ proizvod_id: 'PRO', kolicina: 5, cena: 1 }]),
      minimal,
    )
    const waits = sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until('the save waits', async () => (await waits.execute(api.store.read)).rows.length > 0)
    assert.equal((await api.post('/normativ/PRO', { items: both.slice(0, 1) })).status, 200)
    const { id: _, ...kilograms } = { ...material('BBB'), jedinica_mere: 'kg' }
    assert.equal((await api.put('/materials/BBB', kilograms)).status, 200)
    free.resolve()
    await holding
    const refused = await saving
    assert.deepEqual([refused.status, refused.body.message], [409, sentences.changedMeanwhile])
    assert.equal((await api.get('/materials/BBB/stock')).body.totalConsumed, 0)
  })

  test('a product is either removed or exported, a unit either changed or used', async () => {
    const api = await meterApi(engine)
    const unit = (jedinica_mere: string) => ({ naziv: 'K', zemlja_porekla: 'S', tarifni_broj: '8544', jedinica_mere })
    for (const n of numbers(6)) {
      await stored(api, '/proizvodi', { id: `PRO${n}`, naziv: 'P', hs_code: '8544', jedinica_mere: 'kom' })
      await stored(api, '/materials', material(`MAT${n}`))
    }
    const answers = await Promise.all(
      numbers(6).map((n) =>
        Promise.all([
          api.delete(`/proizvodi/PRO${n}`),
          api.post('/c1', c1Body(`C1-${n}`, '2026-01-10', [{ proizvod_id: `PRO${n}`, kolicina: 1, cena: 1 }]), minimal),
          api.put(`/materials/MAT${n}`, unit('kg')),
          api.post(
            '/c4',
            c4Body(`C4-${n}`, '2026-01-10', [{ materijal_id: `MAT${n}`, kolicina: 1, cena_po_jedinici: 1 }]),
          ),
        ]),
      ),
    )
    for (const [removed, exported, changed, imported] of answers) {
      assert.ok(['200,400', '409,201'].includes([removed.status, exported.status].join()))
      assert.ok(['200,201', '409,201'].includes([changed.status, imported.status].join()))
    }
    await assertBooks(api)
  })
})
