import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeKey, latinCode, visibleCode } from './one-form.ts'

const DASHES = ['\u2010', '\u2011', '\u2012', '–', '—', '―', '−', '﹘', '﹣', '－', '⁃', '˗']

test('a number is stored with dashes and full-width signs in ASCII', () => {
  for (const dash of DASHES) assert.equal(visibleCode(`C1${dash}99`), 'C1-99', dash.codePointAt(0)?.toString(16))
  assert.equal(visibleCode('Ｃ１－９９／２６'), 'C1-99/26')
  assert.equal(visibleCode('Č\u00ad1–2\u3000x'), 'Č1-2 x')
  assert.equal(visibleCode('С1-99'), 'С1-99', 'letters of a script stay as they are typed')
})

test('two numbers that look the same have one key', () => {
  const key = codeKey('C1-99')
  assert.equal(key, 'c1-99')
  for (const same of ['С1-99', 'с1–99', 'Ｃ１－９９', ' c1\u200b−99 ']) assert.equal(codeKey(same), key, same)
  for (const other of ['C1 99', 'Ц1-99', 'Č1-99', 'C1-9g', 'C199']) assert.notEqual(codeKey(other), key, other)
})

test('eleven Cyrillic letters, large and small, equal their Latin twins', () => {
  assert.equal(latinCode('АВЕКМНОРСТХЈ'), 'ABEKMHOPCTXJ')
  assert.equal(latinCode('авекмнорстхј'), 'abekmhopctxj')
  assert.equal(latinCode('БГДЖЗИЛПУФЦЧШЂЋЉЊЏ'), 'БГДЖЗИЛПУФЦЧШЂЋЉЊЏ')
  assert.equal(codeKey('авекмнорстхј'), codeKey('АВЕКМНОРСТХЈ'))
})
