/** What cannot be seen and takes no room, e.g. between two letters. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** What is seen as a space: the many kinds of it, the empty sign of Braille, and control characters but NUL. */
const BLANK = /[\p{Z}\u2800]|[^\P{Cc}\0]/gu

/** Letters, digits and signs of Latin scripts, a single space between them: a text that is in one form already. */
const PLAIN = /^(?:[!-~À-ſ]+ )*[!-~À-ſ]+$/

/**
 * Text with its letters and spaces in one form: `č` may also come as a `c` with a mark of its own, a space as one at which
 * no line breaks. A text of which nothing can be seen is empty. NUL stays, to be refused.
 */
export function inOneForm(text: string): string {
  if (PLAIN.test(text)) return text
  const plain = text.replace(BLANK, ' ').trim().normalize('NFC')
  return plain.replace(UNSEEN, '').trim() === '' ? '' : plain
}

/**
 * A number or code as it is seen: with what cannot be seen, which comes along with pasted text, two that look alike
 * would be two.
 */
export const visibleCode = (text: string): string => (PLAIN.test(text) ? text : inOneForm(text.replace(UNSEEN, '')))
