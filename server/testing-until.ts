import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 2
const MOST_MS = 60_000

/** Waits until something is so, which `what` says; after a minute that it is not is an error. */
export async function until(what: string, isSo: () => unknown): Promise<void> {
  for (const end = performance.now() + MOST_MS; !(await isSo()); await sleep(PAUSE_MS))
    if (performance.now() > end) throw new Error(`Waited a minute in vain until ${what}`)
}
