// Exports of several people that wait for each other are done together, and each is still all or nothing on its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { whileOthersSave } from '#server/db/testing-waiting.ts'
import { type Answer, eachEngine, type TestApi, type TestEngine } from '#server/testing.ts'
import { c1Body } from '#server/testing-documents.ts'
import { drawsOf, exportMeters, importMeters, meterApi, movedBy, pieces } from '#server/testing-meters.ts'
import { assertBooks } from '#server/verify/testing-verify.ts'
import { MAX_LINES_TOGETHER } from './c1-save.ts'

const minimal = { prefer: 'return=minimal' }

/** An application, and a way to have calls wait until all of them do. */
async function waitingApi(engine: TestEngine) {
  const store = await engine.open()
  let begun = 0
  const api = await meterApi(engine, {
    store: {
      ...store,
      transact(...args) {
        begun++
        return store.transact(...args)
      },
    },
  })
  async function together<Calls extends (() => Promise<Answer>)[]>(...calls: Calls) {
    begun = 0
    const start = () => Promise.all(calls.map((call) => call())) as Promise<{ [K in keyof Calls]: Answer }>
    return whileOthersSave(store, start, async () => {
      while (begun < calls.length) await turn()
    })
  }
  return { api, together }
}

const save = (client: Pick<TestApi, 'post'>, broj: string, datum: string, metara: number, headers = {}) => {
  const body = c1Body(broj, datum, pieces(metara))
  return () => client.post('/c1', body, { ...minimal, ...headers })
}

