import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { finderOf, isPartOf, searchText, sortKey } from './search-text.ts'

test('a part of a name has three letters at least', () => {
  for (const [word, isPart] of [
    ['privremeni', true],
    ['voz', true],
    ['uv', false],
    ['izvoz', false],
  ] as const)
    assert.equal(isPartOf('Privremeni uvoz', word), isPart, word)
})

test('a word is found as text, and as the number that looks like it', () => {
  for (const [text, word, found] of [
    ['С1-99', 'c1-99', true],
    ['C1-99', 'с1–9', true],
    ['УВОЗ-7', 'uvoz', true],
    ['УВОЗ-7', 'увоз', true],
    ['Kabl', 'кабл', true],
    ['КАВ12', 'kab', true],
    // A word with a letter of its own is no number in disguise: `сир` is not `Cip`.
    ['Čip', 'сир', false],
  ] as const)
    assert.equal(finderOf(word)(text), found, `${text} ${word}`)
})

const ANY = fc.string({ unit: 'binary', maxLength: 1 })

describe('what search compares', () => {
  test('ignores case, diacritics and script', () => {
    for (const written of ['Žičani KABLOVI', 'zicani kablovi', 'Жичани каблови', 'ЖИЧАНИ КАБЛОВИ'])
      assert.equal(searchText(written), 'zicani kablovi', written)
    assert.equal(searchText('Müller & Weiß'), 'muller & weiss')
    assert.equal(searchText('ŁÓDŹ Ærø Işık'), 'lodz aero isik')
    assert.equal(searchText('0,50 mm²'), '0,50 mm2')
  })

  test('đ and dj are the same in both scripts', () => {
    for (const written of ['Đorđević', 'Djordjević', 'Ђорђевић', 'DJORDJEVIC'])
      assert.equal(searchText(written), 'djordjevic', written)
  })

  test('lj, nj and dž are the same in both scripts', () => {
    assert.equal(searchText('Љубиша Његош Џеп'), searchText('Ljubiša Njegoš Džep'))
  })

  test('letters with marks written as two signs are the same as one', () => {
    assert.equal(searchText('Čelik'.normalize('NFD')), searchText('Čelik'.normalize('NFC')))
  })

  test('letters of the neighbours lose their marks before their script', () => {
    assert.equal(searchText('Николай Тодоров'), 'nikolai todorov')
    assert.equal(searchText('Ќерамика'), 'keramika')
  })

  test('signs of one meaning are one: units, full-width, ligatures, fractions, dashes', () => {
    for (const [written, folded] of [
      ['25 \u00b5m', '25 \u03bcm'],
      ['ΑΣ', 'ασ'],
      ['ＫＡＢＬ　１２', 'kabl 12'],
      ['o\ufb03ce \u2116 7', 'office no 7'],
      ['\u00bd\u2033 20 \u2103', '1/2\u2032\u2032 20 °c'],
      ['C1\u2011\u2060 99 — 2\u00ad6', 'c1- 99 - 26'],
    ] as const)
      assert.equal(searchText(written), folded, written)
  })

  test('spaces count once and not at the ends', () => {
    assert.equal(searchText('  kabl \t crni\n'), 'kabl crni')
  })

  test('what turns the order of signs around is not looked at', () => {
    assert.equal(searchText('\u202Ežuti\u202C kabl\u200f'), 'zuti kabl')
    assert.equal(searchText('\u202Ekabl'), 'kabl')
  })

  test('text of which no letter folds reads as it does beside one that folds', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'aZ0.-/&_', ' ', '\t', '\u007f') })
    fc.assert(
      fc.property(plain, (text) => assert.equal(searchText(`ž${text}ž`), `z${searchText(`.${text}.`).slice(1, -1)}z`)),
    )
  })

  test('folding what is folded changes nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(fc.constantFrom(...'ßẞİıŁłØøÆœ²³йЙќđЂљǅ Čćž℃™Σςµ½ﬃ－', '\u0301', '\u00a0'), ANY) }),
        (text) => {
          assert.equal(searchText(searchText(text)), searchText(text))
        },
      ),
    )
  })
})

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
