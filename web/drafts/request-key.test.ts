import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestKeys } from './request-key.ts'

test('the same body keeps its key, a changed one gets a new one', () => {
  let last = 0
  const keyFor = requestKeys(() => `k${++last}`)
  assert.equal(keyFor({ naziv: 'a' }), 'k1')
  assert.equal(keyFor({ naziv: 'a' }), 'k1')
  assert.equal(keyFor({ naziv: 'b' }), 'k2')
  assert.equal(keyFor({ naziv: 'a' }), 'k3')
})

test('two forms never share a key', () => {
  assert.notEqual(requestKeys()({ naziv: 'a' }), requestKeys()({ naziv: 'a' }))
})
