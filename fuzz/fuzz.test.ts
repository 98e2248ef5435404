import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, testApi } from '#server/testing.ts'
import { isDeep, SEED } from '#server/testing-depth.ts'
import { campaign } from './campaign.ts'

/** On two processors of its own it takes a quarter of that. */
const TIMEOUT_MS = 600_000

eachEngine('broken requests', (engine) => {
  const count = (engine.name === 'sqlite' ? 1000 : 300) * (isDeep ? 5 : 1)

  test(`${count} of them find no fault, and what is refused changes nothing (seed ${SEED})`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { byStatus, faults } = await campaign(await testApi(engine), count, SEED)
    assert.deepEqual(faults, [])
    const of = (first: number) =>
      Object.entries(byStatus).reduce((sum, [status, times]) => sum + (status.startsWith(String(first)) ? times : 0), 0)
    assert.ok(of(2) > count / 5, `only ${of(2)} were good enough to be done`)
    assert.ok(of(4) > count / 5, `only ${of(4)} were refused`)
  })
})
