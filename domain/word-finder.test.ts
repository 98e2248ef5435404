import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wordFinder } from './word-finder.ts'

test('finds what a search for each word by itself finds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'č', '😀'), maxLength: 40 })
  const form = fc.string({ unit: fc.constantFrom('a', 'b', 'č', '😀'), maxLength: 6 })
  const words = fc.array(fc.array(form, { minLength: 1, maxLength: 2 }), { maxLength: 31 })
  fc.assert(
    fc.property(words, text, (words, text) => {
      const bits = words.map((forms) => Number(forms.some((form) => text.includes(form))))
      assert.equal(
        wordFinder(words)(text),
        bits.reduce((sum, bit, at) => sum + bit * 2 ** at, 0),
      )
    }),
  )
})

test('reads each letter once, however words and text repeat themselves', () => {
  let read = 0
  class Counted extends String {
    override charCodeAt(index: number): number {
      read++
      return super.charCodeAt(index)
    }
  }
  const words = [[`${'a'.repeat(199)}b`], [`b${'a'.repeat(199)}`, 'ab'], ['aab'], ['aaab']]
  assert.equal(wordFinder(words)(new Counted('a'.repeat(1000)) as string), 0)
  assert.equal(read, 1000)
  read = 0
  assert.equal(wordFinder(words)(new Counted(`${'a'.repeat(999)}b`) as string), 0b1111)
  assert.equal(read, 1000)
})
