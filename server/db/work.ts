import type { Tx } from './schema.ts'

/** Most that share one commit: enough to fill a disk's sync, few enough that the first does not wait long. */
export const MAX_SHARED = 64

/** What comes of one part: its answer, or why it was refused before anything of it was written. */
export type Outcome<T> = { readonly answer: T } | { readonly error: unknown }

/**
 * Does the same for several parts in one transaction, with sets instead of loops, and answers what came of each, in
 * their order. Whatever it throws undoes all of them; each is then done again alone.
 */
export type Together<Part, T> = (tx: Tx, parts: readonly Part[]) => Promise<readonly Outcome<T>[]>

/** One part of what may be done together with others that wait for the same. */
export type Shared<T> = { readonly together: Together<unknown, T>; readonly part: unknown }

/** What one transaction does for one user: by itself, or together with what others wait for. */
export type Work<T> = ((tx: Tx) => Promise<T>) | Shared<T>

/** A part as a work that may be done together with others; those that name the same `together` are. */
export const shared = <Part, T>(together: Together<Part, T>, part: Part): Shared<T> => ({
  together: together as Together<unknown, T>,
  part,
})

/** The order in which those that wait are done: the oldest day first, otherwise as they came. */
export const byDay = (a: { readonly day: string }, b: { readonly day: string }): number =>
  a.day < b.day ? -1 : a.day > b.day ? 1 : 0

/** Whether these two may be done by one call. */
export const isSame = (a: Work<unknown>, b: Work<unknown>): boolean =>
  'together' in a && 'together' in b && a.together === b.together

/**
 * Runs one work, or several with the same `together`, and answers what came of each. What a work that runs alone is
 * refused with is thrown, so that its transaction is undone.
 */
export async function doAll<T>(tx: Tx, works: readonly Work<T>[]): Promise<readonly Outcome<T>[]> {
  const [first, ...others] = works
  if (!first) return []
  if (!('together' in first)) return [{ answer: await first(tx) }]
  const outcomes = await first.together(tx, [first.part, ...others.map((work) => (work as Shared<T>).part)])
  if (others.length === 0) for (const outcome of outcomes) answerOrThrow(outcome)
  return outcomes
}

/** The answer of a part; throws what it was refused with. */
export function answerOrThrow<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw outcome.error
  return outcome.answer
}
