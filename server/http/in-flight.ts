import { sentences } from '#contract/errors.ts'
import { TryAgain } from '#server/refusal.ts'

/** Bodies up to this size always come in: forms and most documents; connections alone bound their number. */
export const SMALL_BODY_BYTES = 64 * 1024
/** Larger bodies that one user may have on their way or in work: three of the largest files. */
export const MAX_USER_BYTES = 32 * 1024 * 1024
/** Those of all users. A body lies in memory some three times while it is read, so this is 200 MB at the worst. */
export const MAX_ALL_BYTES = 64 * 1024 * 1024
/** After so much at once V8 is asked to give memory back (`rested`): it does not do so by itself while nobody calls. */
const MUCH_BYTES = 16 * 1024 * 1024
const RETRY_SECONDS = 5

/** The bytes that one call has in flight. */
export type Room = {
  /** Makes it so many bytes in all; refuses (503, `Retry-After`) what would be too much. */
  need(bytes: number): void
  /** Gives it back. */
  leave(): void
}

/**
 * Counts the bytes of bodies, of users by their ids, from before they are read until they are answered. `rested` hears
 * when the last has left after much.
 */
export function bytesInFlight(rested: () => void = () => undefined): (user: number) => Room {
  const ofUser = new Map<number, number>()
  let all = 0
  let most = 0

  function count(user: number, bytes: number) {
    all += bytes
    most = Math.max(most, all)
    const own = (ofUser.get(user) ?? 0) + bytes
    if (own > 0) ofUser.set(user, own)
    else ofUser.delete(user)
    if (all > 0) return
    if (most > MUCH_BYTES) rested()
    most = 0
  }

  return (user) => {
    let taken = 0
    return {
      need(bytes) {
        if (bytes <= SMALL_BODY_BYTES) return
        const more = bytes - taken
        if ((ofUser.get(user) ?? 0) + more > MAX_USER_BYTES || all + more > MAX_ALL_BYTES)
          throw new TryAgain('unavailable', sentences.muchInFlight, RETRY_SECONDS)
        taken = bytes
        count(user, more)
      },
      leave() {
        if (taken > 0) count(user, -taken)
        taken = 0
      },
    }
  }
}
export type BytesInFlight = ReturnType<typeof bytesInFlight>
