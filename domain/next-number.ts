/** The kind of document at the beginning of its own number: `C4-…`, `C1 …`; its digit counts nothing. */
const KIND = /^c[14](?!\d)/i

type Run = { readonly at: number; readonly digits: string }

/** The number that customs gives a declaration (MRN): year, country, 13 signs and a check digit. */
const CHECKED = /^\d{2}[A-Z]{2}[A-Z\d]{13}\d$/i

/**
 * The numbers that may follow the number of a document of the year `from`, for a document of the year `to`: the nearest
 * first, `count` of them, e.g. `C4-2026-017` → `C4-2026-018`. The last digits of the text count up and keep their
 * zeros. A year in the number (`017/2026`, `17/26`, `26-017`, `2026017`) does not count up; it changes to `to`, and the
 * number then begins at 1. The answer is empty where nothing counts up, and for a number with a check digit, because
 * its next number cannot be guessed.
 */
export function nextNumbers(number: string, from: number, to: number, count: number): string[] {
  if (CHECKED.test(number)) return []
  const runs = runsIn(number, from)
  const year = yearRun(number, runs, from)
  const counter = runs.findLast((run) => run !== year)
  if (!counter) return []
  const { at, digits } = counter
  const first = from === to || !year ? BigInt(digits) + 1n : 1n
  return Array.from({ length: count }, (_, ahead) => {
    const next = String(first + BigInt(ahead)).padStart(digits.length, '0')
    const replaced = number.slice(0, at) + next + number.slice(at + digits.length)
    if (!year) return replaced
    const moved = year.at < at ? year.at : year.at + next.length - digits.length
    const written = String(to).slice(-year.digits.length)
    return replaced.slice(0, moved) + written + replaced.slice(moved + year.digits.length)
  })
}

/** Runs of digits. One that begins with all digits of the year and goes on as a counter is two. */
function runsIn(number: string, year: number): Run[] {
  const kind = KIND.exec(number)?.[0].length ?? 0
  return [...number.slice(kind).matchAll(/\d+/g)].flatMap(({ 0: digits, index }) => {
    const at = kind + index
    const begun = String(year)
    return digits.startsWith(begun) && digits.length >= begun.length + FEWEST_COUNTED
      ? [
          { at, digits: begun },
          { at: at + begun.length, digits: digits.slice(begun.length) },
        ]
      : [{ at, digits }]
  })
}
const FEWEST_COUNTED = 3

/** Where the year stands: all four digits anywhere, else two of them beside a counter, behind a slash at the end first. */
function yearRun(number: string, runs: readonly Run[], year: number): Run | undefined {
  const whole = runs.find(({ digits }) => digits === String(year))
  if (whole || runs.length === 1) return whole
  const short = runs.filter(({ digits }) => digits === String(year).slice(-2))
  const last = short.at(-1)
  return last && number[last.at - 1] === '/' && number.endsWith(last.digits) ? last : short[0]
}
