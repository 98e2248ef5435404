import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/api.ts'
import { addressOf, THINGS } from './things.ts'

test('every call of the contract that takes something back is that of one kind of thing', async () => {
  const known = await Promise.all(Object.values(THINGS).flatMap(({ restore }) => (restore ? [restore()] : [])))
  const promised = Object.values(api)
    .flatMap((calls) => Object.values(calls))
    .filter(({ path }) => path.startsWith('/vrati/'))
  assert.ok(known.length > 0)
  assert.deepEqual(known.map(({ path }) => path).toSorted(), promised.map(({ path }) => path).toSorted())
})

test('a thing of the audit trail has its page, or none', () => {
  assert.equal(addressOf('c1', '7'), '/dashboard/outgoing/7')
  assert.equal(addressOf('materijal', 'A/1'), '/dashboard/materials/A%2F1')
  assert.equal(addressOf('usaglasavanje', 'C4 2026'), '/dashboard/usaglasavanje')
  assert.equal(addressOf('otpad', '1'), undefined)
  assert.equal(addressOf('period', '1'), undefined)
})
