import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { test } from 'node:test'
import { getHeapSpaceStatistics } from 'node:v8'
import { until } from '#server/testing-until.ts'
import { giveBackMemory, giveBackSoon, QUIET_MS } from './give-back-memory.ts'

const youngBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0

test('what the young generation grew by is given back, and what is used stays', async () => {
  let kept: object[] = []
  // Objects that outlive a few collections make it grow.
  for (let round = 0; round < 20; round++) kept = Array.from({ length: 100_000 }, (_, i) => ({ i, round }))
  const grown = youngBytes()
  await giveBackMemory()
  assert.ok(youngBytes() < grown / 4, `${youngBytes()} of ${grown} bytes`)
  assert.deepEqual([kept.length, kept.at(-1)], [100_000, { i: 99_999, round: 19 }])
})

test('buffers that were read are given back when it has been quiet for 20 seconds', async (t) => {
  assert.equal(QUIET_MS, 20_000)
  const asked = t.mock.method(Session.prototype, 'post')
  const gone = new WeakRef(new ArrayBuffer(10_000_000))
  // After a turn nothing of this one holds the buffer any more.
  await new Promise((turn) => setImmediate(turn))
  t.mock.timers.enable({ apis: ['setTimeout'] })
  giveBackSoon()
  t.mock.timers.tick(QUIET_MS - 1)
  giveBackSoon()
  t.mock.timers.tick(QUIET_MS - 1)
  assert.equal(asked.mock.callCount(), 0, 'it was not quiet')
  t.mock.timers.tick(1)
  assert.equal(asked.mock.callCount(), 1)
  t.mock.timers.reset()
  await until('it is collected', () => !gone.deref())
})
