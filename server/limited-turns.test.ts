import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns, type Turn } from './limited-turns.ts'

const LONG_MS = 60_000

test('so many have a place, so many wait for it in their order, and one more has none', async () => {
  const turns = createTurns({ places: 2, queue: 2, waitMs: LONG_MS })
  const [one, two] = [await placeIn(turns), await placeIn(turns)]
  const entered: string[] = []
  const wait = async (name: string) => {
    const place = await placeIn(turns)
    entered.push(name)
    return place
  }
  const waiting = [wait('first'), wait('second')]
  assert.equal(await turns.enter(), 'full')
  assert.deepEqual(entered, [])
  one.leave()
  const first = await waiting[0]
  assert.deepEqual(entered, ['first'])
  two.leave()
  const second = await waiting[1]
  assert.deepEqual(entered, ['first', 'second'])
  first?.leave()
  second?.leave()
  await Promise.all([placeIn(turns), placeIn(turns)])
})

test('a place is given back once, however often whoever had it says so', async () => {
  const turns = createTurns({ places: 1, queue: 0, waitMs: LONG_MS })
  const place = await placeIn(turns)
  for (let times = 0; times < 3; times++) place.leave()
  const next = await placeIn(turns)
  place.leave()
  assert.equal(await turns.enter(), 'full', 'it is the next one who has it')
  next.leave()
  await placeIn(turns)
})

test('whoever waits too long has no place, and is passed over when one becomes free', async () => {
  const turns = createTurns({ places: 1, queue: 2, waitMs: 1 })
  const place = await placeIn(turns)
  assert.deepEqual(await Promise.all([turns.enter(), turns.enter()]), ['late', 'late'])
  place.leave()
  await placeIn(turns)
})

async function placeIn(turns: ReturnType<typeof createTurns>): Promise<Turn> {
  const place = await turns.enter()
  if (typeof place === 'string') assert.fail(place)
  return place
}
