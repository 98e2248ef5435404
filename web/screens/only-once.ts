/**
 * Does work that must not be done twice: none is begun while one is under way, nor after one has succeeded, when its form
 * is about to go. A second key or click may come before the screen shows either. Answers null where nothing was begun, and
 * a work that gives null itself was called off: it may be begun again.
 */
export function onlyOnce(): <T>(work: () => Promise<T>) => Promise<T | null> {
  let begun = false
  return async (work) => {
    if (begun) return null
    begun = true
    try {
      const done = await work()
      if (done === null) begun = false
      return done
    } catch (error) {
      begun = false
      throw error
    }
  }
}
