import { searchText } from './search-text.ts'

/**
 * How well a typed text names the number of a document: 0 is all of it, 1 its end, 2 some of its parts, 3 parts with
 * the last one only begun; undefined is not at all. Separators divide a number into parts. The kind of separator and
 * leading zeros do not matter, and two digits also mean a year: '31/26' names 'C4-2026/0031'.
 */
export function numberRank(broj: string, typed: string): number | undefined {
  const parts = numberParts(broj)
  const wanted = numberParts(typed)
  const last = wanted.at(-1)
  if (last === undefined) return undefined
  if (parts.join(' ') === wanted.join(' ')) return 0
  const before = wanted.slice(0, -1)
  if (!before.every((want) => parts.some((part) => isPart(part, want)))) return undefined
  if (parts.at(-1) === last) return 1
  if (parts.some((part) => isPart(part, last))) return 2
  return parts.some((part) => part.startsWith(last)) ? 3 : undefined
}

/** The parts of a number: small Latin letters and digits, without zeros in front. */
export const numberParts = (text: string): string[] =>
  searchText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((part) => part.replace(/^0+(?=\d)/, ''))

const isPart = (part: string, wanted: string): boolean =>
  part === wanted || (/^\d\d$/.test(wanted) && part === `20${wanted}`)
