/** The first thing that is not as the documents say, in a sentence for the bookkeeper. */
export class Difference extends Error {}

/**
 * Throws if a stored value differs from the one that follows from the documents; `show` writes a value as a person
 * reads it.
 */
export function expectSame<T>(what: string, stored: T, expected: T, show: (value: T) => string = String): void {
  if (stored === expected) return
  throw new Difference(`${what} u bazi je ${show(stored)}, a treba da bude ${show(expected)}.`)
}
