import { Session } from 'node:inspector/promises'

/**
 * Gives memory that is no longer needed back to the machine. V8's young generation grows to 30 MiB while the program is
 * loaded, and shrinks only when a debugger reports that memory is short. Nothing else runs meanwhile, for some 0.1 s.
 */
export async function giveBackMemory(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}

/** The quiet time after large bodies, before memory is given back. */
export const QUIET_MS = 20_000
let timer: NodeJS.Timeout | undefined

/** Gives memory back QUIET_MS after the last call: else the buffers of bodies stay until there is other work. */
export function giveBackSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => giveBackMemory().catch((error) => console.error(error)), QUIET_MS).unref()
}
