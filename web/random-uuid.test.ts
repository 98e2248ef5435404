import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuidOf } from './random-uuid.ts'

test('random bytes become a UUID of version 4', () => {
  assert.equal(uuidOf(new Uint8Array(16)), '00000000-0000-4000-8000-000000000000')
  assert.equal(uuidOf(new Uint8Array(16).fill(255)), 'ffffffff-ffff-4fff-bfff-ffffffffffff')
  const bytes = Uint8Array.from({ length: 16 }, (_, i) => i)
  assert.equal(uuidOf(bytes), '00010203-0405-4607-8809-0a0b0c0d0e0f')
  assert.equal(bytes[6], 6, 'the bytes themselves stay')
})
