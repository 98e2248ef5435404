import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ownTimeMs } from '#reliability/server-process.ts'
import { kindOfPdf } from './pdf-bytes.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name))
const kindOf = (...parts: readonly (string | Uint8Array)[]) =>
  kindOfPdf(Buffer.concat(parts.map((part) => Buffer.from(part))))
const whole = file('pdf20.pdf')

test('a PDF of any version, encrypted, with bytes in front or behind, or updated is whole', () => {
  assert.equal(kindOf(whole), 'whole')
  assert.equal(kindOf(file('sifrovan.pdf')), 'whole')
  assert.equal(kindOf('Content-Type: application/pdf\r\n\r\n', whole), 'whole')
  assert.equal(kindOf(whole, '\r\n--boundary--\r\n', Buffer.alloc(5000)), 'whole')
  assert.equal(kindOf(whole, '3 0 obj<<>>endobj\nxref\n0 0\ntrailer<<>>\nstartxref\n7900\n%%EOF\n'), 'whole')
  assert.equal(kindOf(whole.subarray(0, -'%%EOF\n'.length)), 'whole', 'readers miss nothing')
})

test('a PDF without its end is cut, also one of which an earlier version is whole, or whose first page is', () => {
  assert.equal(kindOf(file('odsecen.pdf')), 'cut')
  for (const share of [0.2, 0.5, 0.9]) assert.equal(kindOf(whole.subarray(0, whole.length * share)), 'cut', `${share}`)
  assert.equal(kindOf(whole, '3 0 obj<</Length 9>>stream\nBT'), 'cut')
  const linearized = '%PDF-1.5\n1 0 obj<</Linearized 1>>endobj\nstartxref\n0\n%%EOF\n'
  assert.equal(kindOf(linearized, '2 0 obj<<>>endobj'), 'cut')
})

/** So much that reading it takes several of the 4 ms by which the clock of a thread moves. */
const SIZE = 16 * 1024 * 1024
/** The least of five times, in milliseconds: others take the processor too. */
function leastMs(file: Buffer): number {
  const times = Array.from({ length: 5 }, () => {
    const began = ownTimeMs()
    kindOf(file)
    return ownTimeMs() - began
  })
  return Math.min(...times)
}

test('a file costs by its bytes alone, whatever they are', () => {
  const filled = (text: string) => Buffer.concat([Buffer.from('%PDF-1.4\n1 0 obj<<>>\n'), Buffer.alloc(SIZE, text)])
  const calm = leastMs(filled('x'))
  for (const text of ['obj', ' obj', '1 obj', ' 12345         obj', '         obj', 'startxref', '%%EOF', '1 x obj'])
    assert.ok(leastMs(filled(text)) < 12 * calm, text)
})

test('a text or page that mentions PDF is none', () => {
  const listing = '%PDF-1.4\n1 0 obj\n&lt;&lt;/Type /Catalog&gt;&gt;\nendobj\n%%EOF'
  for (const text of [
    file('tekst-o-pdf.pdf'),
    `<!doctype html><p>%PDF-1.4</p><p>1 0 obj</p><p>%%EOF</p>`,
    'Fajl počinje sa %PDF-1.7\ni završava se sa %%EOF',
    `${' '.repeat(1020)}${listing}`,
    '1 0 obj<<>>endobj\n%PDF-1.4\n%%EOF',
    '',
  ])
    assert.equal(kindOf(text), 'none', text.toString())
})
