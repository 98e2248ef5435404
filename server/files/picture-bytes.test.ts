import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { kindOfJpeg, kindOfPng } from './picture-bytes.ts'
import { JPEG, jpegOf, PNG, segment } from './testing-pictures.ts'

const half = readFileSync(join(import.meta.dirname, 'fixtures', 'pola-fotografije.jpg'))

test('a JPEG is whole where its segments lead to the end of the main picture, whatever follows it', () => {
  assert.equal(kindOfJpeg(JPEG), 'whole')
  assert.equal(kindOfJpeg(Buffer.concat([JPEG, Buffer.from('preview'), JPEG.subarray(0, 9)])), 'whole')
  const filled = jpegOf(Buffer.from([0xff, 0xff]), segment(0xc0, '123456'), Buffer.from('xx'), segment(0xda, 'a'))
  assert.equal(kindOfJpeg(filled), 'whole', 'with what readers pass over')
})

test('a JPEG cut anywhere is cut, also behind the end of its thumbnail', () => {
  assert.ok(half.lastIndexOf(Buffer.from([0xff, 0xd9])) > 0, 'half a photograph with a whole thumbnail')
  assert.equal(kindOfJpeg(half), 'cut')
  const photograph = jpegOf(segment(0xe1, JPEG), segment(0xc0, '123456'), segment(0xda, 'a'), Buffer.from('data'))
  const restarted = Buffer.from([7, 0xff, 0, 0xff, 0xd3, 8])
  const progressive = jpegOf(segment(0xc2, '123456'), segment(0xda, 'a'), restarted, segment(0xda, 'b'), restarted)
  for (const picture of [photograph, progressive]) {
    assert.equal(kindOfJpeg(picture), 'whole')
    for (let bytes = 3; bytes < picture.length; bytes++)
      assert.equal(kindOfJpeg(picture.subarray(0, bytes)), 'cut', `${bytes} of ${picture.length}`)
  }
  assert.equal(kindOfJpeg(jpegOf(segment(0xe0, 'JFIF'))), 'cut', 'no picture in it')
})

test('a PNG is whole where its chunks, data among them, lead to the last one', () => {
  assert.equal(kindOfPng(PNG), 'whole')
  assert.equal(kindOfPng(Buffer.concat([PNG, Buffer.from('more')])), 'whole')
  for (let bytes = 16; bytes < PNG.length; bytes++) assert.equal(kindOfPng(PNG.subarray(0, bytes)), 'cut', `${bytes}`)
})

test('what begins otherwise is none', () => {
  for (const bytes of [Buffer.from(''), Buffer.from('GIF89a'), Buffer.from([0xff, 0xd8])])
    assert.deepEqual([kindOfJpeg(bytes), kindOfPng(bytes)], ['none', 'none'])
})
