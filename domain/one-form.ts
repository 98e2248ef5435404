/**
 * No field holds a tenth of it. What is longer is left as it is, to be refused by its length before anything looks at
 * its letters; where something is looked for in it, its beginning counts.
 */
export const MAX_RAW_CHARACTERS = 10_000

/** More marks on a letter than any script has (the Stream-Safe Text Format of Unicode, UAX 15). */
const TOO_MANY_MARKS = /(?<!\p{M})(\p{M}{30})\p{M}+/gu

/**
 * A text, as far as MAX_RAW_CHARACTERS, in one of Unicode's forms. `normalize` sorts the marks of a letter in the square of
 * their number: 30 of them count.
 */
export const normalized = (text: string, form: 'NFC' | 'NFD'): string =>
  text.slice(0, MAX_RAW_CHARACTERS).replace(TOO_MANY_MARKS, '$1').normalize(form)

/** What cannot be seen and takes no room, e.g. between two letters. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** What is seen as a space: the many kinds of it, the empty sign of Braille, and control characters but NUL. */
const BLANK = /[\p{Z}\u2800]|[^\P{Cc}\0]/gu

/** What turns the order of signs around (bidi controls): with it `gpj.exe` is read as `exe.jpg`, a name as another one. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Text as it is read, without controls that turn its signs around. */
export const inReadingOrder = (text: string): string => text.replace(TURNING, '')

/** Letters, digits and signs of Latin scripts, a single space between them: a text that is in one form already. */
const PLAIN = /^(?:[!-~À-ſ]+ )*[!-~À-ſ]+$/

/**
 * Text with its letters and spaces in one form: `č` may also come as a `c` with a mark of its own, a space as one at which
 * no line breaks. What turns its signs around goes. A text of which nothing can be seen is empty. NUL stays, to be refused.
 */
export function inOneForm(text: string): string {
  if (text.length > MAX_RAW_CHARACTERS || PLAIN.test(text)) return text
  const plain = normalized(inReadingOrder(text).replace(BLANK, ' ').trim(), 'NFC')
  return plain.replace(UNSEEN, '').trim() === '' ? '' : plain
}

/**
 * A number or code as it is seen: with what cannot be seen, which comes along with pasted text, two that look alike
 * would be two.
 */
export const visibleCode = (text: string): string =>
  text.length > MAX_RAW_CHARACTERS || PLAIN.test(text) ? text : inOneForm(text.replace(UNSEEN, ''))
