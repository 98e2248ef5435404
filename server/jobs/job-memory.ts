import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { TryAgain } from '#server/refusal.ts'

const MIB = 1024 * 1024
/** The memory of a process for one spreadsheet beside the heap of V8: Node itself, and the bytes of the file. */
export const BESIDE_HEAP_MB = 128
/** A process with less could not even begin. */
export const LEAST_HEAP_MB = 128
/** `Retry-After` of an answer when there is no memory. */
const AGAIN_SECONDS = 30

/** MiB for the heap of a process: at most `most`, and at most what the machine or the container still has. */
export const heapMb = (most: number): number =>
  Math.max(LEAST_HEAP_MB, Math.min(most, Math.floor(availableBytes() / MIB) - BESIDE_HEAP_MB))

/** Refuses (503, `Retry-After`) where memory is too short for a process: the system would end it or the program. */
export function refuseWithoutMemory(sentence: string): void {
  if (availableBytes() < (LEAST_HEAP_MB + BESIDE_HEAP_MB) * MIB) throw withoutMemory(sentence)
}

export const withoutMemory = (sentence: string) => new TryAgain('unavailable', sentence, AGAIN_SECONDS)

/** Node counts pages of files as used in a container with a limit; the system takes them back when it needs them. */
function availableBytes(): number {
  const limit = process.constrainedMemory()
  const available = process.availableMemory()
  return limit === 0 || limit > totalmem() ? available : available + pagesOfFiles()
}

/** The container's memory that holds files; infinite where it cannot be read, so that nothing is refused on a guess. */
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
