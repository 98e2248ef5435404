import { Session } from 'node:inspector/promises'

/**
 * Gives the machine back what only the start needed. V8's young generation grows to 30 MiB while the program is loaded,
 * and V8 makes it smaller again only where it is told that memory is short, which a debugger may. Nothing else runs
 * meanwhile, for some 0.1 s.
 */
export async function giveBackMemory(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}

/** After much was taken in, the time in which nobody may bring as much again before memory is given back. */
export const QUIET_MS = 20_000
let timer: NodeJS.Timeout | undefined

/** Gives memory back when it has been quiet for QUIET_MS: buffers of bodies that were read else wait for the next work. */
export function giveBackSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => giveBackMemory().catch((error) => console.error(error)), QUIET_MS).unref()
}
