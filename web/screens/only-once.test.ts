import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyOnce, requestKeys } from './only-once.ts'

test('work is begun once, also after it has succeeded; what failed or was called off may be tried again', async () => {
  const once = onlyOnce()
  const failing = once(() => Promise.reject(new Error('no answer')))
  assert.equal(await once(async () => 'while it is under way'), null)
  await assert.rejects(failing, /no answer/)
  assert.equal(await once(async () => null), null)
  const saved = once(async () => 'saved')
  assert.equal(await once(async () => 'while it is under way'), null)
  assert.equal(await saved, 'saved')
  assert.equal(await once(async () => 'before its form has gone'), null)
})

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
