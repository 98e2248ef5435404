import { inReadingOrder, MAX_RAW_CHARACTERS, normalized } from './one-form.ts'

const CYRILLIC: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  ђ: 'dj',
  е: 'e',
  ж: 'z',
  з: 'z',
  и: 'i',
  ј: 'j',
  к: 'k',
  л: 'l',
  љ: 'lj',
  м: 'm',
  н: 'n',
  њ: 'nj',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  ћ: 'c',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'c',
  џ: 'dz',
  ш: 's',
}

/** Letters of the neighbours that no mark makes of another letter, and the signs of square and cubic units. */
const OTHERS: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ß: 'ss',
  đ: 'dj',
  '²': '2',
  '³': '3',
}

/**
 * What search compares: lower case, no diacritics, one script. `Đ` and `dj` are the same, `каблови` finds `Kablovi`
 * (decisions §2). Both the stored text and what is searched for go through this, no more than MAX_RAW_CHARACTERS of it.
 */
export function searchText(text: string): string {
  const lower = text.slice(0, MAX_RAW_CHARACTERS).toLowerCase()
  // Most texts of documents are numbers and names of firms abroad, of which nothing folds.
  return (ASCII.test(lower) ? lower : folded(lower)).replace(/\s+/g, ' ').trim()
}

const ASCII = /^[\0-\x7f]*$/

const folded = (lower: string) =>
  normalized(inReadingOrder(lower), 'NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[а-шђјљњћџ]/g, (letter) => CYRILLIC[letter] ?? letter)
    .replace(/[łøæœıßđ²³]/g, (letter) => OTHERS[letter] ?? letter)

/** Shorter ones stand in too many names. */
const SHORTEST_PART = 3

/** Whether `word`, which is folded already, stands in a name, with three letters at least. */
export const isPartOf = (name: string, word: string): boolean =>
  word.length >= SHORTEST_PART && searchText(name).includes(word)