eachEngine('exports that wait together', (engine) => {
  test('each takes its lots by its day, says what it moved, and is told with its own name', async () => {
    const { api, together } = await waitingApi(engine)
    const petar = await api.signIn('petar@firma.rs')
    await importMeters(api, 'C4-1', '2026-01-10', 8, 100)
    const old = await exportMeters(api, 'C1-STARI', '2026-03-01', 10)
    const [b, unknown, late, a] = await together(
      save(petar, 'C1-B', '2026-02-02', 7),
      () => api.post('/c1', c1Body('C1-X', '2026-02-01', [{ proizvod_id: 'NEMA', kolicina: 1, cena: 1 }]), minimal),
      save(api, 'C1-C', '2026-04-01', 3),
      save(api, 'C1-A', '2026-02-01', 5),
    )
    assert.deepEqual(
      [a, b, late, unknown].map((answer) => answer.status),
      [201, 201, 201, 400],
    )
    assert.equal(unknown.body.message, 'Stavka 1: proizvod NEMA ne postoji.')
    assert.deepEqual(
      [a, b, late].map((answer) => movedBy(answer.body)),
      [['C1-STARI'], ['C1-STARI'], []],
    )
    assert.deepEqual(await Promise.all([a.body, b.body, old, late.body].map((c1) => drawsOf(api, c1))), [
      ['C4-1 5'],
      ['C4-1 3', 'C4-1 4'],
      ['C4-1 10'],
      ['C4-1 3'],
    ])
    for (const answer of [a, b, late]) {
      const { promenjeni_c1: _, ...answered } = answer.body
      assert.deepEqual((await api.get(`/c1/${answered.id}`)).body, answered)
    }
    const { results: told } = (await api.get('/audit?vrsta=c1')).body
    const lines = told.map(({ korisnik, opis, sazetak }: Record<string, string>) => `${korisnik} ${opis} ${sazetak}`)
    assert.deepEqual(
      lines.filter((line: string) => line.includes('Uzrok')),
      ['petar@firma.rs C1-STARI Uzrok: dodati izlazni dokumenti C1-A, C1-B'],
    )
    assert.ok(lines.some((line: string) => line.startsWith('petar@firma.rs C1-B ')))
    assert.ok(lines.some((line: string) => line.startsWith('ana@firma.rs C1-A ')))
    await assertBooks(api)
  })

  test('one that stands behind another of its day has not moved it', async () => {
    const { api, together } = await waitingApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 8, 100)
    await exportMeters(api, 'C1-STARI', '2026-03-01', 10)
    const answers = await together(save(api, 'C1-A', '2026-02-01', 5), save(api, 'C1-B', '2026-03-01', 7))
    assert.deepEqual(
      answers.map((answer) => movedBy(answer.body)),
      [['C1-STARI'], []],
    )
  })

  test('one that needs nothing of a material has moved no export that does', async () => {
    const { api, together } = await waitingApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 8, 100)
    await exportMeters(api, 'C1-STARI', '2026-03-01', 10)
    const nothing = c1Body('C1-B', '2026-02-01', [{ proizvod_id: 'PRAZAN', kolicina: 1, cena: 1 }])
    const answers = await together(save(api, 'C1-A', '2026-02-01', 5), () => api.post('/c1', nothing, minimal))
    assert.deepEqual(
      answers.map((answer) => movedBy(answer.body)),
      [['C1-STARI'], []],
    )
  })

  test('one that found nothing to take of a material has moved no export that does', async () => {
    const { api, together } = await waitingApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 8, 100)
    await exportMeters(api, 'C1-STARI', '2026-03-01', 10)
    const [before, a] = await together(save(api, 'C1-RANI', '2026-01-05', 1), save(api, 'C1-A', '2026-02-01', 5))
    assert.deepEqual([await drawsOf(api, before.body), movedBy(before.body)], [['manjak 1'], []])
    assert.deepEqual(movedBy(a.body), ['C1-STARI'])
  })

  test('a number that is taken is refused alone, and so is a PDF that nobody sent', async () => {
    const { api, together } = await waitingApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 100)
    const withPdf = c1Body('C1-PDF', '2026-02-01', pieces(1), { pdf_fajl: 'pdf/nema.pdf' })
    const [one, other, pdf, short] = await together(
      save(api, 'C1-1', '2026-02-01', 5),
      save(api, 'C1-1', '2026-02-01', 5),
      () => api.post('/c1', withPdf, minimal),
      save(api, 'C1-2', '2026-02-02', 200),
    )
    // Which of the two comes first is not said.
    assert.deepEqual([one.status, other.status].sort(), [201, 409])
    assert.deepEqual([pdf.status, short.status], [400, 201])
    assert.deepEqual(await drawsOf(api, short.body), ['C4-1 95', 'manjak 105'])
    assert.equal((await api.get('/c1')).body.total, 2)
    await assertBooks(api)
  })

  test('a long one beside others takes its lots as well', async () => {
    const { api, together } = await waitingApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 10, 100)
    const lines = Array.from({ length: MAX_LINES_TOGETHER + 1 }, () => 1)
    const [short, long, last] = await together(
      save(api, 'C1-1', '2026-02-02', 5),
      () => api.post('/c1', c1Body('C1-DUGI', '2026-02-01', pieces(...lines)), minimal),
      save(api, 'C1-2', '2026-02-02', 6),
    )
    assert.deepEqual(
      [short, long, last].map(({ status }) => status),
      [201, 201, 201],
    )
    const taken = await drawsOf(api, long.body)
    assert.deepEqual([taken.length, taken[0], taken.at(-1)], [51, 'C4-1 1', 'C4-1 1'])
    const stock = (await api.get('/materials/KABL1/stock')).body
    assert.deepEqual(stock, { totalInput: 110, totalConsumed: 62, totalQuantity: 48, preostalo: 48, manjak: 0 })
    await assertBooks(api)
  })

  test('a key is used once, also by twins that wait together', async () => {
    const { api, together } = await waitingApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 100)
    const key = { 'idempotency-key': 'forma-1' }
    const [first, twin, own, other] = await together(
      save(api, 'C1-1', '2026-02-01', 5, key),
      save(api, 'C1-1', '2026-02-01', 5, key),
      save(api, 'C1-2', '2026-02-02', 6, { 'idempotency-key': 'forma-2' }),
      save(api, 'C1-3', '2026-02-03', 7),
    )
    assert.deepEqual(
      [first, twin, own, other].map((answer) => answer.status),
      [201, 201, 201, 201],
    )
    assert.deepEqual(twin.body, first.body)
    assert.deepEqual((await save(api, 'C1-2', '2026-02-02', 6, { 'idempotency-key': 'forma-2' })()).body, own.body)
    assert.equal((await save(api, 'C1-4', '2026-02-02', 6, { 'idempotency-key': 'forma-2' })()).status, 409)
    assert.equal((await api.get('/c1')).body.total, 3)
    await assertBooks(api)
  })
})
