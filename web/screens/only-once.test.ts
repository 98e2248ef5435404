import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyOnce } from './only-once.ts'

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
