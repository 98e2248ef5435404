import { sentences } from '#contract/errors.ts'
import { Refusal, TryAgain } from '#server/refusal.ts'
import { byDay, isSameKind, MAX_SHARED, type Work } from './work.ts'

/** So long a work waits for its turn before it is refused: whoever sent it may ask again, and knows that nothing was done. */
export const MAX_WAIT_MS = 10_000
/** How often others may go before a work that waits: older ones that keep coming must not keep it out for ever. */
export const MAX_PASSED_OVER = 5
/** Works that wait at once, and the bytes of their requests: read, they take some ten times as much memory. */
export const MAX_WAITING = 500
export const MAX_WAITING_BYTES = 16 * 1024 * 1024
/** When those ask again who were refused. */
const AGAIN_SECONDS = 5

/** What somebody asks for: a work for the document of a day ('' where it has none). */
export type Asked = {
  readonly work: Work<unknown>
  readonly day: string
  readonly bytes: number
  /** Whether the client has gone away: then the work is not begun. */
  readonly isGone: () => boolean
}
/** A work whose turn has come; whoever takes it settles it. */
export type Job = Asked & { readonly resolve: (answer: unknown) => void; readonly reject: (error: unknown) => void }
type Waiting = Job & { passedOver: number; readonly timer: NodeJS.Timeout }

export type WaitingRoom = {
  /** Waits for its turn; resolves and rejects as whoever takes the work says. Rejects where the wait is too long. */
  wait(asked: Asked): Promise<unknown>
  /**
   * Of those that wait the one of the oldest day, or the one that was passed over most where that is too often, and with
   * it what may be done by the same call, oldest first; at most so many. Empty where nobody waits.
   */
  take(most?: number): Job[]
  readonly size: number
}

/** Where works wait until the database has time for them; in tests for a shorter time. */
export function waitingRoom({ maxWaitMs = MAX_WAIT_MS } = {}): WaitingRoom {
  let waiting: Waiting[] = []
  let bytes = 0

  function leave(some: readonly Waiting[]) {
    const left = new Set(some)
    waiting = waiting.filter((one) => !left.has(one))
    for (const one of some) {
      clearTimeout(one.timer)
      bytes -= one.bytes
    }
  }

  function refuse(some: readonly Waiting[], error: Error) {
    leave(some)
    for (const { reject } of some) reject(error)
  }

  return {
    wait(asked) {
      const isFull = waiting.length >= MAX_WAITING || (bytes > 0 && bytes + asked.bytes > MAX_WAITING_BYTES)
      if (isFull) return Promise.reject(tooBusy())
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => refuse([one], tooBusy()), maxWaitMs)
        const one: Waiting = { ...asked, resolve, reject, passedOver: 0, timer }
        waiting.push(one)
        bytes += asked.bytes
      })
    },

    take(most = MAX_SHARED) {
      const gone = waiting.filter(({ isGone }) => isGone())
      if (gone.length > 0) refuse(gone, new Refusal('invalid', sentences.notHttp))
      const [oldest] = waiting.sort(byDay)
      if (!oldest) return []
      const longest = waiting.reduce((a, b) => (b.passedOver > a.passedOver ? b : a))
      const first = longest.passedOver >= MAX_PASSED_OVER ? longest : oldest
      const others = waiting.filter((one) => one !== first && isSameKind(one.work, first.work))
      const taken = [first, ...others].slice(0, most)
      leave(taken)
      for (const one of waiting) one.passedOver++
      return taken.sort(byDay)
    },

    get size() {
      return waiting.length
    },
  }
}

const tooBusy = () => new TryAgain('unavailable', sentences.busy, AGAIN_SECONDS)
