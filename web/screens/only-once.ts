/**
 * Does work that must not be done twice: none is begun while one is under way, nor after one has succeeded, when its form
 * is about to go. A second key or click may come before the screen shows either. Answers null where nothing was begun.
 */
export function onlyOnce(): <T>(work: () => Promise<T>) => Promise<T | null> {
  let begun = false
  return async (work) => {
    if (begun) return null
    begun = true
    try {
      return await work()
    } catch (error) {
      begun = false
      throw error
    }
  }
}
