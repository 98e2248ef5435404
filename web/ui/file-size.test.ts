import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileSizeText } from './file-size.ts'

test('the size of a file in words', () => {
  assert.equal(fileSizeText(0), '0\u00a0B')
  assert.equal(fileSizeText(950), '950\u00a0B')
  assert.equal(fileSizeText(12_595), '12,3\u00a0KB')
  assert.equal(fileSizeText(1_258_291), '1,2\u00a0MB')
  assert.equal(fileSizeText(10_485_760), '10\u00a0MB')
})
