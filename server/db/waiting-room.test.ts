import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentences } from '#contract/errors.ts'
import { TryAgain } from '#server/refusal.ts'
import {
  type Asked,
  type Job,
  MAX_PASSED_OVER,
  MAX_WAIT_MS,
  MAX_WAITING,
  MAX_WAITING_BYTES,
  type WaitingRoom,
  waitingRoom,
} from './waiting-room.ts'
import { shared, type Work } from './work.ts'

const alone = () => (async () => undefined) as Work<unknown>
/** Lets a work in that is called by its day; answers what became of it. */
function enter(room: WaitingRoom, day: string, asked: Partial<Asked> = {}) {
  const done = room.wait({ work: alone(), bytes: 0, isGone: () => false, ...asked, day })
  done.catch(() => undefined)
  return done
}
const daysOf = (jobs: readonly Job[]) => jobs.map(({ day }) => day)
const busy = (error: unknown) => error instanceof TryAgain && error.message === sentences.busy && error.seconds > 0

test('works wait 10 s, 500 at once and 16 MiB of them, and are passed over five times', () => {
  assert.deepEqual([MAX_WAIT_MS, MAX_WAITING, MAX_WAITING_BYTES, MAX_PASSED_OVER], [10_000, 500, 16 * 1024 * 1024, 5])
})

test('the oldest day goes first, unless another one was passed over too often', () => {
  const room = waitingRoom()
  void enter(room, '2026-02-02')
  void enter(room, '2026-02-01')
  for (let round = 0; round < MAX_PASSED_OVER; round++) {
    void enter(room, '2026-01-01')
    assert.deepEqual(daysOf(room.take()), ['2026-01-01'])
  }
  void enter(room, '2026-01-01')
  assert.deepEqual(
    [1, 2, 3].flatMap(() => daysOf(room.take())),
    ['2026-02-01', '2026-02-02', '2026-01-01'],
  )
  assert.deepEqual(room.take(), [])
})

test('what the same call can do comes along, the oldest first, up to the number that is asked for', () => {
  const room = waitingRoom()
  const together = async () => []
  const work = shared(together, null) as Work<unknown>
  for (const day of ['2026-01-04', '2026-01-02', '2026-01-05']) void enter(room, day, { work })
  void enter(room, '2026-01-03')
  assert.deepEqual(daysOf(room.take(2)), ['2026-01-02', '2026-01-04'])
  assert.deepEqual(
    [1, 2].flatMap(() => daysOf(room.take())),
    ['2026-01-03', '2026-01-05'],
  )
})

test('what has waited too long, or finds the room full, is refused with the time to ask again', async () => {
  const short = waitingRoom({ maxWaitMs: 20 })
  await assert.rejects(enter(short, '2026-01-01'), busy)
  assert.equal(short.size, 0)
  const room = waitingRoom()
  for (let i = 0; i < MAX_WAITING; i++) void enter(room, '2026-01-01')
  await assert.rejects(enter(room, '2026-01-01'), busy)
  while (room.size > 0) room.take()
  // One that is larger than all may be has the room for itself.
  void enter(room, '2026-01-01', { bytes: 2 * MAX_WAITING_BYTES })
  await assert.rejects(enter(room, '2026-01-01', { bytes: 1 }), busy)
  room.take()
  void enter(room, '2026-01-01', { bytes: 1 })
  assert.equal(room.take().length, 1)
})

test('what its client has left is not begun', async () => {
  const room = waitingRoom()
  let gone = false
  const left = enter(room, '2026-01-01', { isGone: () => gone })
  void enter(room, '2026-01-02')
  gone = true
  assert.deepEqual(daysOf(room.take()), ['2026-01-02'])
  await assert.rejects(left, { message: sentences.notHttp })
})
