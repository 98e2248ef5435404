/** Wrong letters allowed in a name of this length: one in four, two at least. */
const allowed = (name: string): number => Math.max(2, Math.floor(name.length / 4))

/** Names are compared without case, `_` and `-`: `dateStart` is `date_start`. */
const bare = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

/** No name that is known has half of it; to compare longer ones would take long. */
const MAX_NAME_CHARACTERS = 100

/**
 * The name that somebody who wrote `typed` most likely meant: the one with the fewest letters that are wrong, missing,
 * too many or exchanged with their neighbour. Null where none is near; of several that are equally near, the first.
 */
export function nearestName(typed: string, known: Iterable<string>): string | null {
  if (typed.length > MAX_NAME_CHARACTERS) return null
  const wanted = bare(typed)
  let nearest: string | null = null
  let fewest = allowed(wanted) + 1
  for (const name of known) {
    const candidate = bare(name)
    if (Math.abs(candidate.length - wanted.length) >= fewest) continue
    const faults = editDistance(wanted, candidate)
    if (faults < fewest) [nearest, fewest] = [name, faults]
  }
  return nearest
}

/** Edits that make one text of the other: a sign put in, left out, replaced, or two neighbours exchanged. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

const at = (row: readonly number[], column: number): number => row[column] as number
