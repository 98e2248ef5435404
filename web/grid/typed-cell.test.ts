import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addedCount, numberCell, pastedOrdinal, takesText } from './typed-cell.ts'

test('pasted numbers are read as spreadsheets show them', () => {
  assert.deepEqual(numberCell('Količina', '12.000', null), {
    text: '12000',
    error: null,
    guess: 'Količina: „12.000“ je pročitano kao 12000.',
  })
  assert.deepEqual(numberCell('Količina', '12,000', null), {
    text: '12',
    error: null,
    guess: 'Količina: „12,000“ je pročitano kao decimalni broj, ne 12000.',
  })
  // Others of their column prove how they are written.
  assert.deepEqual(numberCell('Količina', '12,000', 'serbian'), { text: '12', error: null })
  assert.deepEqual(numberCell('Količina', '12,000', 'english'), { text: '12000', error: null })
  assert.deepEqual(numberCell('Cena', '0,1234567', 'serbian'), {
    text: '0,123457',
    error: null,
    guess: 'Cena: „0,1234567“ je zaokruženo na 0,123457.',
  })
  assert.deepEqual(numberCell('Količina', '1.234,50', 'serbian'), { text: '1234,5', error: null })
  assert.deepEqual(numberCell('Cena', '0.085', 'serbian'), { text: '0,085', error: null })
  assert.deepEqual(numberCell('Cena', 'abc', 'serbian'), { text: 'abc', error: 'Cena: „abc“ nije broj.' })
  assert.deepEqual(numberCell('Cena', '', 'serbian'), { text: '', error: 'Cena: obavezno polje.' })
})

test('a pasted ordinal is a whole number from 1 to a million', () => {
  for (const text of ['1', '20', '1000000']) assert.deepEqual(pastedOrdinal(text), { text, error: null })
  for (const text of ['0', '01', '-1', '1,5', '1.000', '1000001', 'a', '']) {
    assert.deepEqual(pastedOrdinal(text), { text, error: `Redni broj: „${text}“ nije ceo broj.` })
  }
})

test('a number cell takes digits, comma and point; what holds more may become shorter', () => {
  assert.equal(takesText('1', '1,5'), true)
  assert.equal(takesText('1', '1 234.5'), true)
  assert.equal(takesText('1', '1a'), false)
  assert.equal(takesText('1', '-1'), false)
  assert.equal(takesText('12,5', 'k'), false, 'typed over what is selected')
  assert.equal(takesText('1.234,50', '-5'), false)
  assert.equal(takesText('abc', 'ab'), true)
})

test('1 to 20 lines at once; anything else becomes the nearest of them', () => {
  assert.deepEqual(
    ['1', '20', '7', '0', '-3', '', 'abc', '21', '1e9', '2,9', 'Infinity'].map(addedCount),
    [1, 20, 7, 1, 1, 1, 1, 20, 20, 2, 1],
  )
})
