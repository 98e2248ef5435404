import { normalized } from './one-form.ts'
import { searchText } from './search-text.ts'

/** Letters of their own in the Serbian alphabet, written so that plain byte order puts them behind their neighbour. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/dž|џ/g, 'd{'],
  [/đ|ђ/g, 'd|'],
  [/lj|љ/g, 'l{'],
  [/nj|њ/g, 'n{'],
  [/č|ч/g, 'c{'],
  [/ć|ћ/g, 'c|'],
  [/š|ш/g, 's{'],
  [/ž|ж/g, 'z{'],
]

/**
 * A key whose byte order is the Serbian alphabet's (a b c č ć d dž đ … l lj … n nj … z ž), the same on every engine.
 * Both scripts and both cases sort alike.
 */
export function sortKey(text: string): string {
  let key = normalized(text.toLowerCase(), 'NFC')
  for (const [letters, written] of LETTERS) key = key.replace(letters, written)
  return searchText(key)
}
