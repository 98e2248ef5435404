/**
 * Tells which of some words stand in a text, the first of them as the lowest bit, each by any of its forms. Reads each
 * letter of the text once, whatever words and text are (Aho and Corasick, 1975), and stops where all are found. Takes at
 * most 31 words, the bits of an integer that `|` keeps.
 */
export function wordFinder(words: readonly (readonly string[])[]): (text: string) => number {
  const size = words.flat().reduce((sum, form) => sum + form.length, 1)
  // A letter that is in no word is 0. State 0 is the beginning; `next` has a row of letters for each state.
  const letters = new Uint16Array(0x1_0000)
  let kinds = 1
  for (const unit of unitsOf(words.flat().join(''))) letters[unit] ||= kinds++
  const next = new Int32Array(size * kinds)
  const found = new Int32Array(size)
  let states = 1
  words.forEach((forms, word) => {
    for (const form of forms) {
      let state = 0
      for (const unit of unitsOf(form)) {
        const step = state * kinds + at(letters, unit)
        state = at(next, step) || states
        if (state === states) next[step] = states++
      }
      found[state] = at(found, state) | (1 << word)
    }
  })
  // Shortest first: a missing step takes that of the longest end of its state that begins a word.
  const ends = new Int32Array(size)
  const shortestFirst = [0]
  for (const state of shortestFirst)
    for (let letter = 1; letter < kinds; letter++) {
      const step = state * kinds + letter
      const shorter = state === 0 ? 0 : at(next, at(ends, state) * kinds + letter)
      const longer = at(next, step)
      if (longer === 0) next[step] = shorter
      else {
        ends[longer] = shorter
        found[longer] = at(found, longer) | at(found, shorter)
        shortestFirst.push(longer)
      }
    }
  // A state is the offset of its row here: two steps a letter. A state that ends a word is below zero.
  const rows = next.map((state) => (at(found, state) === 0 ? state * kinds : ~(state * kinds)))
  const all = 2 ** words.length - 1
  return (text) => {
    let row = 0
    let seen = found[0] as number
    for (let i = 0; i < text.length && seen !== all; i++) {
      row = rows[row + (letters[text.charCodeAt(i)] as number)] as number
      if (row < 0) {
        row = ~row
        seen |= found[row / kinds] as number
      }
    }
    return seen
  }
}

const at = (figures: Int32Array | Uint16Array, index: number): number => figures[index] as number

function* unitsOf(text: string) {
  for (let i = 0; i < text.length; i++) yield text.charCodeAt(i)
}
