import { setTimeout as sleep } from 'node:timers/promises'
import { heldUpMs, ownTimeMs, type ServerProcess } from './server-process.ts'

const PAUSE_MS = 5

/** How long somebody else waited at most: on the clock, and without the time in which there was no processor for it. */
export type Waited = { readonly longestMs: number; readonly ownMs: number; readonly asked: number }

/** Asks again and again while `work` goes on; answers how long the slowest of these questions took. */
export async function askedMeanwhile(
  server: Pick<ServerProcess, 'pid'>,
  ask: () => Promise<unknown>,
  work: Promise<unknown>,
): Promise<Waited> {
  let busy = true
  const done = work.finally(() => {
    busy = false
  })
  // The two take turns on the machine, so what either of them waits for a processor counts.
  const heldUp = () => heldUpMs(server.pid) + heldUpMs(process.pid)
  let [longestMs, ownMs, asked] = [0, 0, 0]
  const asking = async () => {
    for (; busy; await sleep(PAUSE_MS)) {
      const [held, began] = [heldUp(), performance.now()]
      await ask()
      const tookMs = performance.now() - began
      longestMs = Math.max(longestMs, tookMs)
      ownMs = Math.max(ownMs, tookMs - (heldUp() - held))
      asked++
    }
  }
  await Promise.all([done, asking()])
  return { longestMs, ownMs, asked }
}

/**
 * The answer of `make`, and the longest piece of work of this thread meanwhile, in milliseconds of a processor: nobody
 * else is answered during one. Waits for the disk or for a processor that others have do not count.
 */
export async function blockedBy<T>(make: () => Promise<T>): Promise<{ made: T; blockedMs: number }> {
  let last = ownTimeMs()
  let blockedMs = 0
  const look = () => {
    const now = ownTimeMs()
    blockedMs = Math.max(blockedMs, now - last)
    last = now
  }
  const beat = setInterval(look, 5)
  const made = await make().finally(() => clearInterval(beat))
  look()
  return { made, blockedMs }
}
