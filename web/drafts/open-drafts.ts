/** This tab among those of the browser; a lock says of itself which tab holds it. */
const TAB = crypto.randomUUID()
/** The drafts whose forms are open in this tab: a lock that was given back may still count as held for a moment. */
const openHere = new Set<string>()

/** Says to this tab and to others that somebody is at a draft, until `signal` ends it. */
export function holdDraft(key: string, signal: AbortSignal): void {
  openHere.add(key)
  const closed = new Promise<void>((close) => {
    signal.addEventListener('abort', () => {
      openHere.delete(key)
      close()
    })
  })
  void navigator.locks?.request(`${TAB} ${key}`, () => closed)
}

/** The drafts that are open in some tab; only those of this one where the browser cannot tell (over plain http). */
export async function openDraftKeys(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const elsewhere = held.flatMap(({ name = '' }) => (name.startsWith(TAB) ? [] : [name.slice(TAB.length + 1)]))
  return new Set([...openHere, ...elsewhere])
}
