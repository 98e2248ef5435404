import { compatibleForm, latinCode, MAX_RAW_CHARACTERS, normalized } from './one-form.ts'

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

/** Letters of neighbouring languages that are no letter with a mark, and the stroke of `½`. */
const OTHERS: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ß: 'ss',
  đ: 'dj',
  ς: 'σ',
  '⁄': '/',
}

/**
 * The text that search compares: lower case, no diacritics, one script, one form of signs that mean the same (`µ` and
 * `μ`, `²` and `2`, full-width letters, dashes). `Đ` and `dj` are the same, `каблови` finds `Kablovi` (decisions §2).
 * Stored and searched text both go through this, no more than MAX_RAW_CHARACTERS of it.
 */
export function searchText(whole: string): string {
  const text = whole.slice(0, MAX_RAW_CHARACTERS)
  // Most texts of documents are numbers and names of foreign firms, which need no folding.
  return (ASCII.test(text) ? text.toLowerCase() : folded(text)).replace(/\s+/g, ' ').trim()
}

/**
 * The forms in which search compares text that may be a number or code: as any text, and, where it has Cyrillic letters
 * that look like Latin ones, with these as their twins. A document keeps its number in all of them.
 */
export const searchForms = (text: string): string[] => formsOf(text, latinCode(text))

/** A text, and its code where that is another one when folded. */
function formsOf(text: string, code: string): string[] {
  const asText = searchText(text)
  const asCode = code === text ? asText : searchText(code)
  return asCode === asText ? [asText] : [asText, asCode]
}

const CYRILLIC_LETTER = /\p{Script=Cyrillic}/u

/**
 * The forms in which a word is looked for among what is stored: one with a Cyrillic letter that looks like no Latin one
 * is meant as a word, any other may also be the number or ID that looks the same.
 */
export function soughtForms(word: string): string[] {
  const code = latinCode(word)
  return CYRILLIC_LETTER.test(code) ? [searchText(word)] : formsOf(word, code)
}

/** Tells whether a word stands in a text that is not stored folded, e.g. the number of an invoice. */
export function finderOf(word: string): (text: string) => boolean {
  const sought = soughtForms(word)
  return (text) => searchForms(text).some((form) => sought.some((one) => form.includes(one)))
}

const ASCII = /^[\0-\x7f]*$/

const folded = (text: string) =>
  compatibleForm(text)
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[а-шђјљњћџ]/g, (letter) => CYRILLIC[letter] ?? letter)
    .replace(/[łøæœıßđς⁄]/g, (letter) => OTHERS[letter] ?? letter)

/** Shorter words stand in too many names. */
const SHORTEST_PART = 3

/** Whether a word stands in a name, with three letters at least. */
export function isPartOf(name: string, word: string): boolean {
  const folded = searchText(word)
  return folded.length >= SHORTEST_PART && searchText(name).includes(folded)
}

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
