import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from './turns.ts'

const LONG_MS = 60_000

test('so many have a place, so many wait for it in their order, and one more has none', async () => {
  const turns = createTurns({ places: 2, queue: 2, waitMs: LONG_MS })
  assert.deepEqual(await Promise.all([turns.enter(), turns.enter()]), [null, null])
  const entered: string[] = []
  const wait = (name: string) => turns.enter().then((refused) => !refused && entered.push(name))
  const waiting = [wait('first'), wait('second')]
  assert.equal(await turns.enter(), 'full')
  assert.deepEqual(entered, [])
  turns.leave()
  await waiting[0]
  assert.deepEqual(entered, ['first'])
  turns.leave()
  await waiting[1]
  assert.deepEqual(entered, ['first', 'second'])
  turns.leave()
  turns.leave()
  assert.deepEqual(await Promise.all([turns.enter(), turns.enter()]), [null, null])
})

test('whoever waits too long has no place, and is passed over when one becomes free', async () => {
  const turns = createTurns({ places: 1, queue: 2, waitMs: 1 })
  assert.equal(await turns.enter(), null)
  assert.deepEqual(await Promise.all([turns.enter(), turns.enter()]), ['late', 'late'])
  turns.leave()
  assert.equal(await turns.enter(), null)
})
