import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paperBlob } from './paper-file.ts'

test('a paper comes out of its base64 byte for byte', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const blob = paperBlob({ name: 'a.pdf', data: Buffer.from(bytes).toString('base64') })
  assert.equal(blob.type, 'application/pdf')
  assert.deepEqual(new Uint8Array(await blob.arrayBuffer()), bytes)
})
