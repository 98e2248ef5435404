import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, testApi } from '#server/testing.ts'
import { exportMeters, importMeters, meterApi } from '#server/testing-meters.ts'
import { changedTables, countChanges } from './changes.ts'

const material = { id: 'KABL1', naziv: 'Kabl', zemlja_porekla: 'Srbija', jedinica_mere: 'm', tarifni_broj: '8544.49' }

eachEngine('counted changes', (engine) => {
  test('name the tables that a request changed, and nothing that was taken back', async () => {
    const api = await testApi(engine)
    const counting = await countChanges(api.store)
    const changedBy = async (work: () => Promise<unknown>) => {
      const before = await counting.now()
      await work()
      return changedTables(before, await counting.now()).sort()
    }
    assert.deepEqual(await changedBy(() => api.post('/materials', material)), ['dnevnik', 'materijal', 'stanje'])
    assert.deepEqual(await changedBy(() => api.post('/materials', material)), [])
    assert.deepEqual(await changedBy(() => api.get('/materials')), [])
    const fail = () =>
      api.store.transact(async (tx) => {
        await tx.deleteFrom('stanje').execute()
        throw new Error('taken back')
      })
    assert.deepEqual(await changedBy(() => assert.rejects(fail, /taken back/)), [])
    assert.deepEqual(await changedBy(() => api.delete('/materials/KABL1')), ['dnevnik', 'materijal', 'stanje'])
    await counting.stop()
  })

  test('name the totals that a document keeps beside its own tables', async () => {
    const api = await meterApi(engine)
    const counting = await countChanges(api.store)
    const start = await counting.now()
    await importMeters(api, 'C4-1', '2026-01-10', 10)
    const imported = await counting.now()
    const kept = ['c4', 'c4_stavka', 'dnevnik', 'partner', 'partner_zapis', 'stanje']
    assert.deepEqual(changedTables(start, imported).sort(), kept)
    await exportMeters(api, 'C1-1', '2026-02-01', 4)
    const drawn = ['c1', 'c1_stavka', 'c4_stavka', 'dnevnik', 'partner', 'partner_zapis', 'proizvod_mesec']
    assert.deepEqual(changedTables(imported, await counting.now()).sort(), [...drawn, 'razduzenje', 'stanje'])
    await counting.stop()
  })
})
