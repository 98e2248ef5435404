// Everything runs on one thread: a work that takes long gives it up in between, so that nobody else waits for its end.

/** The time that a work may hold the event loop before it lets others in. */
const SLICE_MS = 20
/** The number of steps between looks at the clock: a look takes as long as many a step. */
const STEPS = 256

let since = performance.now()
const waiting: (() => void)[] = []

/** Whether it is time to let others in. */
export const isDue = (): boolean => performance.now() - since > SLICE_MS

/**
 * Resolves once everybody else has had a turn of the event loop. Only one of several waiting works goes on in each
 * turn: a turn with all of them would be long again.
 */
export function breathe(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  if (waiting.length === 1) setImmediate(nextTurn)
  return promise
}

function nextTurn() {
  since = performance.now()
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(nextTurn)
}

/** Does `step` with each of many items, and lets others in between. */
export async function each<T>(items: Iterable<T>, step: (item: T) => void): Promise<void> {
  let steps = STEPS
  for (const item of items) {
    step(item)
    if (--steps > 0) continue
    steps = STEPS
    if (isDue()) await breathe()
  }
}

/** Items in portions of at most this number. */
export function portions<T>(items: readonly T[], most: number): (readonly T[])[] {
  if (items.length <= most) return items.length > 0 ? [items] : []
  return Array.from({ length: Math.ceil(items.length / most) }, (_, at) => items.slice(at * most, (at + 1) * most))
}
