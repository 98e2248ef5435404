import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#server/testing-until.ts'
import { TELL_EVERY_MS, teller } from './tell-failures.ts'

test('papers that could not be drawn are told of at once, and then once a minute with their number', async () => {
  assert.equal(TELL_EVERY_MS, 60_000)
  const lines: string[] = []
  const tell = teller((line) => lines.push(line), 50)
  for (let i = 1; i <= 1000; i++) tell(new Error(`order ${i}\n    at somewhere`))
  assert.deepEqual(lines, ['Papers that could not be drawn: 1 (the last: order 1)'])
  await until('the rest is told', () => lines.length > 1)
  assert.equal(lines[1], 'Papers that could not be drawn: 999 (the last: order 1000)')
})
