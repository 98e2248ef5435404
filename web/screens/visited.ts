import { z } from 'zod'
import { rememberChoice, rememberedChoice } from '#web/ui/remembered-choice.ts'

/** The page of a record that somebody opened: its address and its name. */
export type Visited = z.infer<typeof visited>
const visited = z.object({ to: z.string(), name: z.string() })

/** The number of last visits that are kept. */
const VISITED_KEPT = 8

const keyOf = (email: string) => `poslednje:${email}`

/** The records that this user opened last on this machine, newest first. */
export function visitedBy(email: string): Visited[] {
  try {
    return z.array(visited).parse(JSON.parse(rememberedChoice(keyOf(email)) ?? '[]'))
  } catch {
    return []
  }
}

/** Puts an opened record first among those of this user. */
export function noteVisit(email: string, one: Visited): void {
  const [last, ...rest] = visitedBy(email)
  if (last?.to === one.to && last.name === one.name) return
  const others = [last, ...rest].filter((other) => other && other.to !== one.to)
  rememberChoice(keyOf(email), JSON.stringify([one, ...others].slice(0, VISITED_KEPT)))
}

/** Forgets the records of this user, with the session. */
export const forgetVisits = (email: string): void => rememberChoice(keyOf(email), null)
