import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getHeapSpaceStatistics } from 'node:v8'
import { giveBackMemory } from './give-back-memory.ts'

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
