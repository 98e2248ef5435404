// Saves for which there is no time, asked for over HTTP while others save.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sentences } from '#contract/errors.ts'
import type { Store } from '#server/db/open.ts'
import { whileOthersSave } from '#server/db/testing-waiting.ts'
import type { TransactOptions } from '#server/db/transactions.ts'
import { MAX_WAIT_MS } from '#server/db/waiting-room.ts'
import { eachEngine, type TestEngine, testApi } from '#server/testing.ts'
import { c4Body } from '#server/testing-documents.ts'
import { listen } from './listen.ts'

const c4 = c4Body('C4-1', '2026-01-10', [{ materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 1 }])
const cable = { id: 'KABL1', naziv: 'Kabl', zemlja_porekla: 'Nemačka', jedinica_mere: 'm', tarifni_broj: '8544' }

/** The application over a store that says, with what the call is asked, whenever a document comes to be saved. */
async function watchedApi(engine: TestEngine, saves: (asked: TransactOptions) => void) {
  const store = await engine.open()
  const transact: Store['transact'] = (work, asked) => {
    const done = store.transact(work, asked)
    if (asked?.day) saves(asked)
    return done
  }
  const api = await testApi(engine, { store: { ...store, transact } })
  assert.equal((await api.post('/materials', cable)).status, 201)
  return { store, api }
}

eachEngine('a save that waits for others', (engine) => {
  test('is refused after ten seconds, with the time to ask again, and nothing of it is saved', async (t) => {
    const waits = Promise.withResolvers<void>()
    const { store, api } = await watchedApi(engine, () => waits.resolve())
    let answered = false
    const refused = await whileOthersSave(
      store,
      async () => {
        t.mock.timers.enable({ apis: ['setTimeout'] })
        const answer = await api.post('/c4', c4)
        answered = true
        return answer
      },
      async () => {
        await waits.promise
        t.mock.timers.tick(MAX_WAIT_MS - 1)
        await nextTurn()
        assert.equal(answered, false)
        t.mock.timers.tick(1)
        t.mock.timers.reset()
        while (!answered) await nextTurn()
      },
    )
    assert.equal(refused.status, 503)
    assert.deepEqual(refused.body, { message: sentences.busy })
    assert.equal(refused.headers.get('retry-after'), '5')
    assert.equal((await api.get('/c4')).body.total, 0)
    assert.equal((await api.post('/c4', c4)).status, 201)
  })

  test('is not begun where its client has left', async () => {
    const waits = Promise.withResolvers<() => boolean>()
    const { store, api } = await watchedApi(engine, ({ isGone = () => false }) => waits.resolve(isGone))
    const server = await listen(api.app, { port: 0, host: '127.0.0.1' })
    const body = JSON.stringify(c4)
    const headers = {
      authorization: `Bearer ${api.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    await whileOthersSave(
      store,
      async () => undefined,
      async () => {
        const sent = request({ port: server.port, path: '/api/c4', method: 'POST', headers, agent: false })
        sent.on('error', () => undefined).end(body)
        const isGone = await waits.promise
        assert.equal(isGone(), false)
        sent.destroy()
        while (!isGone()) await nextTurn()
      },
    )
    assert.equal((await api.post('/c4', { ...c4, broj_c4: 'C4-2' })).status, 201)
    const { total, results } = (await api.get('/c4')).body
    assert.deepEqual([total, results[0].broj_c4], [1, 'C4-2'])
    await server.stop()
  })
})
