/**
 * More than ten times what any field holds. Longer text stays as it is and is refused by its length before anything
 * looks at its letters; a search in it reads its beginning.
 */
export const MAX_RAW_CHARACTERS = 10_000

/** No script has more marks on a letter (the Stream-Safe Text Format of Unicode, UAX 15); the pattern repeats the number. */
const MOST_MARKS = 30
const TOO_MANY_MARKS = /(?<!\p{M})(\p{M}{30})\p{M}+/gu
/** Latin letters alone: no mark stands before U+0300. Most texts are, and looking for marks takes 20 times as long. */
const WITHOUT_MARKS = /^[\0-\u02ff]*$/

/**
 * A text, as far as MAX_RAW_CHARACTERS, in one of Unicode's forms. `normalize` takes the square of the number of marks
 * on a letter, so only 30 of them count.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKD'): string {
  const start = text.slice(0, MAX_RAW_CHARACTERS)
  const hasFew = start.length <= MOST_MARKS || WITHOUT_MARKS.test(start)
  return (hasFew ? start : start.replace(TOO_MANY_MARKS, '$1')).normalize(form)
}

/** Invisible characters without width, e.g. between two letters. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Characters that look like a space: its many kinds, the empty sign of Braille, and control characters but NUL. */
const BLANK = /[\p{Z}\u2800]|[^\P{Cc}\0]/gu

/** Bidi controls, which turn the order of signs around: with them `gpj.exe` is read as `exe.jpg`. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Text as it is read, without controls that turn its signs around. */
export const inReadingOrder = (text: string): string => text.replace(TURNING, '')

/** Letters, digits and signs of Latin scripts, a single space between them: a text that is in one form already. */
const PLAIN = /^(?:[!-~À-ſ]+ )*[!-~À-ſ]+$/

/**
 * Text with its letters and spaces in one form (`č` may come as a `c` with a mark of its own, a space as a no-break
 * one), without bidi controls. An invisible text becomes empty. NUL stays, to be refused.
 */
export function inOneForm(text: string): string {
  if (isLeft(text)) return text
  const plain = normalized(inReadingOrder(text).replace(BLANK, ' ').trim(), 'NFC')
  return plain.replace(UNSEEN, '').trim() === '' ? '' : plain
}

/** A text of several lines, each in one form. An invisible text becomes empty. */
export const linesInOneForm = (text: string): string =>
  text.length > MAX_RAW_CHARACTERS
    ? text
    : text
        .split(/\r\n|\r|\n/)
        .map(inOneForm)
        .join('\n')
        .trim()

const isLeft = (text: string): boolean => text.length > MAX_RAW_CHARACTERS || PLAIN.test(text)

/** Text as it is seen: pasted text brings invisible characters along. */
export const visibleText = (text: string): string => (isLeft(text) ? text : inOneForm(text.replace(UNSEEN, '')))

/** Hyphens that do not break, figure, en and em dashes, the minus sign, and what small and Eastern fonts make of them. */
const DASH = /[\u2010-\u2015\u02d7\u2043\u2212\ufe58\ufe63\uff0d]/g
/** The signs of ASCII as wide as a Chinese one. */
const FULL_WIDTH = /[\uff01-\uff5e]/g
const FULL_WIDTH_APART = 0xfee0

/**
 * A text, as far as MAX_RAW_CHARACTERS, with what means the same in the same signs: `µ` and `μ`, `²` and `2`, letters
 * of any width, every dash; without what cannot be seen.
 */
export const compatibleForm = (text: string): string =>
  normalized(text.slice(0, MAX_RAW_CHARACTERS).replace(UNSEEN, ''), 'NFKD').replace(DASH, '-')

/** A number or code as it is stored: dashes and full-width signs in ASCII, so that two which look alike are one. */
export const visibleCode = (text: string): string =>
  isLeft(text)
    ? text
    : visibleText(text)
        .replace(DASH, '-')
        .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_APART))

/** Cyrillic letters whose capitals look like Latin ones, small and large. */
const TWINS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'АВЕКМНОРСТХЈавекмнорстхј'].map((letter, at) => [letter, 'ABEKMHOPCTXJabekmhopctxj'.charAt(at)]),
)

/** A number or code with the Latin twins of its Cyrillic letters, where it has some that look like Latin ones. */
export const latinCode = (text: string): string =>
  isLeft(text) ? text : visibleCode(text).replace(/[\u0400-\u04ff]/g, (letter) => TWINS[letter] ?? letter)

/** Two numbers or codes are one where their keys are the same: in whatever case, dashes and look-alike letters. */
export const codeKey = (text: string): string => latinCode(text).trim().toLowerCase()
