/** The kind of document at the beginning of its own number: `C4-…`, `C1 …`; its digit counts nothing. */
const KIND = /^c[14](?!\d)/i

type Run = { readonly at: number; readonly digits: string }

/**
 * The numbers that follow that of a document of the year `from`, for one of the year `to`, the nearest first and
 * `count` of them: `C4-2026-017` → `C4-2026-018`. The last digits of the text count up and keep their zeros; a year in
 * the number is none of them (`017/2026`, `17/26`), follows, and counts from 1 when it is another one. None where
 * nothing counts.
 */
export function nextNumbers(number: string, from: number, to: number, count: number): string[] {
  const runs = runsIn(number)
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

function runsIn(number: string): Run[] {
  const kind = KIND.exec(number)?.[0].length ?? 0
  return [...number.slice(kind).matchAll(/\d+/g)].map((found) => ({ at: kind + found.index, digits: found[0] }))
}

/** Where the year stands: all four digits anywhere, two of them behind a slash at the end. */
function yearRun(number: string, runs: readonly Run[], year: number): Run | undefined {
  const whole = runs.find(({ digits }) => digits === String(year))
  if (whole) return whole
  const last = runs.at(-1)
  const isShort = last?.digits === String(year).slice(-2) && number[last.at - 1] === '/' && runs.length > 1
  return isShort && number.endsWith(`/${last.digits}`) ? last : undefined
}
