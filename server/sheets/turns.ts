/**
 * Lets so many do something at once. Further ones wait, in number and time bounded: `enter` answers whether a place was
 * had, and whoever had one says so with `leave`.
 */
export function createTurns({ places, queue, waitMs }: { places: number; queue: number; waitMs: number }) {
  const waiting: (() => void)[] = []
  let taken = 0
  return {
    async enter(): Promise<boolean> {
      if (taken < places) {
        taken++
        return true
      }
      if (waiting.length >= queue) return false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const enter = () => resolve(true)
      waiting.push(enter)
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1)
        resolve(false)
      }, waitMs)
      return promise.finally(() => clearTimeout(timer))
    },
    /** Hands the place over to whoever waits longest. */
    leave() {
      const next = waiting.shift()
      if (next) next()
      else taken--
    },
  }
}
