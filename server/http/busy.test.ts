// Saves for which there is no time, asked for over HTTP while others save.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentences } from '#contract/errors.ts'
import { MAX_WAIT_MS } from '#server/db/transactions.ts'
import { eachEngine, testApi } from '#server/testing.ts'
import { c4Body } from '#server/testing-documents.ts'

const c4 = c4Body('C4-1', '2026-01-10', [{ materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 1 }])
const cable = { id: 'KABL1', naziv: 'Kabl', zemlja_porekla: 'Nemačka', jedinica_mere: 'm', tarifni_broj: '8544' }

eachEngine('a save that waits for others', (engine) => {
  if (engine.name === 'sqlite')
    test('is refused after thirty seconds, with the time to ask again, and nothing of it is saved', async (t) => {
      const api = await testApi(engine)
      assert.equal((await api.post('/materials', cable)).status, 201)
      const held = Promise.withResolvers<void>()
      assert.equal(MAX_WAIT_MS, 30_000)
      const holds = Promise.withResolvers<void>()
      const holding = api.store.transact(() => {
        holds.resolve()
        return held.promise
      })
      await holds.promise
      const begun = Promise.withResolvers<void>()
      const { transact } = api.store
      t.mock.method(api.store, 'transact', (...args: Parameters<typeof transact>) => {
        const done = transact(...args)
        begun.resolve()
        return done
      })
      t.mock.timers.enable({ apis: ['setTimeout'] })
      const answer = api.post('/c4', c4)
      await begun.promise
      t.mock.timers.tick(MAX_WAIT_MS)
      const refused = await answer
      t.mock.reset()
      held.resolve()
      await holding
      assert.equal(refused.status, 503)
      assert.deepEqual(refused.body, { message: sentences.busy })
      assert.equal(refused.headers.get('retry-after'), '5')
      assert.equal((await api.get('/c4')).body.total, 0)
      assert.equal((await api.post('/c4', c4)).status, 201)
    })
})
