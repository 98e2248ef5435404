import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sortKey } from './sort-key.ts'

const byKey = (words: string[]) =>
  words.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : sortKey(a) > sortKey(b) ? 1 : 0))

describe('Serbian order', () => {
  const ALPHABET = 'a b c č ć d dž đ e f g h i j k l lj m n nj o p r s š t u v z ž'.split(' ')

  test('is that of the alphabet, in both scripts', () => {
    assert.deepEqual(byKey(ALPHABET.toReversed()), ALPHABET)
    const cyrillic = [...'абвгдђежзијклљмнњопрстћуфхцчџш']
    const latin = 'a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š'.split(' ')
    for (const [index, letter] of cyrillic.entries()) assert.equal(sortKey(letter), sortKey(latin[index] ?? ''), letter)
  })

  test('a letter with a mark stands behind every word with its plain neighbour', () => {
    const words = ['Cvet', 'Czzz', 'Čelik', 'Ćup', 'Dugme', 'Džak', 'Đerdan', 'Lz', 'Ljepilo', 'Nula', 'Njiva', 'Ozon']
    assert.deepEqual(byKey(words.toReversed()), words)
    assert.deepEqual(byKey(['Šraf', 'Sunđer', 'Žica', 'Zavrtanj']), ['Sunđer', 'Šraf', 'Zavrtanj', 'Žica'])
  })

  test('pays no heed to case and to how a mark is written', () => {
    assert.equal(sortKey('ČELIK'), sortKey('čelik'))
    assert.equal(sortKey('čelik'.normalize('NFD')), sortKey('čelik'))
  })

  test('a shorter word stands before a longer one that begins with it, a space before a letter', () => {
    assert.deepEqual(byKey(['Kablovi', 'Kabl crni', 'Kabl']), ['Kabl', 'Kabl crni', 'Kablovi'])
  })
})
