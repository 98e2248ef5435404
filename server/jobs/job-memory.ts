import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { TryAgain } from '#server/refusal.ts'

const MIB = 1024 * 1024
/** The memory of a process for one spreadsheet beside the heap of V8: Node itself, and the bytes of the file. */
export const BESIDE_HEAP_MB = 128
/** With less it could not even begin. */
export const LEAST_HEAP_MB = 128
/** When those ask again for whom there was no memory. */
const AGAIN_SECONDS = 30

/** MiB that the heap of a process may have: `most`, or what the machine or the container still has. */
export const heapMb = (most: number): number =>
  Math.max(LEAST_HEAP_MB, Math.min(most, Math.floor(availableBytes() / MIB) - BESIDE_HEAP_MB))

/** Refuses (503, `Retry-After`) where a process for a spreadsheet would find no memory: the system would end one of us. */
export function refuseWithoutMemory(sentence: string): void {
  if (availableBytes() < (LEAST_HEAP_MB + BESIDE_HEAP_MB) * MIB) throw withoutMemory(sentence)
}

export const withoutMemory = (sentence: string) => new TryAgain('unavailable', sentence, AGAIN_SECONDS)

/** In a container with a limit Node counts pages of files as used, which the system takes back when it needs them. */
function availableBytes(): number {
  const limit = process.constrainedMemory()
  const available = process.availableMemory()
  return limit === 0 || limit > totalmem() ? available : available + pagesOfFiles()
}

/**
 * The container's memory that holds files; where that cannot be read, as much as one likes: nothing is refused on a
 * guess.
 */
function pagesOfFiles(): number {
  try {
    const [, group = ''] = /^0::(\/.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? []
    const stat = readFileSync(`/sys/fs/cgroup${group}/memory.stat`, 'utf8')
    const pages = Array.from(stat.matchAll(/^(?:in)?active_file (\d+)$/gm), ([, bytes]) => Number(bytes))
    return pages.length > 0 ? pages.reduce((sum, bytes) => sum + bytes) : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
