/** The word that goes with a count: 1, 21 `one`; 2 to 4, 22 `few`; 0, 5 to 20, 25 `many`. */
export function counted(count: number, one: string, few: string, many: string): string {
  const [tens, ones] = [Math.floor(count / 10) % 10, count % 10]
  if (tens === 1 || ones === 0 || ones > 4) return many
  return ones === 1 ? one : few
}

/** A count with its word: `1 sesija`, `3 sesije`, `9 sesija`. */
export const countOf = (count: number, one: string, few: string, many: string): string =>
  `${count} ${counted(count, one, few, many)}`

/** `12 stavki`, and the same for the other things that are counted in many places. */
export const stavkiOf = (count: number): string => countOf(count, 'stavka', 'stavke', 'stavki')
export const fakturaOf = (count: number): string => countOf(count, 'faktura', 'fakture', 'faktura')
export const materijalaOf = (count: number): string => countOf(count, 'materijal', 'materijala', 'materijala')
