import type { Tx } from './schema.ts'

/** Most that share one commit: enough to fill a disk's sync, few enough that the first does not wait long. */
export const MAX_SHARED = 64

/** The result of one part: its answer, or why it was refused before anything of it was written. */
export type Outcome<T> = { readonly answer: T } | { readonly error: unknown }

/**
 * Does the same for several parts in one transaction, with sets instead of loops, and answers the outcome of each, in
 * their order. An error that it throws undoes all of them; each is then done again alone.
 */
export type Together<Part, T> = (tx: Tx, parts: readonly Part[]) => Promise<readonly Outcome<T>[]>

/** What one transaction does for one user: by itself, or as a part of what `together` does for several of a `kind`. */
export type Work<T> =
  | ((tx: Tx) => Promise<T>)
  | { readonly together: Together<unknown, T>; readonly part: unknown; readonly kind: unknown }

/** A part that may be done together with others of its `kind`. */
export const shared = <Part, T>(
  together: Together<Part, T>,
  part: Part,
  kind: unknown = together,
): Exclude<Work<T>, (tx: Tx) => Promise<T>> => ({ together: together as Together<unknown, T>, part, kind })

/** The order in which those that wait are done: the oldest day first, otherwise as they came. */
export const byDay = (a: { readonly day: string }, b: { readonly day: string }): number =>
  a.day < b.day ? -1 : a.day > b.day ? 1 : 0

/** Whether these two may be done by one call. */
export const isSameKind = (a: Work<unknown>, b: Work<unknown>): boolean =>
  'kind' in a && 'kind' in b && a.kind === b.kind

/**
 * Runs one work, or several of one kind, and answers the outcome of each. The refusal of a work that runs alone is thrown,
 * so that its transaction is undone.
 */
export async function doAll<T>(tx: Tx, works: readonly Work<T>[]): Promise<readonly Outcome<T>[]> {
  const [first, ...others] = works
  if (!first) return []
  if (!('together' in first)) return [{ answer: await first(tx) }]
  const outcomes = await first.together(tx, [first.part, ...others.map((work) => (work as typeof first).part)])
  if (others.length === 0) for (const outcome of outcomes) answerOrThrow(outcome)
  return outcomes
}

/** The answer of a part; throws what it was refused with. */
export function answerOrThrow<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw outcome.error
  return outcome.answer
}
