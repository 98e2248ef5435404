import { fileURLToPath } from 'node:url'
import { type JobProcess, startJobProcess } from './job-process.ts'
import type { ParsedSheet } from './parse-sheet.ts'
import { type RefusalCode, SHEET_QUEUE_LIMITS, type SheetLimits } from './sheet-limits.ts'
import { createTurns } from './turns.ts'

export type SheetJob = { bytes: Uint8Array; limits: SheetLimits }
export type SheetRefusal = { refused: RefusalCode }
export type SheetReply = ParsedSheet | SheetRefusal

/** A process with the parser loaded, which takes one file and nothing else. */
type SheetProcess = JobProcess<SheetJob, SheetReply>
const CHILD = fileURLToPath(new URL('./sheet-child.ts', import.meta.url))
const startProcess = (memoryMb: number): SheetProcess =>
  startJobProcess(CHILD, { memoryMb, flags: ['--disable-proto=delete'] })

/**
 * Parses files, each in a process of its own, a few at a time. Further ones wait, in number and time bounded, and are
 * then refused as `busy`. After a file the next process is started ahead, so that the next file does not wait for it;
 * unused it is ended after `spareMs`.
 */
export function createSheetQueue(limits = SHEET_QUEUE_LIMITS) {
  const turns = createTurns({ places: limits.processes, queue: limits.queue, waitMs: limits.waitMs })
  let spare: SheetProcess | null = null

  function takeProcess(): SheetProcess {
    const ready = spare
    spare = null
    return ready && !ready.ended ? ready : startProcess(limits.memoryMb)
  }

  function keepSpare() {
    if (spare && !spare.ended) return
    const kept = startProcess(limits.memoryMb)
    spare = kept
    setTimeout(() => {
      if (spare !== kept) return
      spare = null
      kept.end()
    }, limits.spareMs).unref()
  }

  return {
    async parse(job: SheetJob): Promise<SheetReply> {
      if (!(await turns.enter())) return { refused: 'busy' }
      try {
        return await takeProcess().ask(job, limits.parseMs)
      } finally {
        keepSpare()
        turns.leave()
      }
    },
    /** Ends the process that is kept ready. */
    close() {
      spare?.end()
      spare = null
    },
  }
}
