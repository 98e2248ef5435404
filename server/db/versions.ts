import { sentences } from '#contract/errors.ts'
import { Refusal } from '#server/refusal.ts'

/** Refuses a change of what somebody else changed meanwhile; a client that sends no version takes what there is. */
export function assertVersion(stored: number, ifVersion: number | null): void {
  if (ifVersion !== null && ifVersion !== stored) throw new Refusal('conflict', sentences.changedMeanwhile)
}
