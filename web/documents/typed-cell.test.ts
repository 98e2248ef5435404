import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pastedNumber, takesText } from './typed-cell.ts'

test('pasted numbers are read as spreadsheets show them', () => {
  assert.deepEqual(pastedNumber('Količina', '12.000'), { text: '12000', error: null })
  assert.deepEqual(pastedNumber('Količina', '1.234,50'), { text: '1234,5', error: null })
  assert.deepEqual(pastedNumber('Cena', '0.085'), { text: '0,085', error: null })
  assert.deepEqual(pastedNumber('Cena', 'abc'), { text: 'abc', error: 'Cena: „abc“ nije broj.' })
  assert.deepEqual(pastedNumber('Cena', ''), { text: '', error: 'Cena: obavezno polje.' })
})

test('a number cell takes digits, comma and point, and always a shorter text', () => {
  assert.equal(takesText('1', '1,5'), true)
  assert.equal(takesText('1', '1 234.5'), true)
  assert.equal(takesText('1', '1a'), false)
  assert.equal(takesText('1', '-1'), false)
  assert.equal(takesText('abc', 'ab'), true)
})
