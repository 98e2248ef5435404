const turns = new Map<string, Promise<unknown>>()

/**
 * Runs `work` after all that was asked for before under the same key. So of many logins at once, of one account and
 * from one address, none is turned away because others, which will succeed, are still being counted.
 */
export function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve()
  const turn = before.then(work, work)
  turns.set(key, turn)
  const leave = () => {
    if (turns.get(key) === turn) turns.delete(key)
  }
  turn.then(leave, leave)
  return turn
}
