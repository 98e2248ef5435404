/** The reason for no place: too many wait already, or none became free in time. */
export type NoPlace = 'full' | 'late'
/** A place that its caller holds until `leave`, which may be called more than once. */
export type Turn = { leave(): void }

/**
 * Lets `places` callers work at once. At most `queue` others wait up to `waitMs`, in the order in which they came.
 * `enter` answers a place, or why there is none.
 */
export function createTurns({ places, queue, waitMs }: { places: number; queue: number; waitMs: number }) {
  const waiting: (() => void)[] = []
  let taken = 0

  function newPlace(): Turn {
    let left = false
    return {
      leave() {
        if (left) return
        left = true
        const next = waiting.shift()
        if (next) next()
        else taken--
      },
    }
  }

  return {
    async enter(): Promise<NoPlace | Turn> {
      if (taken < places) {
        taken++
        return newPlace()
      }
      if (waiting.length >= queue) return 'full'
      const { promise, resolve } = Promise.withResolvers<NoPlace | Turn>()
      const enter = () => resolve(newPlace())
      waiting.push(enter)
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1)
        resolve('late')
      }, waitMs)
      return promise.finally(() => clearTimeout(timer))
    },
  }
}
