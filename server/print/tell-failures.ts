/** The interval of lines about papers that could not be drawn: a trace of each would fill the disk under overload. */
export const TELL_EVERY_MS = 60_000

/** Tells the first failure at once, then at most one line per `everyMs` with the number of failures since. */
export function teller(tell: (line: string) => void, everyMs = TELL_EVERY_MS): (error: unknown) => void {
  let count = 0
  let last = ''
  let timer: NodeJS.Timeout | undefined
  function tellNow() {
    timer = undefined
    if (count === 0) return
    tell(`Papers that could not be drawn: ${count} (the last: ${last})`)
    count = 0
    timer = setTimeout(tellNow, everyMs).unref()
  }
  return (error) => {
    count++
    last = error instanceof Error ? error.message.split('\n', 1).join() : String(error)
    if (!timer) tellNow()
  }
}

export const tellUndrawn = teller((line) => console.error(line))
