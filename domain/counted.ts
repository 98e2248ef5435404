/** The word that goes with a count: 1, 21 `one`; 2 to 4, 22 `few`; 0, 5 to 20, 25 `many`. */
export function counted(count: number, one: string, few: string, many: string): string {
  const [tens, ones] = [Math.floor(count / 10) % 10, count % 10]
  if (tens === 1 || ones === 0 || ones > 4) return many
  return ones === 1 ? one : few
}
