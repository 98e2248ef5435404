/** Why somebody got no place: too many wait already, or none became free in time. */
export type NoPlace = 'full' | 'late'

/**
 * Lets `places` callers do something at once. Others wait, in number and time bounded: `enter` answers null with a place,
 * which `leave` gives back, or why there is none.
 */
export function createTurns({ places, queue, waitMs }: { places: number; queue: number; waitMs: number }) {
  const waiting: (() => void)[] = []
  let taken = 0
  return {
    async enter(): Promise<NoPlace | null> {
      if (taken < places) {
        taken++
        return null
      }
      if (waiting.length >= queue) return 'full'
      const { promise, resolve } = Promise.withResolvers<NoPlace | null>()
      const enter = () => resolve(null)
      waiting.push(enter)
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1)
        resolve('late')
      }, waitMs)
      return promise.finally(() => clearTimeout(timer))
    },
    /** Hands the place to the caller that waits longest. */
    leave() {
      const next = waiting.shift()
      if (next) next()
      else taken--
    },
  }
}
