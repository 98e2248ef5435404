// The server killed at random moments of mixed load. `CRASHES=1000 npm test -- reliability/crash` kills it a thousand
// times; SEED chooses other moments.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crash, type Figures } from './crashes.ts'
import { postgresUrl } from './fresh-database.ts'
import { CRASHES, SEED, TIMEOUT_MS } from './settings.ts'

const told = ({ kills, acknowledged, unanswered, slowestStartMs, slowestOwnStartMs }: Figures) =>
  `${kills} kills, ${acknowledged} acknowledged writes all there, ${unanswered} unanswered ones whole or not at all, ` +
  `slowest start ${Math.round(slowestStartMs)} ms, without waiting for a processor ${Math.round(slowestOwnStartMs)} ms, seed ${SEED}`

test(`killed ${CRASHES} times, nothing acknowledged is lost (SQLite)`, { timeout: TIMEOUT_MS }, async (t) => {
  const figures = await crash('sqlite', CRASHES, SEED)
  assert.ok(figures.acknowledged > CRASHES, 'there was work')
  t.diagnostic(told(figures))
})

// PostgreSQL keeps its commits when a client dies; this tries our half of it.
test('a killed process on PostgreSQL', { skip: !postgresUrl, timeout: TIMEOUT_MS }, async (t) => {
  const figures = await crash('postgres', Math.max(2, Math.ceil(CRASHES / 10)), SEED)
  assert.ok(figures.acknowledged > 0, 'there was work')
  t.diagnostic(told(figures))
})
