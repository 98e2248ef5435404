/**
 * Does work that must not be done twice: none is begun while one is under way, nor after one has succeeded, when its
 * form is about to go. A second key or click may come before the screen shows either. Answers null where nothing was
 * begun. Work that gives null itself was called off: it may be begun again.
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

/**
 * Keys for the creating calls of one form (Idempotency-Key): the same body gets the same key, so that sending it twice
 * creates once; a changed one gets a new key, for the server refuses a key that comes with other data, and after an
 * answer that never arrived the form could otherwise not be saved any more.
 */
export function requestKeys(newKey: () => string = () => crypto.randomUUID()): (body: unknown) => string {
  let last: { readonly text: string; readonly key: string } | null = null
  return (body) => {
    const text = JSON.stringify(body)
    if (last?.text !== text) last = { text, key: newKey() }
    return last.key
  }
}
