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
